import { createHash } from 'node:crypto'
import { writtenDni } from '@hola/core/agreement/written.ts'
import { brand } from '@hola/core/brand.ts'
import { addDays, civilDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { readPdf } from '../agreement/test-pdf.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { settleOrder } from './settle-order.ts'
import type { OrderKey } from '../order/store.ts'
import { noonOf, payOutLoan, receive, refund } from './test-books.ts'
import { insertLoan, newBorrower } from './test-borrower.ts'

const { pool } = await testDatabase()
const firstDay = civilDay('2026-11-18')
let now = noonOf(firstDay)
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server

beforeEach(() => {
  now = noonOf(firstDay)
})

type Entries = RetOf<'loan/statement'>['entries']

/** As the borrower's own device does it: from the answer alone. */
const problemIn = (entries: Entries): string | undefined => {
  let previous: string | null = null
  const balances = new Map<string, number>()
  for (const [index, entry] of entries.entries()) {
    const text = JSON.parse(entry.hashed_text) as {
      entry_number: number
      previous_sha256: string | null
      changes_centavos: Record<string, number>
      balances_centavos: Record<string, number>
    }
    if (createHash('sha256').update(entry.hashed_text).digest('hex') !== entry.entry_sha256) return `hash ${index}`
    if (text.previous_sha256 !== previous || text.entry_number !== index + 1) return `chain ${index}`
    const lines = (all: Entries[number]['changes']) =>
      Object.fromEntries(all.map(({ account, amount_centavos: amount }) => [account, amount]))
    if (JSON.stringify(text.changes_centavos) !== sorted(lines(entry.changes))) return `changes ${index}`
    if (JSON.stringify(text.balances_centavos) !== sorted(lines(entry.balances))) return `balances ${index}`
    for (const [account, change] of Object.entries(text.changes_centavos))
      balances.set(account, (balances.get(account) ?? 0) + change)
    const nonZero = Object.fromEntries([...balances].filter(([, balance]) => balance !== 0))
    if (sorted(nonZero) !== JSON.stringify(text.balances_centavos)) return `sum ${index}`
    previous = entry.entry_sha256
  }
  return undefined
}

const sorted = (record: Record<string, number>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1))))

const passDay = async (key: OrderKey, days: number) => {
  now = noonOf(addDays(firstDay, days))
  await inTransaction(pool, (tx) => settleOrder(tx, services, key, { cause: 'accrual', sourceId: null }))
}

/** Paid out, three days, a part, ten days, paid off with $ 7 too much, which go back. */
const wholeLoan = async () => {
  const person = await newBorrower(server)
  const key = await payOutLoan(services, person.userId)
  for (const days of [1, 2, 3]) await passDay(key, days)
  await receive(services, key, pesos(20_000))
  for (const days of [4, 13]) await passDay(key, days)
  const { ret } = await person.call('loan/order', { order_id: key.orderId })
  await receive(services, key, pesos(Math.ceil(ret.order.payoff_centavos / 100) + 7))
  const { ret: after } = await person.call('loan/order', { order_id: key.orderId })
  await refund(services, key, after.order.credit_centavos)
  return { ...key, person }
}

describe('the books of an order', () => {
  test('every entry can be verified from the answer alone', async () => {
    const { orderId, person } = await wholeLoan()
    const { ret } = await person.call('loan/statement', { order_id: orderId })
    expect(ret.entries.map(({ cause, effective_day: day }) => `${day} ${cause}`)).toEqual([
      '2026-11-18 payout',
      '2026-11-19 accrual',
      '2026-11-20 accrual',
      '2026-11-21 accrual',
      '2026-11-21 payment',
      '2026-11-22 accrual',
      '2026-12-01 accrual',
      '2026-12-01 payment',
      '2026-12-01 refund',
    ])
    expect(ret.entries[0]).toMatchObject({
      booked_at: noonOf(firstDay).toISOString(),
      changes: [
        { account: 'principal', amount_centavos: 10_000_000 },
        { account: 'paid_out', amount_centavos: -9_000_000 },
        { account: 'fee_earned', amount_centavos: -826_446 },
        { account: 'vat_to_pay', amount_centavos: -173_554 },
      ],
    })
    expect(JSON.parse(ret.entries[0]?.hashed_text ?? '')).toMatchObject({
      order_id: orderId,
      rule: 'loan_balances',
      rule_version: '3',
      source_id: 'payout-1',
      previous_sha256: null,
    })
    expect(problemIn(ret.entries)).toBe(undefined)
    expect(ret.pdf_base64).toBe(null)
  })

  test.each<[string, (entries: Entries) => Entries, string]>([
    ['a letter of the text', (all) => all.with(1, { ...(all[1] as Entries[number]), hashed_text: '{}' }), 'hash 1'],
    ['an entry left out', (all) => all.toSpliced(2, 1), 'chain 2'],
    [
      'another figure beside the same text',
      (all) => all.with(0, { ...(all[0] as Entries[number]), changes: [] }),
      'changes 0',
    ],
  ])('and the check sees %s', async (_, change, problem) => {
    const { orderId, person } = await wholeLoan()
    const { ret } = await person.call('loan/statement', { order_id: orderId })
    expect(problemIn(change(ret.entries))).toBe(problem)
  })

  test('of an order whose money has not left are empty', async () => {
    const { userId, call } = await newBorrower(server)
    const orderId = await insertLoan(services, userId, { state: 'pending', signedDaysAgo: 0 })
    const { ret } = await call('loan/statement', { order_id: orderId, with_pdf: true })
    expect(ret.entries).toEqual([])
    const text = (await readPdf(Buffer.from(ret.pdf_base64 ?? '', 'base64'))).map((placed) => placed.text).join(' ')
    expect(text).toContain('Todavía no hay movimientos.')
  })

  test('a foreign order and one that is not there answer alike', async () => {
    const [person, other] = [await newBorrower(server), await newBorrower(server)]
    const { orderId } = await payOutLoan(services, other.userId)
    const foreign = await person.call('loan/statement', { order_id: orderId })
    expect(foreign).toEqual(await person.call('loan/statement', { order_id: services.random.uuid() }))
    expect(foreign.code).toBe('20303')
  })
})

test('on paper: what is owed, each movement, idle days as one, and the last hash', async () => {
  const { orderId, person } = await wholeLoan()
  const { ret } = await person.call('loan/statement', { order_id: orderId, with_pdf: true })
  const bytes = Buffer.from(ret.pdf_base64 ?? '', 'base64')
  const text = (await readPdf(bytes))
    .map((placed) => placed.text)
    .join(' ')
    .replaceAll('\u00A0', ' ')
    .replaceAll(/\s+/g, ' ')
  expect(text).toContain(`Préstamo ${ret.order_number}`)
  expect(text).toContain(`Prestamista ${brand.legalEntity}, CUIT ${brand.cuit}`)
  expect(text).toContain(`Titular ${ret.borrower.full_name}, DNI ${writtenDni(ret.borrower.dni)}`)
  expect(text).toContain('Total adeudado $ 0,00')
  expect(text).toContain('Saldos al 01/12/2026')
  const movements = text.slice(text.indexOf('Movimientos'), text.indexOf('Cómo verificarlo'))
  expect(movements.match(/(?:Hasta el )?\d\d\/\d\d\/\d{4} · [^$]*?(?= Capital| Intereses| Saldo)/g)).toEqual([
    '18/11/2026 · Entrega del dinero',
    'Hasta el 21/11/2026 · Días transcurridos',
    '21/11/2026 · Pago recibido',
    'Hasta el 01/12/2026 · Días transcurridos',
    '01/12/2026 · Pago recibido',
    '01/12/2026 · Devolución de saldo a favor',
  ])
  expect(text.replaceAll(' ', '')).toContain(ret.entries.at(-1)?.entry_sha256 ?? 'no entry')
  expect(bytes.length).toBeLessThan(100_000)
})
