import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../web/src/app/routes.ts'
import { Phone, launchBrowser } from './phone.ts'

launchBrowser()

const pages = routes.filter((row) => row.access === 'guest').map((row) => row.path)

describe('at night', () => {
  let phone: Phone

  beforeAll(async () => {
    phone = await Phone.open({ dark: true })
  })

  afterAll(() => phone.close())

  test('the screen is dark', async () => {
    await phone.goto('/')
    const colour = await phone.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const [red = 255, green = 255, blue = 255] = (colour.match(/[\d.]+/g) ?? []).map(Number)
    expect(Math.max(red, green, blue)).toBeLessThan(90)
  })

  test.each(pages)('%s: everything can be read', async (path) => {
    await phone.goto(path)
    expect(await phone.axe()).toEqual([])
  })
})
