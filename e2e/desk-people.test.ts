import { randomUUID } from 'node:crypto'
import type { Centavos } from '@hola/core/money.ts'
import { centavos, formatPesos, pesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { beforeAll, expect, test } from 'vitest'
import { borrow, call, letReview, newSession, submitApplication, type Session } from './client.ts'
import { newPerson } from './people.ts'
import type { Phone } from './phone.ts'
import { moveClock, payFor } from './sandbox-api.ts'
import { like, unexpected, walkTheDesk } from './desk-walk.ts'

// People and loans at the desk, by tapping and by keyboard: one borrower from the search to a refund that two people sent.

walkTheDesk('people and loans', ({ language, server, signInAs }) => {
  const DAY_MS = 86_400_000

  const person = newPerson()
  let session: Session
  let orderId = ''
  let number = ''

  const search = async ({ page }: Phone, text: string): Promise<void> => {
    await page.keyboard.press('/')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }

  /** So many days later her device has to log in again. */
  const laterDays = async (days: number): Promise<void> => {
    await moveClock(server().url, { advance_ms: days * DAY_MS })
    session = await newSession(server().url, person, language)
  }

  const orderNow = async () => (await call(server().url, 'loan/order', { order_id: orderId }, { session })).order

  /** She pays on her loan, so much or whatever the app asks for. */
  const pay = async (amount: Centavos): Promise<void> => {
    const { url } = server()
    const { methods } = await call(url, 'app/get_pay_option', { order_id: orderId }, { session })
    const { repaid_centavos: before } = await orderNow()
    const owed = (await orderNow()).payoff_centavos
    await call(
      url,
      'deal/repay_request',
      amount >= owed
        ? { request_id: randomUUID(), order_id: orderId, kind: 'payoff', method_id: methods[0]?.method_id ?? '' }
        : {
            request_id: randomUUID(),
            order_id: orderId,
            kind: 'part',
            method_id: methods[0]?.method_id ?? '',
            amount_centavos: amount,
          },
      { session },
    )
    await payFor(url, orderId, { amount_centavos: amount })
    await expect.poll(async () => (await orderNow()).repaid_centavos).toBe(before + amount)
  }

  /** Two parts of all that is owed, the first by the tenth day from now; proposed by support, signed by a supervisor. */
  const agreeOnPlan = async (): Promise<readonly [first: Centavos, second: Centavos]> => {
    const owed = (await orderNow()).payoff_centavos
    const sol = await signInAs('Sol')
    await search(sol, number)
    await sol.page.getByRole('heading', { level: 1, name: number }).waitFor()
    await sol.page.getByRole('button', { name: new RegExp(`^${m.desk_proposals_kind_plan()}`) }).waitFor()
    await sol.page.keyboard.press('p')
    const dialog = sol.page.getByRole('dialog', { name: m.desk_proposals_kind_plan() })
    await dialog.getByText(m.desk_people_plan_text({ amount: formatPesos(owed) })).waitFor()
    await sol.page.keyboard.press('Control+Enter')
    await dialog.getByRole('button', { name: m.desk_propose(), exact: true }).waitFor()
    await dialog.getByLabel(m.desk_why()).fill('cobra cada quince días')
    await sol.page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    // Whoever proposed sees that somebody else has to sign.
    await sol.page.getByText(m.desk_proposal_own()).waitFor()
    expect(await sol.page.getByRole('button', { name: m.desk_proposal_sign(), exact: true }).count()).toBe(0)
    expect(unexpected(sol)).toEqual([])
    await sol.close()
    await signProposal(async ({ page }) => {
      await page.getByRole('region', { name: m.desk_people_plan() }).getByText(m.desk_people_plan_running()).waitFor()
    })
    const first = Math.floor(owed / 2)
    return [centavos(first), centavos(owed - first)]
  }

  /** A supervisor opens the loan, presses F, signs what she sees, and then sees on the same page what became of it. */
  const signProposal = async (seen: (vera: Phone) => Promise<void>): Promise<void> => {
    const vera = await signInAs('Vera', { dark: true })
    await search(vera, number)
    await vera.page.getByRole('heading', { level: 1, name: number }).waitFor()
    await vera.page.getByRole('button', { name: m.desk_proposal_sign(), exact: true }).waitFor()
    await vera.page.keyboard.press('f')
    await vera.page.getByRole('dialog').getByLabel(m.desk_why()).fill('lo hablé con Sol')
    await vera.page.keyboard.press('Control+Enter')
    await vera.page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect
      .poll(() => vera.page.getByRole('button', { name: m.desk_proposal_sign(), exact: true }).count())
      .toBe(0)
    await seen(vera)
    await vera.page.getByText(like(m.desk_people_books_intact({ count: 5, shown: '#' }))).waitFor()
    expect(unexpected(vera)).toEqual([])
    await vera.close()
  }

  const planIs = async (says: string): Promise<void> => {
    const aldo = await signInAs('Aldo')
    await aldo.goto(`/loans/${number}`)
    await aldo.page.getByRole('region', { name: m.desk_people_plan() }).getByText(says).waitFor()
    await aldo.page.getByText(like(m.desk_people_books_intact({ count: 5, shown: '#' }))).waitFor()
    await aldo.close()
  }

  beforeAll(async () => {
    const { url } = server()
    session = await newSession(url, person, language)
    await submitApplication(url, session, person)
    await letReview(url, session)
    const order = await borrow(url, session, person)
    orderId = order.order_id
    number = order.order_number
  })

  test('a person is found by her phone, one field opened with a reason; she reads who looked', async () => {
    const sol = await signInAs('Sol')
    const { page } = sol
    await search(sol, 'Gómez')
    await page.getByText(m.desk_people_search_how()).first().waitFor()
    await page.keyboard.press('Escape')
    await search(sol, person.phone)
    await page.getByText(like(m.desk_people_seen({ time: '#' }))).waitFor()
    const record = () => page.locator('main').innerText()
    await page.getByText(m.desk_people_order_signed()).waitFor()
    for (const secret of [person.lastName, person.dni, person.phone.slice(-8), person.cbu, person.contacts[0].name])
      expect((await record()).includes(secret)).toBe(false)
    expect([await sol.axe(), await sol.overflow()]).toEqual([[], 0])

    // V goes to the first field, Enter asks why, 3 is a reason.
    await page.keyboard.press('v')
    await page.keyboard.press('Enter')
    const asking = page.getByRole('dialog', { name: m.desk_people_open_title({ field: m.desk_people_field_name() }) })
    await asking.waitFor()
    expect(await sol.axe()).toEqual([])
    await page.keyboard.press('3')
    await page.keyboard.press('Control+Enter')
    await page.getByText(`${person.firstName} ${person.lastName}`).waitFor()
    await page.getByText(m.desk_people_reason_payout()).first().waitFor()

    await page.keyboard.press('m')
    await page.keyboard.type('Cobra el 25. Pidió esperar.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: m.desk_people_notes() }).getByText('Cobra el 25.').waitFor()
    expect(await page.locator('main').innerText()).not.toContain(person.contacts[0].name)
    expect(unexpected(sol)).toEqual([])

    // Her own page shows it, and the loan is one key away.
    const { accesses } = await call(server().url, 'privacy/state', {}, { session })
    expect(accesses.filter(({ actor }) => actor === 'desk').map(({ category }) => category)).toEqual(
      expect.arrayContaining(['form', 'account', 'loans_and_payments']),
    )
    await page.keyboard.press('1')
    await page.getByRole('heading', { level: 1, name: number }).waitFor()
    await sol.close()
  })

  test('every page of people and loans reads well, in light and dark, wide and narrow', async () => {
    for (const options of [
      { width: 1440, dark: false, language: 'es' },
      { width: 1024, dark: true, language: 'en' },
    ] as const) {
      setLocale(options.language)
      const vera = await signInAs('Vera', options)
      for (const path of ['/people', `/people/${session.userId}`, '/loans', `/loans/${number}?day=2027-03-01`]) {
        await vera.goto(path)
        await vera.settled()
        await vera.page.locator('main [aria-busy]').waitFor({ state: 'detached' })
        expect([path, await vera.axe(), await vera.overflow()]).toEqual([path, [], 0])
      }
      await vera.page.keyboard.press('d')
      expect(
        await vera.page.getByLabel(m.desk_people_other_day()).evaluate((field) => field === document.activeElement),
      ).toBe(true)
      expect(unexpected(vera)).toEqual([])
      await vera.close()
    }
  })

  test('a plan is made by two, broken, made again and kept; what was paid too much is sent back', async () => {
    const { due_day: dueDay } = await orderNow()
    const days = Math.ceil((Date.parse(`${dueDay}T12:00:00Z`) - Date.now()) / DAY_MS)
    await laterDays(days + 5)
    await expect.poll(async () => (await orderNow()).state).toBe('overdue')

    const broken = await agreeOnPlan()
    await pay(broken[0])
    await laterDays(60)
    await planIs(m.desk_people_plan_broken())

    const kept = await agreeOnPlan()
    await pay(kept[0])
    await laterDays(10)
    await pay(centavos(kept[1] + pesos(3_500)))
    await planIs(m.desk_people_plan_complete())

    const tomas = await signInAs('Tomás')
    await search(tomas, number)
    await tomas.page.getByRole('button', { name: new RegExp(`^${m.desk_proposals_kind_refund()}`) }).click()
    const dialog = tomas.page.getByRole('dialog', { name: m.desk_proposals_kind_refund() })
    await tomas.page.keyboard.press('Control+Enter')
    await dialog
      .getByText(formatPesos(pesos(3_500)))
      .first()
      .waitFor()
    expect(await tomas.axe()).toEqual([])
    await dialog.getByLabel(m.desk_why()).fill('pagó de más')
    await tomas.page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await tomas.close()
    await signProposal(async ({ page }) => {
      const payments = page.getByRole('region', { name: m.desk_people_payments(), exact: true })
      await payments.getByText(m.desk_people_refund({ amount: formatPesos(pesos(3_500)) })).waitFor()
      // The payout provider answers in its own time.
      await expect
        .poll(async () => {
          await page.reload()
          return payments.innerText()
        })
        .toContain(m.desk_people_refund_sent())
    })
  })
})
