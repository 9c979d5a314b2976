import { someOf } from '@hola/core/test-proof.ts'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { firstScreen } from '../bench/first-screen.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { newSession } from './client.ts'
import { Phone, launchBrowser, type Language } from './phone.ts'

launchBrowser()

let phone: Phone

afterEach(async () => {
  expect(phone.problems).toEqual([])
  await phone.close()
})

describe.each(someOf<Language>('languages of Home', ['en', 'es'], 1))('Home in %s', (language) => {
  test('a guest sees the full cost: arrival, total and the CFTEA', async () => {
    phone = await Phone.open({ language })
    await phone.goto('/')
    for (const words of [
      m.home_you_receive({}, { locale: language }),
      m.home_you_pay({}, { locale: language }),
      m.home_cftea({}, { locale: language }),
    ]) {
      await phone.page.getByText(words).first().waitFor()
    }
    expect(await phone.page.locator('main').innerText()).toMatch(/\$\s?\d{1,3}(\.\d{3})*,\d\d/)
  })

  test('the ways out of a contract can be seen without scrolling', async () => {
    phone = await Phone.open({ language })
    await phone.goto('/')
    for (const path of ['/pages/consumer/regret', '/pages/consumer/unsubscribe']) {
      const box = await phone.page.locator(`a[href="#${path}"]`).first().boundingBox()
      const barTop = (await phone.page.getByRole('navigation').last().boundingBox())?.y ?? 0
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(barTop)
    }
  })

  test('a person who has just logged in is told what to do next', async () => {
    const session = await newSession(inject('url'))
    phone = await Phone.open({ language, session })
    await phone.goto('/')
    await phone.page
      .getByText(m.home_start({}, { locale: language }))
      .first()
      .waitFor()
    expect(await phone.axe()).toEqual([])
  })
})

describe('the first screen', () => {
  test('can be seen with the scripts that its budget counts, and no other', async () => {
    const counted = new Set(firstScreen().scripts.map(({ file }) => `/${file}`))
    const held: string[] = []
    phone = await Phone.open()
    await phone.page.route(/\.js$/, async (route) => {
      const { pathname } = new URL(route.request().url())
      if (counted.has(pathname)) await route.continue()
      else held.push(pathname)
    })
    await phone.page.goto(phone.url)
    await phone.page.getByText(m.home_headline({}, { locale: 'en' })).waitFor()
    await phone.page
      .getByText(m.home_regret({}, { locale: 'en' }))
      .first()
      .waitFor()
    const asked = await phone.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.endsWith('.js')),
    )
    expect([...counted].filter((path) => !asked.includes(path))).toEqual([])
  })
})
