import type { Random } from '@hola/core/clock.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { buildServer } from '../../app.ts'
import { systemRandom } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import type { Message, Messages } from '../../providers/messages/port.ts'
import type { Services } from '../../edge/services.ts'
import { PRIVACY_VERSION, TERMS_VERSION } from './agreed-texts.ts'

export const agreed = { privacy_version: PRIVACY_VERSION, terms_version: TERMS_VERSION }

/** A provider that keeps what it was asked to send; `answer` puts other words into its mouth. */
export const keepingMessages = (): Messages & { sent: Message[]; answer: Messages['send'] | undefined } => {
  const keeping: Messages & { sent: Message[]; answer: Messages['send'] | undefined } = {
    sent: [],
    answer: undefined,
    send: async (message) => {
      const result = (await keeping.answer?.(message)) ?? 'sent'
      if (result === 'sent') keeping.sent.push(message)
      return result
    },
  }
  return keeping
}

/** Chance as ever, but for the codes: no two are the same, so that a test may call one of them wrong. */
export const countingRandom = (): Random => {
  let count = 100_000
  return {
    ...systemRandom,
    bytes: (length) => {
      if (length !== 4) return systemRandom.bytes(length)
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE((count += 7))
      return bytes
    },
  }
}

/** A clock that stands until it is moved. */
export const standingClock = (start: string): { now: () => Date; pass: (ms: number) => void } => {
  let at = new Date(start).getTime()
  return { now: () => new Date(at), pass: (ms) => void (at += ms) }
}

/** The calls of the log-in as a client makes them. */
export const caller = (app: FastifyInstance) => {
  const call = async (
    path: string,
    payload: object,
    headers: Record<string, string> = {},
    remoteAddress = '203.0.113.1',
  ) => {
    const answer = await app.inject({ method: 'POST', url: `/api/${path}`, payload, headers, remoteAddress })
    return { status: answer.statusCode, ...answer.json<{ code: string; msg: string; ret: Record<string, unknown> }>() }
  }
  return {
    call,
    getCode: (phone: string, from?: string, more: object = {}) =>
      call('user/get_code', { purpose: 'login', phone, ...more }, {}, from),
    login: (phone: string, code: string, from?: string, more: object = {}) =>
      call('user/login', { channel: 'phone', phone, code, ...agreed, ...more }, {}, from),
  }
}

/** The same application with other services, closed after the last test of the file. */
export const serverWith = async (services: Services, more: Partial<Services>): Promise<FastifyInstance> => {
  const app = buildServer({ ...services, ...more }, { figuresKeptMs: 0 })
  await app.ready()
  afterAll(() => app.close())
  return app
}

/** What no command does yet: an account that is blocked is refused everywhere. */
export const blockAccount = async (pool: Pool, userId: string, at: Date): Promise<void> => {
  await pool.query('UPDATE account SET blocked_at = $2 WHERE user_id = $1', [userId, at])
}
