import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadLaterPages } from '../web/src/app/later-pages.ts'
import { routes } from '../web/src/app/routes.ts'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { newSession, saveThreeSteps } from './client.ts'
import { lostWhenDoubled } from './doubled-text.ts'
import { askForCode } from './log-in.ts'
import { newPerson } from './people.ts'
import { Phone, launchBrowser, type Language } from './phone.ts'
import { outOfOrder } from './reading-order.ts'
import { inTheWrongVoice } from './spoken-language.ts'

type Route = (typeof routes)[number]

const size = { width: 390, height: 844 }
const smallest = { width: 320, height: 640 }

/**
 * Opens every page of the route table by its address, in one language, by day or by night, and makes each as narrow as a
 * phone gets.
 */
export function everyRoute(
  language: Language,
  { isNew, dark, rows = routes }: { isNew: boolean; dark: boolean; rows?: readonly Route[] },
): void {
  launchBrowser()
  let guest: Phone
  let user: Phone

  beforeAll(async () => {
    // Brings the titles of the pages.
    await loadLaterPages()
    const person = newPerson()
    const session = await newSession(inject('url'), person)
    if (!isNew) await saveThreeSteps(inject('url'), session, person)
    guest = await Phone.open({ ...size, language, dark })
    // The page that takes the code shows itself to whoever has asked for one.
    setLocale(language)
    await guest.goto('/pages/account/get-code-page/get-code-page')
    await askForCode(guest, newPerson())
    user = await Phone.open({ ...size, language, dark, session })
  })

  afterAll(async () => {
    await guest.close()
    await user.close()
  })

  test(`the screen is ${dark ? 'dark' : 'light'}`, async () => {
    await guest.goto('/')
    const colour = await guest.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const brightest = Math.max(...(colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number))
    expect(brightest < 90).toBe(dark)
  })

  test.each(rows.map((row) => ({ row, path: row.path, access: row.access })))('$path ($access)', async ({ row }) => {
    setLocale(language)
    const phone = row.access === 'user' ? user : guest
    phone.problems.length = 0
    await phone.page.setViewportSize(size)
    // From an empty page, so that the address is met by a start and not by a page that is there already.
    await phone.page.goto('about:blank')
    await phone.goto(row.path)

    expect(phone.hash().replace(/^#\/?$/, '#/')).toBe(`#${row.path}`)
    expect(await phone.page.locator('html').getAttribute('lang')).toMatch(new RegExp(`^${language}`))
    if (row.navBar) {
      await phone.page.getByText(row.title(), { exact: true }).first().waitFor()
      expect(await phone.page.title()).toContain(row.title())
    }
    expect(await phone.overflow()).toBe(0)
    expect(await phone.axe()).toEqual([])
    expect(await outOfOrder(phone)).toEqual([])
    expect(await inTheWrongVoice(phone)).toEqual([])
    expect(await lostWhenDoubled(phone)).toEqual([])
    await phone.page.setViewportSize(smallest)
    expect(await phone.overflow()).toBe(0)
    expect(phone.problems).toEqual([])
  })
}
