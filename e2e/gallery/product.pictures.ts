import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { beforeAll, expect, test } from 'vitest'
import { call, letReview, newSession, submitApplication } from '../client.ts'
import { ownServer } from '../own-server.ts'
import { drawPeopleBy, newPerson } from '../people.ts'
import { launchBrowser, Phone } from '../phone.ts'
import { codeSentTo, moveClock, readClock } from '../sandbox-api.ts'
import { pictureSize, productPage, screenSize } from './product-page.ts'

// The picture at the top of the README: npm run gallery -- --readme

const file = join(import.meta.dirname, '..', '..', 'docs', 'pictures', 'product.webp')
const BYTES_MAX = 200_000
/** Text stays sharp; above it the file grows and nobody sees why. */
const WEBP_QUALITY = 85
const TEN_IN_THE_MORNING_MS = 10 * 3_600_000

launchBrowser()
const server = ownServer()

beforeAll(() => {
  setLocale('en')
  drawPeopleBy('product')
})

test('four screens side by side: the offer, its full cost, the signature, the running loan', async () => {
  const { url } = server()
  // Whoever takes the picture at night shows nobody who borrows at night.
  const tomorrow = addDays(civilDayOf(new Date((await readClock(url)).now)), 1)
  await moveClock(url, { to: new Date(startOfDay(tomorrow).getTime() + TEN_IN_THE_MORNING_MS).toISOString() })

  const person = { ...newPerson(), firstName: 'Lucía', lastName: 'Romero' }
  const session = await newSession(url, person)
  await submitApplication(url, session, person)
  expect(await letReview(url, session)).toMatchObject({ state: 'approved' })

  const phone = await Phone.open({ url, session, ...screenSize })
  const { page } = phone
  await page.clock.setSystemTime((await readClock(url)).now)
  const screens: Buffer[] = []
  const take = async (scrolledBy = 0): Promise<void> => {
    await page.waitForFunction(() => document.querySelector('#app [aria-busy=true]') === null)
    await page.evaluate((top) => scrollTo(0, top), scrolledBy)
    await phone.settled()
    screens.push(await page.screenshot({ animations: 'disabled' }))
  }

  await phone.goto('/')
  await take()
  await phone.goto('/pages/loan/loan-info-choose/loan-info-choose')
  await take()
  await phone.goto(`/pages/sign/sign?amount_centavos=${pesos(120_000)}&term_days=91`)
  await phone.check(page.getByRole('checkbox'))
  await phone.tap(page.getByRole('button', { name: m.sign_ask_code() }))
  const field = page.getByRole('textbox')
  await field.waitFor()
  await field.fill(await codeSentTo(url, person.phone))
  // So far that the code can be seen.
  await take(96)
  await phone.tap(page.getByRole('button', { name: m.sign_sign(), exact: true }))
  await page.getByRole('heading', { name: m.sign_done_title() }).waitFor()
  const orderOf = async () => {
    const { groups } = await call(url, 'user/get_processing_order', {}, { session })
    return groups.flatMap(({ orders }) => orders)[0]
  }
  await expect.poll(async () => (await orderOf())?.state).toBe('in_repayment')
  await phone.goto(`/pages/order-detail/order-detail?order_id=${(await orderOf())?.order_id}`)
  await take()
  expect(phone.problems).toEqual([])

  await page.goto('about:blank')
  await page.setViewportSize(pictureSize)
  await page.setContent(productPage(screens))
  await page.waitForFunction(() => [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth))
  // Playwright's own pictures are PNG or JPEG; WebP is half of either at the same sharpness.
  const browser = await phone.context.newCDPSession(page)
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: WEBP_QUALITY })
  const picture = Buffer.from(data, 'base64')
  expect(picture.byteLength).toBeLessThanOrEqual(BYTES_MAX)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, picture)
  await phone.close()
})
