import type { StaffRole } from '@hola/core/desk-contract/roles.ts'
import type { DeskPath } from '@hola/core/desk-contract/contract.ts'
import { afterAll } from 'vitest'
import { buildDeskServer } from '../../app.ts'
import { signInTest } from '../desk-cli/test-desk.ts'
import type { Services } from '../services.ts'

export type DeskAnswer = {
  readonly status: number
  readonly code: string
  readonly msg: string
  readonly ret: never
  readonly cookie: string
}

/** The desk's server as a browser at its address talks to it. */
export const openTestDesk = async (services: Services) => {
  const app = buildDeskServer(services)
  await app.ready()
  afterAll(() => app.close())
  const { origin } = services.settings.desk

  const call = async (
    path: DeskPath | string,
    body: unknown = {},
    { cookie, headers = {} }: { cookie?: string | undefined; headers?: Record<string, string> } = {},
  ): Promise<DeskAnswer> => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/${path}`,
      headers: { origin, ...(cookie === undefined ? {} : { cookie }), ...headers },
      payload: body as object,
    })
    const [set = ''] = [answer.headers['set-cookie'] ?? ''].flat()
    const { code, msg, ret } = answer.json<{ code: string; msg: string; ret: never }>()
    return { status: answer.statusCode, code, msg, ret, cookie: set.split(';')[0] ?? '' }
  }

  /** Somebody of the staff at work in a browser. */
  const member = async (name: string, role: StaffRole) => {
    const { token, memberId } = await signInTest(services, name, role)
    const cookie = `desk=${token}`
    return { memberId, name, cookie, call: (path: DeskPath, body?: unknown) => call(path, body, { cookie }) }
  }

  /** One tap in the sandbox, and every confirmation with another. */
  const madeUp = async (name: string) => {
    const { ret } = await call('session/sandbox_members')
    const { members } = ret as { members: { member_id: string; name: string }[] }
    const { member_id: memberId = '' } = members.find((one) => one.name === name) ?? {}
    const { cookie } = await call('session/sandbox_sign_in', { member_id: memberId })
    const ask = (path: DeskPath, body?: unknown) => call(path, body, { cookie })
    const confirm = async (path: DeskPath, body: unknown) => {
      const { ret: given } = await ask('session/challenge', { path, body })
      const { challenge } = (given as { options: { challenge: string } }).options
      return ask(path, { body, confirmation: { challenge } })
    }
    return { memberId, name, cookie, call: ask, confirm }
  }
  return { app, call, member, madeUp }
}
