import { civilDay } from '@hola/core/calendar.ts'
import { ledgerAccounts } from '@hola/core/ledger/ledger.ts'
import { centavos } from '@hola/core/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../platform/canonical-json.ts'
import { hashedTextOf, hashOf } from './hash.ts'

const amounts = fc
  .array(fc.integer({ min: -5, max: 5 }), { minLength: ledgerAccounts.length, maxLength: ledgerAccounts.length })
  .map((numbers) => numbers.map(centavos))

test('what is hashed is canonical JSON, whatever the entry says', () => {
  fc.assert(
    fc.property(amounts, amounts, fc.option(fc.string()), (changes, balances, sourceId) => {
      const text = hashedTextOf('order', {
        entryNumber: 2,
        cause: 'payment',
        rule: 'loan_balances',
        ruleVersion: '1',
        sourceId,
        effectiveDay: civilDay('2027-01-04'),
        bookedAt: new Date('2027-01-04T12:00:00Z'),
        changes,
        balances,
        previousSha256: Buffer.alloc(32, 7),
      })
      expect(text).toBe(canonicalJson(JSON.parse(text)))
    }),
  )
})

test('the hash of an entry is the SHA-256 of its text, which never changes', () => {
  const moved = ledgerAccounts.map((account) =>
    centavos(account === 'principal' ? 100 : account === 'borrower_credit' ? -100 : 0),
  )
  const entry = {
    entryNumber: 1,
    cause: 'payout',
    rule: 'loan_balances',
    ruleVersion: '1',
    sourceId: null,
    effectiveDay: civilDay('2027-01-04'),
    bookedAt: new Date('2027-01-04T12:00:00Z'),
    changes: moved,
    balances: moved,
    previousSha256: null,
  } as const
  expect(hashedTextOf('order', entry)).toBe(
    '{"balances_centavos":{"borrower_credit":-100,"principal":100},"booked_at":"2027-01-04T12:00:00.000Z",' +
      '"cause":"payout","changes_centavos":{"borrower_credit":-100,"principal":100},"effective_day":"2027-01-04",' +
      '"entry_number":1,"order_id":"order","previous_sha256":null,"rule":"loan_balances","rule_version":"1",' +
      '"source_id":null}',
  )
  expect(hashOf('order', entry).toString('hex')).toBe(
    'fba0a67252a06e07fb0f3fdd766608650422995a53d08cf1a6290f2fa2265800',
  )
})
