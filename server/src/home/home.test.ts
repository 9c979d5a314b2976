import { expect, test } from 'vitest'
import { testDatabase } from '../db/test-database.ts'
import { logInSomebody, openTestServer } from '../http/test-server.ts'

const { pool } = await testDatabase()
const now = new Date('2026-11-16T15:00:00Z')
const { app, services } = await openTestServer(pool, { clock: { now: () => now } })
const home = async (headers: Record<string, string> = {}) =>
  (await app.inject({ method: 'POST', url: '/api/app/home', headers, payload: {} })).json()

const start = { kind: 'start_application', step: null, order_id: null }

test('a guest is a guest, by the clock of the server, with one thing to do: start', async () => {
  expect(await home()).toMatchObject({
    code: '0',
    ret: { state: 'guest', now_at: '2026-11-16T15:00:00.000Z', person: null, quota: null, next_action: start },
  })
})

test('a user who has applied for nothing has the same one thing to do', async () => {
  const { token } = await logInSomebody(services)
  expect(await home({ token })).toMatchObject({
    code: '0',
    ret: { state: 'not_applied', person: { first_name: null }, quota: null, active_order: null, next_action: start },
  })
})
