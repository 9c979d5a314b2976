import { deviceDataKinds } from '@hola/core/device/limits.ts'
import axe from 'axe-core'
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { phoneFonts } from '../tools/browser-fonts.ts'
import { installedBrowser, noBrowser } from '../tools/browser.ts'
import { POLL_LIMIT_MS } from '../tools/time-limits.ts'
import type { Session } from './client.ts'
import { newNetwork } from './network.ts'

export type Language = 'en' | 'es'

export type PhoneOptions = {
  width?: number
  height?: number
  language?: Language
  dark?: boolean
  /** A keyboard and a mouse instead of a touch screen. */
  desk?: boolean
  session?: Session
  /** Whether the app may ask for consents; else every question was answered with "not now" before. */
  asks?: boolean
  url?: string
  /** Lets the app stay on the phone; then its files do not pass by the routes of a test any more. */
  keepsApp?: boolean
}

let shared: Browser | undefined
let own: Browser | undefined

type Stored = { name: string; value: string }[]

const storedOf = ({ token, userId, phone }: Session): Stored => [
  { name: 'token', value: token },
  { name: 'user-id', value: userId },
  ...(phone === undefined ? [] : [{ name: 'phone', value: phone }]),
]

const notNow = (): Stored => {
  const now = Date.now()
  const said = { live: {}, notNow: Object.fromEntries(deviceDataKinds.map((kind) => [kind, now])) }
  return [{ name: 'consents', value: JSON.stringify(said) }]
}

const launch = (moreArguments: readonly string[]): Promise<Browser> => {
  const found = installedBrowser()
  if (!found) throw new Error(noBrowser)
  return chromium.launch({ executablePath: found.path, args: [...found.args, ...moreArguments], env: phoneFonts() })
}

/**
 * One browser for all files that a worker runs, which ends with it; each test opens phones in it, which share nothing.
 * A file with wishes of its own has one of its own.
 */
export function launchBrowser(moreArguments: readonly string[] = []): void {
  beforeAll(async () => {
    if (moreArguments.length > 0) own = await launch(moreArguments)
    else shared ??= await launch([])
  })
  afterAll(async () => {
    await own?.close()
    own = undefined
  })
}

/** A phone with one tab open, which notes everything that goes wrong in it. */
export class Phone {
  readonly context: BrowserContext
  readonly page: Page
  readonly url: string
  /** Errors on the console, uncaught errors, requests that failed or answered 4xx or 5xx. */
  readonly problems: string[] = []
  /** What a person has done on it: presses of a control, and values written. */
  taps = 0
  typed = 0
  private underWay = 0

  private constructor(context: BrowserContext, page: Page, url: string) {
    this.context = context
    this.page = page
    this.url = url
    page.on('console', (message) => {
      // Playwright says so itself on a phone that keeps no app.
      if (message.text() === 'Service Worker registration blocked by Playwright') return
      if (message.type() === 'error' || message.type() === 'warning') this.problems.push(`console: ${message.text()}`)
    })
    page.on('request', () => (this.underWay += 1))
    page.on('requestfinished', () => (this.underWay -= 1))
    page.on('requestfailed', () => (this.underWay -= 1))
    page.on('pageerror', (error) => this.problems.push(`uncaught: ${error.message}`))
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // What a page asked for and did not wait for when it was left is no failure.
      if (reason !== 'net::ERR_ABORTED') this.problems.push(`request: ${request.url()} ${reason}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) this.problems.push(`answer ${response.status()}: ${response.url()}`)
    })
  }

  static async open(options: PhoneOptions = {}): Promise<Phone> {
    const browser = own ?? shared
    if (!browser) throw new Error('call launchBrowser() first')
    const {
      width = 390,
      height = 844,
      language = 'en',
      dark = false,
      desk = false,
      keepsApp = false,
      session,
    } = options
    const url = options.url ?? inject('url')
    const localStorage = [...(session ? storedOf(session) : []), ...(options.asks ? [] : notNow())]
    const context = await browser.newContext({
      viewport: { width, height },
      locale: language === 'en' ? 'en-US' : 'es-AR',
      timezoneId: 'America/Argentina/Buenos_Aires',
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      serviceWorkers: keepsApp ? 'allow' : 'block',
      hasTouch: !desk,
      isMobile: !desk,
      extraHTTPHeaders: newNetwork(),
      storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    })
    context.setDefaultTimeout(POLL_LIMIT_MS)
    await context.addInitScript(noteToasts)
    return new Phone(context, await context.newPage(), url)
  }

  /** Opens a page by its address, as a link from outside does. */
  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.url}/#${path}`)
    await this.settled()
  }

  /** Waits until nothing is asked for any more and what came has been drawn. */
  async settled(): Promise<void> {
    // What the build has drawn into the page does not count: nothing listens to it yet.
    await this.page.waitForSelector(':is(#app, #sandbox, #ui) > :not(:empty, [data-first-paint])', {
      state: 'attached',
    })
    for (let quietFrames = 0; quietFrames < 3; quietFrames += 1) {
      await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
      if (this.underWay > 0) quietFrames = -1
    }
  }

  /** Scrolls to the middle of the screen, away from the bars, and taps. */
  async tap(target: Locator): Promise<void> {
    this.taps += 1
    await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await target.tap()
  }

  /** A box or a round button whose label is what the finger meets. */
  async check(target: Locator): Promise<void> {
    this.taps += 1
    await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await target.check({ force: true })
  }

  /** Writes a value into a field; the finger that goes to it belongs to the writing. */
  async type(target: Locator, text: string): Promise<void> {
    this.typed += 1
    await target.fill(text)
  }

  /** What the system's camera or its files bring: one press, wherever that is. */
  async giveFile(target: Locator, file: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    this.taps += 1
    await target.setInputFiles(file)
  }

  hash(): string {
    return new URL(this.page.url()).hash
  }

  /** Who is logged in on it. */
  async session(): Promise<Session> {
    const [token = '', userId = ''] = await this.page.evaluate(() =>
      ['token', 'user-id'].map((key) => localStorage.getItem(key) ?? ''),
    )
    return { token, userId }
  }

  /** What every toast since the page was loaded said. They are gone before a busy machine comes to look at them. */
  toasts(): Promise<string[]> {
    return this.page.evaluate(() => window.toasts)
  }

  close(): Promise<void> {
    return this.context.close()
  }

  /** How far the page can be scrolled sideways, in px. */
  overflow(): Promise<number> {
    return this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return Math.max(0, scrollWidth - clientWidth)
    })
  }

  /** What axe finds, a line for each place. The script comes in over the debugging line: the page's policy forbids it. */
  async axe(): Promise<string[]> {
    if (!(await this.page.evaluate(() => 'axe' in window))) await this.page.evaluate(`${axe.source}; undefined`)
    const violations = await this.page.evaluate(async () => {
      const { violations } = await window.axe.run(document, {
        resultTypes: ['violations'],
        // WCAG 2.2 asks for 24 px; axe leaves it to be asked for.
        rules: { 'target-size': { enabled: true } },
      })
      return violations.map(({ id, nodes }) => ({
        id,
        places: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
      }))
    })
    return violations.flatMap(({ id, places }) => places.map((place) => `${id}: ${place}`))
  }
}

/** Runs in the page. */
function noteToasts(): void {
  window.toasts = []
  const seen = new WeakSet<Element>()
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('[popover]')) {
      if (!seen.has(toast)) window.toasts.push(toast.textContent)
      seen.add(toast)
    }
  }).observe(document, { subtree: true, childList: true })
}

declare global {
  interface Window {
    axe: typeof axe
    toasts: string[]
  }
}
