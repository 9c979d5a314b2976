import { someOf } from '@hola/core/test-proof.ts'
import { may, staffRoles, type Power, type StaffRole } from '@hola/core/desk-contract/roles.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Phone } from './phone.ts'
import { unexpected, walkTheDesk } from './desk-walk.ts'

// The desk as its people use it: the built app on its own origin.

walkTheDesk('every page', ({ open, signInAs }) => {
  const madeUp: Readonly<Record<StaffRole, string>> = {
    analyst: 'Ana',
    support: 'Sol',
    treasury: 'Tomás',
    supervisor: 'Vera',
    auditor: 'Aldo',
  }
  const rail = (phone: Phone) => phone.page.getByRole('navigation').getByRole('link')

  beforeAll(() => {
    expect(Object.keys(madeUp)).toEqual([...staffRoles])
  })

  /** The rail from top to bottom. */
  const pagesByPower: readonly (readonly [Power, () => string])[] = [
    ['see_queue', m.desk_queue_page],
    ['see_cases', m.desk_queue_page_cases],
    ['see_people', m.desk_people_page],
    ['see_loans', m.desk_people_loans],
    ['see_money', m.desk_money_page_payouts],
    ['see_money', m.desk_money_page_receipts],
    ['see_loans', m.desk_care_page_arrears],
    ['see_requests', m.desk_care_page_requests],
    ['see_money', m.desk_money_page_reconciliation],
    ['see_money', m.desk_money_page_jobs],
    ['see_proposals', m.desk_page_proposals],
    ['see_money', m.desk_money_page_products],
    ['see_portfolio', m.desk_book_page],
    ['be_signed_in', m.desk_care_page_switches],
    ['see_acts', m.desk_page_acts],
    ['see_portfolio', m.desk_book_exports_page],
    ['see_staff', m.desk_page_staff],
    ['be_signed_in', m.desk_page_session],
  ]

  describe.each(someOf('roles at the desk’s rail', staffRoles, 2))('as %s', (role) => {
    test('the rail has the pages of the role and no others, and the first one is open', async () => {
      const phone = await signInAs(madeUp[role])
      const sees = (power: Power): boolean => may(role, power)
      const names = pagesByPower.filter(([power]) => sees(power)).map(([, name]) => name())
      expect(await rail(phone).allInnerTexts()).toEqual(names)
      await phone.page.getByRole('heading', { level: 1, name: names[0] ?? '' }).waitFor()
      if (!sees('see_staff')) {
        await phone.goto('/staff')
        await phone.page.getByText(m.desk_not_found_text()).waitFor()
      }
      expect(unexpected(phone)).toEqual([])
      await phone.close()
    })
  })

  /** Where nothing waits on a new server. */
  const emptyWords = {
    '/today': m.desk_queue_empty,
    '/cases': m.desk_queue_cases_empty,
    '/proposals': m.desk_proposals_empty,
  } as const

  describe('every page', () => {
    const looks = [
      { width: 1440, dark: false, language: 'es' },
      { width: 1440, dark: true, language: 'en' },
      { width: 1024, dark: false, language: 'en' },
      { width: 1024, dark: true, language: 'es' },
    ] as const
    test.each(someOf('looks of the desk’s pages', looks, 1))(
      'at $width, dark: $dark, in $language, reads well',
      async (options) => {
        setLocale(options.language)
        const out = await open(options)
        await out.page.getByRole('button', { name: 'Vera' }).waitFor()
        expect(await out.axe()).toEqual([])
        await out.close()
        const phone = await signInAs('Vera', options)
        for (const path of ['/today', '/cases', '/proposals', '/acts', '/staff', '/session'] as const) {
          await phone.goto(path)
          if (path in emptyWords) await phone.page.getByText(emptyWords[path as keyof typeof emptyWords]()).waitFor()
          else if (path !== '/session') {
            await phone.page.getByRole('grid').waitFor()
            if (options.width < 1200) await phone.page.keyboard.press(' ')
            await phone.page.getByRole('complementary').waitFor()
          }
          expect([path, await phone.axe(), await phone.overflow()]).toEqual([path, [], 0])
        }
        for (const keys of ['Control+k', '?']) {
          await phone.page.keyboard.press(keys)
          await phone.page.getByRole('dialog').waitFor()
          expect([keys, await phone.axe()]).toEqual([keys, []])
          await phone.page.keyboard.press('Escape')
        }
        expect(unexpected(phone)).toEqual([])
        await phone.close()
      },
    )
  })
})
