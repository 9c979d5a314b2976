import { expect, inject, test } from 'vitest'
import { newSession } from './client.ts'
import { launchBrowser, Phone, type PhoneOptions } from './phone.ts'

launchBrowser()

/** A phone on which the scripts of the app have not come yet, and never will. */
const withoutScripts = async (path: string, options: PhoneOptions): Promise<Phone> => {
  const phone = await Phone.open(options)
  await phone.page.route(/\/assets\/(?!show-first-paint).*\.js$/, () => undefined)
  await phone.page.goto(`${phone.url}/#${path}`, { waitUntil: 'commit' })
  await phone.page.waitForFunction(() => document.querySelector('template[lang=es]') !== null)
  await phone.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  return phone
}

test.each([
  ['es', 'Sabé cuánto pagás antes de pedir'],
  ['en', 'See the cost before you borrow'],
] as const)(
  'a guest sees Home before any script has come, in %s, where it stands later too',
  async (language, headline) => {
    const phone = await withoutScripts('/', { language })
    const heading = phone.page.getByRole('heading', { name: headline })
    await heading.waitFor()
    const start = phone.page.locator('a[href="#/pages/step/step-basic/step-basic"]')
    const before = [await heading.boundingBox(), await start.boundingBox()]
    expect(await phone.page.locator('html').getAttribute('lang')).toBe(language)
    expect(await phone.axe()).toEqual([])
    await phone.page.unrouteAll()
    await phone.goto('/?again')
    expect([await heading.boundingBox(), await start.boundingBox()]).toEqual(before)
    await phone.close()
  },
)

test.each([
  ['who is logged in', '/', true],
  ['who opens another page', '/pages/index/home-components/home-help', false],
])('%s does not see the Home of a guest for a moment', async (_, path, logged) => {
  const phone = await withoutScripts(path, logged ? { session: await newSession(inject('url')) } : {})
  expect(await phone.page.getByRole('heading').count()).toBe(0)
  await phone.close()
})
