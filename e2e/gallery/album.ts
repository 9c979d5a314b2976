import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Phone, Language } from '../phone.ts'

/** Where `npm run gallery` leaves the pictures. */
export const galleryFolder = join(import.meta.dirname, '..', '..', '.cache', 'gallery')

const screenLooks = ['phone', 'dark', 'narrow', 'desk'] as const
export type Look = (typeof screenLooks)[number] | 'print'

export type Picture = { path: string; state: string; language: Language; look: Look; file: string }

const size = { width: 390, height: 844 }
const sizes: Readonly<Record<Look, { width: number; height: number }>> = {
  phone: size,
  dark: size,
  narrow: { width: 320, height: 640 },
  desk: { width: 1280, height: 800 },
  // A4 as a browser counts it.
  print: { width: 794, height: 1123 },
}

/** Every screen in both languages; the looks that do not depend on the words in one of them. */
const looksIn: Readonly<Record<Language, readonly Look[]>> = { es: screenLooks, en: ['phone'] }

const nameOf = (path: string): string => (path === '/' ? 'home' : (path.split('/').at(-1) ?? path))

/** The app's pages have theirs behind the hash; the two pages beside it are files. */
const pathOf = (page: Page): string => {
  const { pathname, hash } = new URL(page.url())
  return pathname === '/' ? hash.slice(1).split('?')[0] || '/' : pathname.replace(/\.html$/, '')
}

/** Also when all has come, React leaves a placeholder standing for a moment. */
const filled = async (phone: Phone): Promise<void> => {
  await phone.settled()
  await phone.page.waitForFunction(
    () =>
      ![...document.querySelectorAll('#app [aria-busy=true], [data-drawing]:empty')].some((waiting) =>
        waiting.checkVisibility(),
      ),
  )
  await phone.settled()
}

const BESIDE_MS = 2000
/** What stands beside the column comes a moment after the wide screen; without a connection it stays away. */
const besideColumn = async (page: Page, drawn: () => Promise<void>): Promise<void> => {
  await page.waitForSelector('aside', { state: 'attached', timeout: BESIDE_MS }).catch(() => undefined)
  await drawn()
  await page
    .waitForFunction(() => document.querySelector('[data-drawing]:empty') === null, undefined, { timeout: BESIDE_MS })
    .catch(() => undefined)
}

/** The pictures of one language. */
export class Album {
  readonly pictures: Picture[] = []
  private readonly language: Language

  constructor(language: Language) {
    this.language = language
  }

  /** One picture for each look of the page that is open now; whole, however long it is. */
  async add(phone: Phone, state: string): Promise<void> {
    await filled(phone)
    await this.take(phone, state, () => phone.settled())
  }

  /** The same page as it comes out of a printer. */
  async addPrinted(phone: Phone, state: string): Promise<void> {
    await filled(phone)
    await this.take(phone, state, () => phone.settled(), ['print'])
  }

  /** The same of a page whose answers do not come. */
  async addLoading(phone: Phone): Promise<void> {
    await phone.page.waitForSelector('#app [aria-busy=true]')
    await this.take(phone, 'loading', async () => {})
  }

  private async take(
    { page }: Phone,
    state: string,
    drawn: () => Promise<void>,
    looks = looksIn[this.language],
  ): Promise<void> {
    const path = pathOf(page)
    if (
      this.pictures.some((picture) => picture.path === path && picture.state === state && looks.includes(picture.look))
    )
      throw new Error(`${path} has a picture of "${state}" already`)
    for (const look of looks) {
      const file = join(`${this.language}-${look}`, `${nameOf(path)}--${state.replaceAll(/[^a-z0-9]+/g, '-')}.png`)
      await page.setViewportSize(sizes[look])
      await page.emulateMedia({
        colorScheme: look === 'dark' ? 'dark' : 'light',
        media: look === 'print' ? 'print' : 'screen',
      })
      await drawn()
      if (look === 'desk') await besideColumn(page, drawn)
      mkdirSync(join(galleryFolder, `${this.language}-${look}`), { recursive: true })
      // As long as the page is, so that the bars stand at its end; a sheet lies at the end of the screen.
      const height = await page.evaluate(() =>
        document.querySelector('dialog[open]') ? 0 : document.documentElement.scrollHeight,
      )
      if (height > sizes[look].height) {
        await page.setViewportSize({ ...sizes[look], height })
        await drawn()
      }
      await page.screenshot({ path: join(galleryFolder, file), animations: 'disabled' })
      this.pictures.push({ path, state, language: this.language, look, file })
    }
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: 'light', media: 'screen' })
  }

  /** For the page that shows them all. */
  save(): void {
    mkdirSync(galleryFolder, { recursive: true })
    writeFileSync(join(galleryFolder, `${this.language}.json`), JSON.stringify(this.pictures))
  }
}
