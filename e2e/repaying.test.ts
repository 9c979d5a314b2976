import { addDays, startOfDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { pesos, subtract } from '@hola/core/money.ts'
import { extractText, getDocumentProxy } from 'unpdf'
import { readFile } from 'node:fs/promises'
import { oneTestIn, someOf } from '@hola/core/test-proof.ts'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { borrow, call, letReview, newSession, submitApplication, type Session } from './client.ts'
import { desk } from './desk.ts'
import { ownServer } from './own-server.ts'
import { newPerson, type Person } from './people.ts'
import { launchBrowser, Phone, type Language } from './phone.ts'
import { moveClock, payFor } from './sandbox-api.ts'
import { looksRight, money, wordsOn } from './walk.ts'

launchBrowser()
const server = ownServer()

let phone: Phone
let person: Person
let session: Session

afterEach(async () => {
  expect(phone.problems).toEqual([])
  await phone.close()
})

/** Somebody who is approved, and a phone that is hers. */
const approved = async (language: Language, options?: Parameters<typeof newPerson>[0]): Promise<string> => {
  setLocale(language)
  const { url } = server()
  person = newPerson(options)
  session = await newSession(url, person)
  await submitApplication(url, session, person)
  expect(await letReview(url, session)).toMatchObject({ state: 'approved' })
  phone = await Phone.open({ language, session, url })
  return url
}

const orderNow = async (orderId: string): Promise<RetOf<'loan/order'>['order']> =>
  (await call(server().url, 'loan/order', { order_id: orderId }, { session })).order

const heading = (name: string | RegExp) => phone.page.getByRole('heading', { name })
const link = (name: string | RegExp) => phone.page.getByRole('link', { name })
const button = (name: string | RegExp) => phone.page.getByRole('button', { name })

/** Waits until the page says so: Home keeps what it has while it asks. */
const shows = async (text: string): Promise<void> => {
  await expect.poll(() => wordsOn(phone)).toContain(text)
}

/** Asks how to pay, pays as the page says, and sees it credited without touching anything. */
const payAndSee = async (orderId: string): Promise<void> => {
  await phone.tap(button(m.repay_ask()))
  await phone.page.getByText(m.repay_waiting()).waitFor()
  await looksRight(phone)
  await payFor(server().url, orderId)
  await heading(m.repay_receipt()).waitFor()
  await looksRight(phone)
}

const orderPage = (orderId: string): string => `/pages/order-detail/order-detail?order_id=${orderId}`

describe.each(someOf<Language>('languages of repaying', ['es', 'en'], 1))('in %s', (language) => {
  test('a loan is paid in part, extended, overdue, paid off and cleared, with its libre deuda', async () => {
    const url = await approved(language)
    const { order_id: orderId, due_day: firstDue } = await borrow(url, session, person)
    if (firstDue === null) throw new Error('paid out without a due day')
    await phone.goto('/')
    await shows(formatDay(firstDue))
    await looksRight(phone)

    await phone.goto(`/pages/repay/repay?order_id=${orderId}`)
    const before = await orderNow(orderId)
    await phone.check(phone.page.getByRole('radio', { name: new RegExp(`^${m.repay_part()}`) }))
    await phone.page.getByRole('textbox', { name: m.repay_part_label() }).fill('20000')
    await payAndSee(orderId)
    const part = await orderNow(orderId)
    expect(part.payoff_centavos).toBe(subtract(before.payoff_centavos, pesos(20_000)))

    await desk(server(), 'coupon', person.phone, '--days', '7', '--valid', '200', '--why', 'a test of the extension')
    await phone.goto(orderPage(orderId))
    await phone.tap(link(new RegExp(m.orders_extend())))
    await button(new RegExp(formatDay((await orderNow(orderId)).extension?.new_due_day ?? firstDue))).waitFor()
    await looksRight(phone)
    await phone.tap(button(new RegExp(formatDay((await orderNow(orderId)).extension?.new_due_day ?? firstDue))))
    await expect.poll(async () => (await orderNow(orderId)).due_day).not.toBe(firstDue)
    const { due_day: due } = await orderNow(orderId)
    await heading(m.repay_extended({ date: formatDay(due ?? firstDue) })).waitFor()

    // Three days late: the account outlived her session, so she logs in again.
    await moveClock(url, { to: startOfDay(addDays(due ?? firstDue, 3)).toISOString() })
    await phone.close()
    session = await newSession(url, person)
    phone = await Phone.open({ language, session, url })
    const late = await orderNow(orderId)
    expect(late).toMatchObject({ state: 'overdue', overdue_days: 3 })
    await phone.goto('/')
    await shows(m.orders_state_overdue({ days: 3 }))
    await shows(money(late.payoff_centavos))
    await looksRight(phone)
    await phone.goto(orderPage(orderId))
    await shows(m.orders_late_daily())
    for (const charge of [late.late_one_time_centavos, late.late_daily_centavos, late.payoff_centavos]) {
      expect(charge).toBeGreaterThan(0)
      await shows(money(charge))
    }
    await looksRight(phone)

    await phone.tap(link(m.orders_pay_all()))
    await phone.check(phone.page.getByRole('radio', { name: new RegExp(`^${m.repay_all({ amount: '' }).trim()}`) }))
    await payAndSee(orderId)
    expect(await orderNow(orderId)).toMatchObject({ state: 'cleared', payoff_centavos: 0 })

    await phone.goto(orderPage(orderId))
    const download = phone.page.waitForEvent('download')
    await phone.tap(button(new RegExp(m.orders_clearance())))
    const bytes = await readFile(await (await download).path())
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
    expect(text).toContain(late.order_number)
    expect(text).toContain(person.lastName)
    await looksRight(phone)

    await phone.goto(`${orderPage(orderId)}&view=statement`)
    await phone.tap(phone.page.getByRole('button', { name: m.orders_verify(), exact: true }))
    const { entries } = await call(url, 'loan/statement', { order_id: orderId }, { session })
    await shows(m.orders_verify_fits({ count: entries.length }))
    await looksRight(phone)
  })
})

const longTest = oneTestIn(2, 'loans that go another way', { test, afterAll })

longTest('a failed payout says so; the account is corrected and the money sent', async () => {
  const url = await approved('en', { accountEnding: '9102' })
  const { order_id: orderId } = await borrow(url, session, person, 'payout_failed')
  await phone.goto('/')
  await shows('Your order payment failed. Please confirm or modify it and submit again.')
  await looksRight(phone)
  await phone.goto(orderPage(orderId))
  await phone.tap(link(m.orders_correct()))
  const account = phone.page.getByRole('textbox', { name: new RegExp(m.application_field_account_number()) })
  await account.waitFor()
  await looksRight(phone)
  await account.fill(newPerson().cbu)
  await phone.tap(button(m.application_save_and_resubmit()))
  await expect.poll(async () => (await orderNow(orderId)).state).toBe('in_repayment')
})

longTest('within the days she withdraws: gives back what she received, and owes nothing', async () => {
  const url = await approved('es')
  const { order_id: orderId, arrival_centavos: arrival } = await borrow(url, session, person)
  await phone.goto(orderPage(orderId))
  await phone.tap(link(new RegExp(m.orders_regret())))
  await button(m.repay_withdraw_ask()).waitFor()
  await shows(money(arrival))
  await looksRight(phone)
  await phone.tap(button(m.repay_withdraw_ask()))
  await phone.page.getByText(m.repay_waiting()).waitFor()
  await payFor(url, orderId)
  await heading(m.repay_receipt()).waitFor()
  expect(await orderNow(orderId)).toMatchObject({ state: 'cancelled', payoff_centavos: 0, repaid_centavos: arrival })
})
