import { afterEach, expect, test, vi } from 'vitest'
import { call, confirmedCall, onSignedOut } from './desk-client.ts'

const member_id = '00000000-0000-4000-8000-000000000000'

type Sent = { url: string; body: unknown }
const sent: Sent[] = []

/** Answers one call after the other. */
const answering = (...answers: readonly (readonly [status: number, body: unknown])[]): void => {
  const left = [...answers]
  vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    sent.push({ url: String(url), body: JSON.parse(String(init?.body)) })
    const [status, body] = left.shift() ?? [500, '']
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  })
}
const ok = (ret: unknown) => [200, { code: '0', msg: '', ret }] as const

afterEach(() => {
  vi.restoreAllMocks()
  sent.length = 0
})

test('a refusal is thrown with the server’s words', async () => {
  answering([403, { code: '20701', msg: 'Your role may not do this.', ret: null }])
  await expect(call('staff/list', {})).rejects.toMatchObject({ kind: 'refused', message: 'Your role may not do this.' })
})

test('a page of a proxy and a lost connection are no answer', async () => {
  answering([502, '<html>'])
  await expect(call('staff/list', {})).rejects.toMatchObject({ kind: 'unreachable' })
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('network'))
  await expect(call('staff/list', {})).rejects.toMatchObject({ kind: 'unreachable' })
})

test('the end of the session is told to who listens', async () => {
  const ended = vi.fn<() => void>()
  onSignedOut(ended)
  answering([401, { code: '10001', msg: 'Sign in.', ret: null }])
  await expect(call('session/me', {})).rejects.toMatchObject({ kind: 'signed_out' })
  expect(ended).toHaveBeenCalledOnce()
})

test('a confirmed call signs a challenge for its very body, and is not sent unsigned', async () => {
  const body = { member_id, why: 'her laptop is gone' }
  answering(ok({ options: { challenge: 'abc' } }), ok({}))
  await confirmedCall('staff/suspend', body, async ({ challenge }) => ({ challenge }))
  expect(sent).toEqual([
    { url: '/api/session/challenge', body: { path: 'staff/suspend', body } },
    { url: '/api/staff/suspend', body: { body, confirmation: { challenge: 'abc' } } },
  ])

  sent.length = 0
  answering(ok({ options: { challenge: 'abc' } }), ok({}))
  await expect(confirmedCall('staff/suspend', body, () => Promise.reject(new Error('closed')))).rejects.toThrow()
  expect(sent.map(({ url }) => url)).toEqual(['/api/session/challenge'])
})
