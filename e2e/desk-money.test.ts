import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../server/src/platform/free-port.ts'
import { openPool, findRunningPostgres } from '../server/src/platform/db/public.ts'
import { createLog } from '../server/src/platform/log.ts'
import { borrow, call, letReview, newSession, submitApplication, type Session } from './client.ts'
import { ownServer } from './own-server.ts'
import { newPerson } from './people.ts'
import { launchBrowser, Phone, type PhoneOptions } from './phone.ts'

// Money at the lender's desk: a payout that hangs, a day that is compared again, every page as it reads.

launchBrowser()
let deskPort = 0
const server = ownServer(async () => {
  deskPort = await freePort()
  return { DESK_PORT: String(deskPort), TRANSFER_ACCOUNT: '0000003100012345678907' }
})

const signInAs = async (name: string, options: PhoneOptions = {}): Promise<Phone> => {
  const url = `http://localhost:${deskPort}`
  const phone = await Phone.open({ width: 1440, height: 900, desk: true, language: 'es', ...options, url })
  await phone.page.goto(url)
  await phone.page.getByRole('button', { name }).click()
  await phone.page.getByRole('navigation').waitFor()
  await phone.settled()
  return phone
}

/** What hangs, hangs since twenty minutes ago. */
const letTimePass = async (): Promise<void> => {
  const connectionString = await findRunningPostgres(server().dataDir)
  if (connectionString === undefined) throw new Error('the database does not run')
  const pool = openPool(connectionString, { log: createLog('silent') })
  await pool.query(`UPDATE loan_order SET state_since = state_since - interval '20 minutes' WHERE state = 'pending'`)
  await pool.end()
}

/** The bank of the sandbox does not answer about this account, and has paid. */
const person = newPerson({ accountEnding: '9106' })
let session: Session
let loan: Awaited<ReturnType<typeof borrow>>

beforeAll(async () => {
  const { url } = server()
  session = await newSession(url, person)
  await submitApplication(url, session, person)
  await letReview(url, session)
  loan = await borrow(url, session, person, 'pending')
})
beforeEach(() => {
  setLocale('es')
})

test('a payout that hangs is asked about by keyboard, and settled', async () => {
  await letTimePass()
  const tomas = await signInAs('Tomás')
  const { page } = tomas
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  const list = page.getByRole('grid', { name: m.desk_money_payouts_label() })
  await list.getByRole('row', { name: new RegExp(`${loan.order_number}.*${m.desk_money_payout_unknown()}`) }).waitFor()
  await page.getByRole('button', { name: new RegExp(`^${m.desk_money_payouts_late()} ?1$`) }).click()
  await expect.poll(() => tomas.hash()).toBe('#/payouts?show=late')
  expect([await tomas.axe(), await tomas.overflow()]).toEqual([[], 0])
  await page.keyboard.press('q')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText(m.desk_why_missing()).waitFor()
  await page.keyboard.type('no contesta desde hace veinte minutos')
  await page.keyboard.press('Control+Enter')
  await page.getByText(m.desk_money_payout_asked()).first().waitFor()
  await expect
    .poll(
      async () => {
        await page.reload()
        await tomas.settled()
        return page.getByText(m.desk_money_payouts_empty()).count()
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(1)
  const { order } = await call(server().url, 'loan/order', { order_id: loan.order_id }, { session })
  expect(order.state).toBe('in_repayment')
  await tomas.close()
})

test('a day is compared again and its explanation noted', async () => {
  const tomas = await signInAs('Tomás')
  const { page } = tomas
  await tomas.goto('/reconciliation')
  await page.getByRole('button', { name: m.desk_money_month_before() }).click()
  await page.getByRole('button', { name: /^15/ }).click()
  await page.getByRole('button', { name: m.desk_money_run() }).click()
  await page.getByRole('dialog').getByLabel(m.desk_why()).fill('el proveedor estuvo caído')
  await page.getByRole('dialog').getByRole('button', { name: m.desk_money_run() }).click()
  await page.getByText(m.desk_money_run_done()).first().waitFor()
  await expect
    .poll(
      async () => {
        await page.reload()
        await tomas.settled()
        return page.getByRole('heading', { name: /sandbox/ }).count()
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBeGreaterThan(0)
  await page.getByRole('button', { name: m.desk_money_note() }).first().click()
  await page.getByRole('dialog').getByLabel(m.desk_why()).fill('el banco no da extracto')
  await page.getByRole('dialog').getByRole('button', { name: m.desk_money_note_save() }).click()
  await page.getByText('el banco no da extracto').waitFor()
  await tomas.close()
})

test('every page of money reads well in English, in the dark, at 1024', async () => {
  setLocale('en')
  const vera = await signInAs('Vera', { width: 1024, dark: true, language: 'en' })
  for (const path of ['/payouts', '/receipts', '/receipts?show=credited', '/reconciliation', '/products', '/jobs']) {
    await vera.goto(path)
    expect([path, await vera.axe(), await vera.overflow()]).toEqual([path, [], 0])
  }
  await vera.close()
})
