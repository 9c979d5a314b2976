import { civilDay } from '@hola/core/calendar.ts'
import { checkAccount } from '@hola/core/identifiers/account.ts'
import { pesos } from '@hola/core/money.ts'
import { describe, expect, test } from 'vitest'
import { systemRandom } from '../../platform/clock.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import type { Payout } from './port.ts'
import type { SandboxMessage } from './sandbox.ts'
import { SANDBOX_DELAY_MS, sandboxPayouts } from './sandbox.ts'
import { accountOf, sandboxAccounts } from './test-accounts.ts'

const { pool } = await testDatabase()
const start = new Date('2026-11-16T15:00:00Z')
let now = start
let told: SandboxMessage[] = []
/** A bank that has just been started: everything it knows is in the database. */
const bank = () =>
  sandboxPayouts({
    secrets: { fieldKey: new Uint8Array(32) },
    pool,
    clock: { now: () => now },
    random: systemRandom,
    sendLater: async (_tx, message) => void told.push(message),
  })
const later = (ms: number): Date => new Date(start.getTime() + ms)

let count = 0
const payoutTo = (account: Payout['account']): Payout => {
  now = start
  told = []
  count += 1
  return { key: `key-${count}`, amount: pesos(108_000), account, holder: { name: 'ROMERO LUCIA', cuil: '27301112225' } }
}

const settled = (at: Date) => ({ kind: 'settled', providerPayoutId: expect.any(String), settledAt: at })
const failed = (reason: string) => ({ kind: 'failed', providerPayoutId: expect.any(String), reason })
const accepted = { kind: 'accepted', providerPayoutId: expect.any(String) }
const unknown = { kind: 'unknown', why: expect.any(String) }

test.each(Object.entries(sandboxAccounts))('%s: %s can be typed into the form', (_, number) => {
  expect(checkAccount(number)).toMatchObject({ ok: true })
})

test.each([
  ['instant', settled(start), settled(start)],
  ['delayed', accepted, accepted],
  ['wrongAccount', failed('wrong_account'), failed('wrong_account')],
  ['closed', failed('account_closed'), failed('account_closed')],
  ['holderMismatch', failed('holder_mismatch'), failed('holder_mismatch')],
  ['limit', failed('limit'), failed('limit')],
  ['silentPaid', unknown, settled(start)],
  ['silentLost', unknown, { kind: 'not_known' }],
  ['silentFailed', unknown, failed('account_closed')],
  ['repeatedMessages', accepted, accepted],
  ['delayedFailure', accepted, accepted],
] as const)('%s: the answer, and what a bank that was restarted says', async (name, answer, found) => {
  const payout = payoutTo(accountOf(name))
  expect(await bank().send(payout)).toEqual(answer)
  expect(await bank().find(payout, null)).toEqual(found)
})

test.each([
  ['an alias goes by its last four characters', { kind: 'alias', number: 'luz.rio.9102' }, 'failed'],
  ['a CVU like a CBU', { kind: 'cvu', number: '0000003100000000091026' }, 'failed'],
  ['the check digit is no part of it', { kind: 'cbu', number: '0110012900000000009102' }, 'settled'],
] as const)('a payout by its account: %s', async (_, account, kind) => {
  expect(await bank().send(payoutTo(account))).toMatchObject({ kind })
})

test.each([
  ['delayed', settled(later(SANDBOX_DELAY_MS)), [SANDBOX_DELAY_MS]],
  ['delayedFailure', failed('wrong_account'), [SANDBOX_DELAY_MS]],
  [
    'repeatedMessages',
    settled(later(SANDBOX_DELAY_MS)),
    [SANDBOX_DELAY_MS, SANDBOX_DELAY_MS, SANDBOX_DELAY_MS + 86_400_000],
  ],
] as const)('%s: over after ten minutes to the millisecond, and told of', async (name, end, tellsAt) => {
  const payout = payoutTo(accountOf(name))
  await bank().send(payout)
  now = later(SANDBOX_DELAY_MS - 1)
  expect(await bank().find(payout, null)).toEqual(accepted)
  now = later(SANDBOX_DELAY_MS)
  expect(await bank().find(payout, null)).toEqual(end)
  expect(told.map(({ at }) => at)).toEqual(tellsAt.map(later))
  for (const { providerPayoutId } of told) expect(await bank().keyOf(providerPayoutId)).toEqual({ key: payout.key })
})

test('a repeated message has the id of the first, a late one its own', async () => {
  await bank().send(payoutTo(accountOf('repeatedMessages')))
  const [first, second, third] = told.map(({ messageId }) => messageId)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

describe('the same key', () => {
  test.each(Object.keys(sandboxAccounts) as (keyof typeof sandboxAccounts)[])(
    '%s, sent by ten at once: one payout',
    async (name) => {
      const payout = payoutTo(accountOf(name))
      await Promise.all(Array.from({ length: 10 }, () => bank().send(payout)))
      const { rows } = await pool.query('SELECT 1 FROM sandbox_payout WHERE idempotency_key = $1', [payout.key])
      expect(rows).toHaveLength(1)
    },
  )

  test('what got lost is paid when it is sent again, once', async () => {
    const payout = payoutTo(accountOf('silentLost'))
    await bank().send(payout)
    now = later(60_000)
    expect(await bank().send(payout)).toEqual(settled(now))
    now = later(120_000)
    expect(await bank().send(payout)).toEqual(settled(later(60_000)))
    expect(await bank().find(payout, null)).toEqual(settled(later(60_000)))
  })

  test('with another account it is still the first payout', async () => {
    const payout = payoutTo(accountOf('closed'))
    await bank().send(payout)
    expect(await bank().send({ ...payout, account: accountOf('instant') })).toEqual(failed('account_closed'))
  })
})

test('a key or an id that it never saw', async () => {
  expect(await bank().find({ key: 'nobody', amount: pesos(1) }, null)).toEqual({ kind: 'not_known' })
  expect(await bank().keyOf('nobody')).toBeUndefined()
})

test('the statement of a day has what was paid on it in Argentina, and nothing to come', async () => {
  await pool.query('DELETE FROM sandbox_payout')
  const [instant, delayed, refused] = [accountOf('instant'), accountOf('delayed'), accountOf('closed')].map(payoutTo)
  if (!instant || !delayed || !refused) throw new Error('three payouts')
  // Ten to midnight in Argentina, when it is the next day in London.
  now = new Date('2026-11-17T02:50:00Z')
  for (const payout of [instant, delayed, refused]) await bank().send(payout)
  const line = (payout: Payout, day: string) => ({
    key: payout.key,
    providerPayoutId: expect.any(String),
    amount: payout.amount,
    day,
  })
  expect(await bank().statement(civilDay('2026-11-16'))).toEqual({ lines: [line(instant, '2026-11-16')], unread: [] })
  expect(await bank().statement(civilDay('2026-11-17'))).toEqual({ lines: [], unread: [] })
  now = new Date('2026-11-17T03:00:00Z')
  expect(await bank().statement(civilDay('2026-11-16'))).toEqual({ lines: [line(instant, '2026-11-16')], unread: [] })
  expect(await bank().statement(civilDay('2026-11-17'))).toEqual({ lines: [line(delayed, '2026-11-17')], unread: [] })
})
