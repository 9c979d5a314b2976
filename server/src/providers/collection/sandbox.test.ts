import { civilDay } from '@hola/core/calendar.ts'
import { checkAccount } from '@hola/core/identifiers/account.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createLog } from '../../platform/log.ts'
import { bankTransfer } from './bank-transfer.ts'
import type { PayAsk, PayInstructions } from './port.ts'
import { sandboxCollection } from './sandbox.ts'
import { insertSandboxReceipt, updateSandboxReceipt } from './sandbox-store.ts'

const { pool } = await testDatabase()
const now = new Date('2026-11-16T15:00:00Z')
const dependencies = {
  pool,
  clock: { now: () => now },
  machineClock: { now: () => now },
  log: createLog('fatal', { write: () => undefined }),
  publicUrl: 'http://localhost:8080',
  secrets: { fieldKey: new Uint8Array(32) },
}
const collector = sandboxCollection(dependencies)

const asked = (change: Partial<PayAsk> = {}): PayAsk => ({
  paymentId: '6a7a5c5e-7b1f-4f0b-9f0e-0d6a3f1c2b11',
  reference: '7K3M-X2QP-9RTV',
  amount: centavos(152_580_50),
  methodId: 'transfer',
  expiresAt: new Date('2026-11-17T02:59:59.999Z'),
  ...change,
})

const request = async (change: Partial<PayAsk>): Promise<PayInstructions> => {
  const answer = await collector.request(asked(change))
  if (!('expiresAt' in answer)) throw new Error(answer.reason)
  return answer
}

describe('how to pay', () => {
  test('a transfer has an account whose digits add up, an alias, and a code to scan', async () => {
    const { cvu, alias, qrText, ...rest } = await request({ reference: 'TRANSFER' })
    expect(checkAccount(cvu ?? '')).toMatchObject({ ok: true, value: { kind: 'cvu' } })
    expect(checkAccount(alias ?? '')).toMatchObject({ ok: true, value: { kind: 'alias' } })
    expect(qrText).toContain('TRANSFER')
    expect(rest).toMatchObject({ checkoutUrl: null, ticketUrl: null, barcode: null, expiresAt: asked().expiresAt })
  })

  test.each([
    ['http://localhost:8080', 'http://localhost:8080/sandbox#pay-CHECKOUT'],
    ['https://hola.example', 'https://hola.example/sandbox#pay-CHECKOUT'],
    ['http://192.168.0.7:8080', 'https://checkout.example/pay-CHECKOUT'],
  ])('a checkout of %s leads to %s', async (publicUrl, checkoutUrl) => {
    const there = sandboxCollection({ ...dependencies, publicUrl })
    expect(await there.request(asked({ reference: 'CHECKOUT', methodId: 'checkout' }))).toMatchObject({
      checkoutUrl,
      cvu: null,
    })
  })

  test.each(['rapipago', 'pagofacil'] as const)('a slip of %s has a barcode of digits of its own', async (methodId) => {
    const { barcode, ticketUrl } = await request({ reference: `SLIP-${methodId.length}`, methodId })
    expect(barcode).toMatch(/^\d{24,100}$/)
    expect(ticketUrl).toMatch(/^https?:/)
  })

  test('asked again it is the same, whatever is asked', async () => {
    const first = await request({ reference: 'AGAIN', methodId: 'rapipago' })
    expect(await request({ reference: 'AGAIN', methodId: 'checkout', amount: pesos(1) })).toEqual(first)
  })
})

test('it says of a payment what it was told, and nothing of others', async () => {
  const receipt = {
    providerPaymentId: 'p1',
    reference: 'TOLD',
    amount: pesos(5_000),
    paidDay: civilDay('2026-11-15'),
    state: 'credited',
    toldAt: now,
  } as const
  await inTransaction(pool, async (tx) => {
    await insertSandboxReceipt(tx, receipt)
    await insertSandboxReceipt(tx, { ...receipt, providerPaymentId: 'p2', state: 'pending' })
  })
  const { toldAt: _, ...credited } = receipt
  expect(await collector.find('p1')).toEqual(credited)
  expect(await collector.find('p2')).toEqual({ providerPaymentId: 'p2', reference: 'TOLD', state: 'pending' })
  expect(await collector.find('p3')).toMatchObject({ kind: 'unknown' })
  expect(await collector.search('TOLD')).toHaveLength(2)
  expect(await collector.search('ELSE')).toEqual([])
  expect(await collector.statement(civilDay('2026-11-15'))).toEqual([credited])
  expect(await collector.statement(civilDay('2026-11-16'))).toEqual([])
  expect(await inTransaction(pool, (tx) => updateSandboxReceipt(tx, 'p1', 'reversed'))).toBe(true)
  expect(await collector.find('p1')).toEqual({ ...credited, state: 'reversed', reversalCause: 'chargeback' })
  expect(await inTransaction(pool, (tx) => updateSandboxReceipt(tx, 'p3', 'reversed'))).toBe(false)
})

test('an account of the lender’s own shows itself and answers no questions', async () => {
  const account = { provider: 'bank-transfer', cvu: '0110012900000000000017', alias: 'mi.financiera' }
  const own = bankTransfer.open(account, dependencies)
  expect(await own.request(asked())).toMatchObject({ cvu: '0110012900000000000017', alias: 'mi.financiera' })
  expect(await own.find('x')).toMatchObject({ kind: 'unknown' })
  expect(await own.search('x')).toEqual([])
  expect(await own.statement(civilDay('2026-11-16'))).toMatchObject({ kind: 'unknown' })
})
