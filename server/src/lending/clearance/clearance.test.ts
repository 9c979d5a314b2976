import { createHash } from 'node:crypto'
import { addDays, civilDay, civilDayOf, dueDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { openPdf, readPdf } from '../agreement/test-pdf.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { accountOf } from '../order/account-of.ts'
import { settleOrder } from '../loan/settle-order.ts'
import type { OrderKey } from '../order/store.ts'
import { findOrder, lockOrder, moveOrder } from '../order/store.ts'
import { noonOf, receive, takeBack } from '../loan/test-books.ts'
import type { Borrower } from '../loan/test-borrower.ts'
import { newBorrower, readyToSign } from '../loan/test-borrower.ts'

const { pool } = await testDatabase()
// A Wednesday, and 91 days later is one as well: no due day moves.
const firstDay = civilDay('2026-11-18')
let now = noonOf(firstDay)
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server

beforeEach(() => {
  now = noonOf(firstDay)
})

/** So many days after the payout. The session of the first device has ended by then. */
const onDay = (days: number): void => {
  now = noonOf(addDays(firstDay, days))
}

/** Signed and paid out today. */
const newLoan = async (): Promise<{ person: Borrower; key: OrderKey }> => {
  const person = await newBorrower(server)
  const body = await readyToSign(services, person, { amount_centavos: pesos(100_000), term_days: 91 })
  const { ret, msg } = await person.call('loan/apply', body)
  if (ret === null) throw new Error(msg)
  const key = { userId: person.userId, orderId: ret.order.order_id }
  await inTransaction(pool, async (tx) => {
    await lockOrder(tx, key)
    const payoutDay = civilDayOf(now)
    await moveOrder(tx, key, {
      from: 'pending',
      to: 'in_repayment',
      at: now,
      paidOutAt: now,
      payoutDay,
      dueDay: dueDay(payoutDay, 91, services.reference.holidays),
    })
    await settleOrder(tx, services, key, { cause: 'payout', sourceId: 'payout-1' })
  })
  return { person, key }
}

const payOff = async (key: OrderKey, days: number): Promise<string> => {
  onDay(days)
  const order = await inTransaction(pool, (tx) => findOrder(tx, key.userId, key.orderId))
  return receive(services, key, (order && accountOf(order, civilDayOf(now))?.payoff) ?? pesos(0))
}

const ask = async (person: Borrower, orderId: string) =>
  (await person.onAnotherDevice()).call('loan/clearance', { order_id: orderId }, 'es')

const read = async (base64: string): Promise<string> =>
  (await readPdf(Buffer.from(base64, 'base64')))
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\s+/g, ' ')

describe('the libre deuda', () => {
  test('says who owes nothing on which loan since when, and what was paid', async () => {
    const { person, key } = await newLoan()
    await payOff(key, 91)
    const { ret } = await ask(person, key.orderId)
    expect(ret.issued_at).toBe(now.toISOString())
    const bytes = Buffer.from(ret.pdf_base64, 'base64')
    expect(ret.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    const text = await read(ret.pdf_base64)
    const { order } = (await (await person.onAnotherDevice()).call('loan/order', { order_id: key.orderId })).ret
    for (const words of [
      'Certificado de libre deuda',
      'Hola Demo S.A., CUIT 30-00000000-7, certifica que Lucía Romero, DNI 30.111.222, CUIL 27-30111222-5, pagó por completo',
      `el préstamo N.º ${order.order_number}`,
      'el 17/02/2027 dejó de adeudar',
      'Saldo adeudado por este préstamo $ 0,00',
      'Monto del préstamo (capital) $ 100.000,00',
      'Fecha de la firma 18/11/2026',
      'Fecha de entrega del dinero 18/11/2026',
      'Vencimiento 17/02/2027',
      'Fecha de cancelación 17/02/2027',
      'Capital $ 100.000,00 Intereses $ 22.438,36 IVA sobre los intereses $ 4.712,06 Total $ 127.150,42',
      'Emitido el 17/02/2027',
      order.agreement.sha256,
      'Página 1 de 1',
    ])
      expect(text.replaceAll(/\s/g, '')).toContain(words.replaceAll(/\s/g, ''))
    expect(text).not.toContain('mora $')
    const metadata = await (await openPdf(bytes)).getMetadata()
    expect(metadata.info).toMatchObject({ Title: 'Certificado de libre deuda', Language: 'es-AR' })
  })

  test('names late charges where there were some', async () => {
    const { person, key } = await newLoan()
    await payOff(key, 93)
    // $ 5.000 once and $ 4.000 for each of two days.
    expect(await read((await ask(person, key.orderId)).ret.pdf_base64)).toContain('Cargos por mora $ 13.000,00')
  })

  test('is the same file whenever it is asked for, also after a payment too many', async () => {
    const { person, key } = await newLoan()
    await payOff(key, 20)
    const first = await ask(person, key.orderId)
    onDay(60)
    await receive(services, key, pesos(1_000))
    expect(await ask(person, key.orderId)).toEqual(first)
  })
})

describe('is refused', () => {
  test('until the loan is paid off, and again when a payment was taken back', async () => {
    const { person, key } = await newLoan()
    const refused = { code: '20407', msg: 'El libre deuda está listo cuando el préstamo está pagado.', ret: null }
    expect(await ask(person, key.orderId)).toEqual(refused)
    const receiptId = await payOff(key, 20)
    expect((await ask(person, key.orderId)).code).toBe('0')
    await takeBack(services, key, receiptId)
    expect(await ask(person, key.orderId)).toEqual(refused)
  })

  test('alike for somebody else’s loan and for one that is not there', async () => {
    const { key } = await newLoan()
    await payOff(key, 20)
    const stranger = await newBorrower(server)
    const foreign = await ask(stranger, key.orderId)
    expect(foreign).toMatchObject({ code: '20303', ret: null })
    expect(await ask(stranger, services.random.uuid())).toEqual(foreign)
  })
})
