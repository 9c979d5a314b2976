import { addDays, civilDayOf, isBusinessDay, startOfDay, weekdayOf, type CivilDay } from '@hola/core/calendar.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { readReference } from '../server/src/platform/reference/reference.ts'
import { borrow, call, letReview, newSession, submitApplication, type Session } from './client.ts'
import { newPerson, type Person } from './people.ts'
import { Phone } from './phone.ts'
import { moveClock } from './sandbox-api.ts'
import { unexpected, walkTheDesk } from './desk-walk.ts'

// Requests with the law's clock, arrears without harassment, and switches: as the staff works and as a borrower sees it.

walkTheDesk(
  'requests, arrears and switches',
  ({ language, server, signInAs }) => {
    let person: Person
    let session: Session
    let number = ''
    let orderId = ''

    const moveTo = async (day: CivilDay, hour: number): Promise<void> => {
      await moveClock(server().url, { to: new Date(startOfDay(day).getTime() + hour * 3_600_000).toISOString() })
    }

    beforeAll(async () => {
      const { url } = server()
      person = newPerson()
      session = await newSession(url, person, language)
      await submitApplication(url, session, person)
      await letReview(url, session)
      const order = await borrow(url, session, person)
      number = order.order_number
      orderId = order.order_id
    })

    test('a complaint is opened with a reason, answered from a template in time, and she reads it', async () => {
      const { url } = server()
      const phone = { channel: 'phone', phone: person.phone } as const
      const body = { kind: 'complaint', ...phone, note: 'Pagué dos veces.' } as const
      const { tracking_number: tracking } = await call(url, 'consumer/request', body, { session, language })
      const sol = await signInAs('Sol')
      const { page } = sol
      await page.keyboard.press('g')
      await page.keyboard.press('r')
      await page.getByRole('row', { name: tracking }).waitFor()
      expect(await page.getByRole('main').innerText()).not.toContain('Pagué dos veces')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: tracking }).waitFor()
      await page.getByLabel(m.desk_why()).fill('para responder')
      await page.keyboard.press('Control+Enter')
      await page.getByText('Pagué dos veces.').waitFor()
      await page.getByLabel(m.desk_care_answer_template()).selectOption(m.desk_care_template_you_are_right())
      await expect.poll(() => page.getByRole('textbox', { name: m.desk_care_answer_words() }).inputValue()).not.toBe('')
      await page.getByRole('button', { name: m.desk_care_answer_see() }).click()
      await page.getByText(m.desk_care_answer_preview()).waitFor()
      expect(await sol.axe()).toEqual([])
      await page.getByLabel(m.desk_why()).fill('era cierto')
      await page.getByRole('button', { name: m.desk_care_answer_send() }).click()
      await page.getByText(m.desk_care_in_time()).first().waitFor()
      await sol.goto('/requests?show=ended')
      await page.getByRole('row', { name: new RegExp(`${tracking}.*${m.desk_care_in_time()}`) }).waitFor()
      expect(unexpected(sol)).toEqual([])
      await sol.close()

      const hers = await Phone.open({ language, session, url })
      await hers.goto('/pages/custom-service/custom-service?view=complaint')
      await hers.page.getByText(m.desk_care_answer_you_are_right()).first().waitFor()
      await hers.goto('/pages/privacy/privacy')
      await hers.page.getByText(m.privacy_contact_none()).waitFor()
      await hers.close()
    })

    describe('a late borrower', () => {
      test('is contacted within the rules, the third contact of the week is refused, and she stops it', async () => {
        const { url } = server()
        const { holidays } = readReference()
        const { due_day: due } = (await call(url, 'loan/order', { order_id: orderId }, { session })).order
        // Three business days in a row from a Monday on, when no reminder goes out by itself any more.
        let monday = addDays(due ?? civilDayOf(new Date()), 20)
        while (weekdayOf(monday) !== 1 || [0, 1, 2].some((more) => !isBusinessDay(addDays(monday, more), holidays)))
          monday = addDays(monday, 1)

        const send = async (day: CivilDay): Promise<Phone> => {
          await moveTo(day, 10)
          const sol = await signInAs('Sol')
          const { page } = sol
          await page.keyboard.press('g')
          await page.keyboard.press('m')
          await page.getByRole('button', { name: m.desk_care_bucket({ from: 6, to: 30 }) }).click()
          await page.getByRole('row', { name: number }).waitFor()
          await page.keyboard.press('e')
          await page.getByText(m.desk_care_contact_reads()).waitFor()
          await page.getByText(number, { exact: false }).last().waitFor()
          await page.getByLabel(m.desk_why()).fill('sigue en mora')
          await page.keyboard.press('Control+Enter')
          return sol
        }
        const first = await send(monday)
        await first.page.getByRole('dialog').waitFor({ state: 'detached' })
        await first.page.getByText(m.desk_care_budget_of({ count: 1, max: 2 })).waitFor()
        expect(await first.axe()).toEqual([])
        await first.close()
        const second = await send(addDays(monday, 1))
        await second.page.getByRole('dialog').waitFor({ state: 'detached' })
        await second.close()
        const third = await send(addDays(monday, 2))
        await third.page
          .getByText(m.errors_contact_not_allowed({ problem: m.desk_care_problem_two_in_seven_days() }))
          .waitFor()
        expect(await third.axe()).toEqual([])
        await third.page.keyboard.press('Escape')
        await third.page.getByText(m.desk_care_budget_of({ count: 2, max: 2 })).waitFor()
        expect(await third.axe()).toEqual([])
        expect(unexpected(third)).toEqual([])
        await third.close()

        const again = await newSession(url, person, language)
        const hers = await Phone.open({ language, session: again, url })
        await hers.goto('/pages/privacy/privacy')
        await hers.page.getByRole('heading', { name: m.privacy_contact_by_person() }).first().waitFor()
        await hers.page.getByRole('switch', { name: m.privacy_contact_switch() }).click()
        await hers.page.getByRole('switch', { name: m.privacy_contact_switch(), checked: true }).waitFor()
        expect(await hers.axe()).toEqual([])
        expect(hers.problems).toEqual([])
        await hers.close()

        const sol = await signInAs('Sol')
        await sol.goto('/arrears?days=6-30')
        await sol.page.getByText(m.desk_care_next_never()).first().waitFor()
        await sol.close()
      })
    })

    test('a way to pay is stopped by one person, which a borrower sees, and started again by two', async () => {
      const { url } = server()
      const again = await newSession(url, person, language)
      const offered = async (): Promise<string> =>
        JSON.stringify(await call(url, 'app/get_pay_option', { order_id: orderId }, { session: again }))
      expect(await offered()).toContain('"transfer"')
      const tomas = await signInAs('Tomás')
      const { page } = tomas
      await page.getByText(m.desk_care_switches_all_run()).waitFor()
      await page.keyboard.press('g')
      await page.keyboard.press('i')
      const what = m.repay_method_transfer_name()
      await page.getByRole('button', { name: m.desk_care_switch_stop_title({ what }) }).click()
      await page.getByLabel(m.desk_why()).fill('el banco avisó un corte')
      await page.keyboard.press('Control+Enter')
      await page.getByText('el banco avisó un corte', { exact: false }).first().waitFor()
      await page
        .getByRole('banner')
        .getByText(m.desk_care_switches_stopped_count({ count: 1 }))
        .waitFor()
      expect(await tomas.axe()).toEqual([])
      await moveClock(url, { advance_ms: 11_000 })
      expect(await offered()).not.toContain('"transfer"')
      const hers = await Phone.open({ language, session: again, url })
      await hers.goto(`/pages/repay/repay?order_id=${orderId}`)
      await hers.page.getByRole('button', { name: m.repay_ask() }).waitFor()
      expect(await hers.page.getByText(m.repay_method_transfer_name(), { exact: true }).count()).toBe(0)
      await hers.close()

      await page.getByRole('button', { name: m.desk_care_switch_start() }).click()
      await page.getByRole('button', { name: m.desk_propose_preview() }).click()
      await page.getByLabel(m.desk_why()).fill('ya anda')
      await page.keyboard.press('Control+Enter')
      await page.getByText(m.desk_proposal_second_missing()).waitFor()
      const vera = await signInAs('Vera')
      await vera.goto('/switches')
      await vera.page.getByText('ya anda').waitFor()
      await vera.page.keyboard.press('f')
      await vera.page.getByLabel(m.desk_why()).fill('de acuerdo')
      await vera.page.keyboard.press('Control+Enter')
      await vera.page.getByRole('banner').getByText(m.desk_care_switches_all_run()).waitFor()
      await vera.page.getByText(m.desk_care_history_two()).waitFor()
      await moveClock(url, { advance_ms: 11_000 })
      expect(await offered()).toContain('"transfer"')
      expect([...unexpected(vera), ...unexpected(tomas)]).toEqual([])
      await vera.close()
      await tomas.close()
    })

    test.each([
      { width: 1440, dark: false, language: 'es' },
      { width: 1024, dark: true, language: 'en' },
    ] as const)('its pages read well at $width, dark: $dark, in $language', async (options) => {
      setLocale(options.language)
      const phone = await signInAs('Vera', options)
      for (const path of ['/arrears?days=6-30', '/requests?show=ended', '/switches']) {
        await phone.goto(path)
        if (path !== '/switches') {
          await phone.page.getByRole('grid').waitFor()
          if (options.width < 1200) await phone.page.keyboard.press(' ')
          await phone.page.getByRole('complementary').waitFor()
        } else await phone.page.getByText(m.desk_care_switches_history()).first().waitFor()
        expect([path, await phone.axe(), await phone.overflow()]).toEqual([path, [], 0])
      }
      expect(unexpected(phone)).toEqual([])
      await phone.close()
    })
  },
  { inBoth: true },
)
