import { createServer } from 'node:http'
import { once } from 'node:events'
import { deviceDataKinds } from '@hola/core/device/limits.ts'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { newSession, type Session } from '../e2e/client.ts'
import { newPerson } from '../e2e/people.ts'
import { discard, newDataDir, startServer } from '../e2e/server.ts'
import { installedBrowser, noBrowser } from '../tools/browser.ts'
import { median } from './median.ts'
import { phone, slowCpu } from './phone.ts'
import { freePort } from '../server/src/platform/free-port.ts'

// How long a form keeps whoever types and taps on a cheap phone waiting for the screen to answer: the slowest touch of a
// visit. Beside it the same page as plain HTML, with the same touches: what it takes without any code of ours.

export const inpMsMax = 200

const stepFolder = '/pages/step'

/** What is done on each page: a chip is chosen, a text typed, a sheet opened and closed. */
const forms = [
  {
    path: `${stepFolder}/step-basic/step-basic`,
    chips: ['gender_id'],
    texts: ['first_name', 'national_id_number'],
    sheets: ['birth_day', 'education_id', 'address.province_id'],
  },
  {
    path: `${stepFolder}/step-social/step-social`,
    chips: [],
    texts: ['monthly_salary_centavos', 'emergency_contact_1.contact_name'],
    sheets: ['employment_type_id', 'emergency_contact_1.relationship_id'],
  },
  {
    path: `${stepFolder}/step-withdrawal/step-withdrawal`,
    chips: [],
    texts: ['account_number', 'full_name'],
    sheets: [],
  },
] as const
type Form = (typeof forms)[number]

declare global {
  interface Window {
    slowestMs: number
    slowestName: string
  }
}

/** Runs in the page before anything else. One interaction is several events: its length is that of the longest. */
const watch = `
  window.slowestMs = 0
  window.slowestName = ''
  new PerformanceObserver((list) => {
    for (const { duration, interactionId, name, target } of list.getEntries())
      if (interactionId > 0 && duration > window.slowestMs) {
        window.slowestMs = duration
        window.slowestName = name + ' ' + (target?.closest('[data-field]')?.dataset.field ?? target?.textContent ?? '')
      }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
`

/** Waits until what was touched last has been drawn and nothing is left to do: nobody touches twice in one moment. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => resolve(), { timeout: 2000 }))),
      ),
  )

const typed = 'Ab12 '

async function typeInto(page: Page, field: string): Promise<void> {
  const input = page.locator(`[data-field="${field}"] input`)
  await input.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await input.tap()
  await drawn(page)
  for (const letter of typed) {
    await page.keyboard.press(letter)
    await drawn(page)
  }
}

async function openSheet(page: Page, field: string): Promise<void> {
  const button = page.locator(`[data-field="${field}"] button[aria-haspopup=dialog]:not([aria-disabled])`)
  await button.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await button.tap()
  const sheet = page.getByRole('dialog')
  await sheet.waitFor()
  await drawn(page)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await drawn(page)
}

async function chooseChip(page: Page, field: string): Promise<void> {
  const radio = page.locator(`[data-field="${field}"]`).getByRole('radio').first()
  await radio.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  // The label is what the finger meets.
  await radio.tap({ force: true })
  await drawn(page)
}

async function touchForm(page: Page, { chips, texts, sheets }: Form): Promise<void> {
  for (const field of chips) await chooseChip(page, field)
  for (const field of texts) await typeInto(page, field)
  for (const field of sheets) await openSheet(page, field)
  // Everything is checked, and what is wrong is said at its field.
  await page.locator('form button[type=submit]').tap()
  await page.getByRole('alert').first().waitFor()
  await drawn(page)
}

async function touchStill(page: Page, { chips, texts, sheets }: Form): Promise<void> {
  for (const field of chips) await chooseChip(page, field)
  for (const field of texts) await typeInto(page, field)
  for (const field of sheets) {
    const button = page.locator(`[data-field="${field}"] button[aria-haspopup=dialog]`)
    await button.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    // Nothing enables what waits for a choice before it.
    await button.tap({ force: true })
    await drawn(page)
  }
}

type Slowest = { ms: number; name: string }

async function measure(context: BrowserContext, url: string, touch: (page: Page) => Promise<void>): Promise<Slowest> {
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.locator('[data-field] input').first().waitFor()
  await slowCpu(page)
  await touch(page)
  const slowest = await page.evaluate(() => ({ ms: window.slowestMs, name: window.slowestName }))
  await page.close()
  return slowest
}

/** The page as it stands when all has come, without what runs. */
async function stillOf(context: BrowserContext, url: string): Promise<string> {
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.locator('[data-field] input').first().waitFor()
  const html = await page.evaluate(() => {
    for (const running of document.querySelectorAll('script, template, noscript, link[rel=modulepreload]'))
      running.remove()
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      link.setAttribute('href', link.href)
    return `<!doctype html>${document.documentElement.outerHTML}`
  })
  await page.close()
  return html
}

/** Somebody who has answered every question for consent with "not now", in one browser context. */
const asUser = (browser: Browser, origin: string, { token, userId }: Session): Promise<BrowserContext> => {
  const notNow = Object.fromEntries(deviceDataKinds.map((kind) => [kind, Date.now()]))
  const localStorage = [
    { name: 'token', value: token },
    { name: 'user-id', value: userId },
    { name: 'consents', value: JSON.stringify({ live: {}, notNow }) },
  ]
  return phone(browser, {
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
    serviceWorkers: 'block',
  })
}

export type Interaction = {
  path: string
  inpMs: number
  slowest: string
  /** Against the same page as plain HTML. */
  ratio: number
  nullRatio: number
}

export async function interactions(rounds: number): Promise<Interaction[]> {
  const found = installedBrowser()
  if (!found) throw new Error(noBrowser)
  const app = await startServer(await newDataDir(), await freePort())
  const browser = await chromium.launch({ executablePath: found.path, args: found.args })
  const stills = new Map<string, string>()
  const stillServer = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(stills.get(request.url ?? ''))
  })
  stillServer.listen(await freePort(), '127.0.0.1')
  await once(stillServer, 'listening')
  const address = stillServer.address()
  if (address === null || typeof address === 'string') throw new Error('the bench has no port')
  const stillUrl = `http://127.0.0.1:${address.port}`
  try {
    const person = newPerson()
    const session = await newSession(app.url, person)
    const context = await asUser(browser, app.url, session)
    const results: Interaction[] = []
    for (const form of forms) {
      const formUrl = `${app.url}/#${form.path}`
      stills.set(form.path, await stillOf(context, formUrl))
      const rows: { own: Slowest; still: Slowest; again: Slowest }[] = []
      for (let round = 0; round < rounds; round += 1) {
        const still = await measure(context, stillUrl + form.path, (page) => touchStill(page, form))
        const own = await measure(context, formUrl, (page) => touchForm(page, form))
        const again = await measure(context, stillUrl + form.path, (page) => touchStill(page, form))
        rows.push({ own, still, again })
      }
      const inpMs = median(rows.map(({ own }) => own.ms))
      results.push({
        path: form.path,
        inpMs,
        slowest: rows.find(({ own }) => own.ms === inpMs)?.own.name ?? '',
        ratio: median(rows.map(({ own, still }) => own.ms / still.ms)),
        nullRatio: median(rows.map(({ again, still }) => again.ms / still.ms)),
      })
    }
    return results
  } finally {
    stillServer.close()
    stillServer.closeAllConnections()
    await browser.close()
    await discard(app)
  }
}
