import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { expect, test } from 'vitest'
import { freePort } from '../../server/src/platform/free-port.ts'
import { ownServer } from '../own-server.ts'
import { launchBrowser, Phone, type Language } from '../phone.ts'
import { galleryFolder, type Picture } from './album.ts'

// Every page of the lender's desk with the made-up book, as a supervisor sees it, and the first record of each list.

launchBrowser()
let deskPort = 0
const server = ownServer(async () => {
  deskPort = await freePort()
  return { DESK_PORT: String(deskPort) }
})

const looks = {
  wide: { width: 1440, height: 900 },
  'wide-dark': { width: 1440, height: 900 },
  narrow: { width: 1024, height: 900 },
} as const
type DeskLook = keyof typeof looks

/** Every page in both languages; the looks that do not depend on the words in one of them. */
const looksIn: Readonly<Record<Language, readonly DeskLook[]>> = { es: ['wide', 'wide-dark', 'narrow'], en: ['wide'] }

const pictures: Picture[] = []

const take = async (phone: Phone, language: Language, name: string): Promise<void> => {
  for (const look of looksIn[language]) {
    await phone.page.setViewportSize(looks[look])
    await phone.page.emulateMedia({ colorScheme: look === 'wide-dark' ? 'dark' : 'light' })
    await phone.settled()
    await phone.page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null)
    const folder = `desk-${language}-${look}`
    mkdirSync(join(galleryFolder, folder), { recursive: true })
    const file = join(folder, `${name}.png`)
    await phone.page.screenshot({ path: join(galleryFolder, file), animations: 'disabled' })
    pictures.push({ path: `desk /${name}`, state: name, language, look: 'desk', file })
  }
  await phone.page.setViewportSize(looks.wide)
  await phone.page.emulateMedia({ colorScheme: 'light' })
}

/** What no address shows: a case, a person and a receipt that were opened, a proposal before it is sent, no connection. */
const takeWhatOpens = async (phone: Phone, language: Language): Promise<void> => {
  const { page } = phone
  await phone.goto('/cases')
  await page.getByRole('grid').press('Enter')
  // What she opened a moment ago in the other language is still open.
  const asking = page.getByRole('dialog').getByLabel(m.desk_why())
  const selfie = page.getByAltText(m.desk_queue_case_photo_alt({ panel: m.desk_queue_case_selfie() }))
  await asking.or(selfie).first().waitFor()
  if ((await asking.count()) > 0) {
    await asking.fill('x')
    await page.keyboard.press('Control+Enter')
  }
  await selfie.waitFor()
  await take(phone, language, 'cases-opened')

  await phone.goto('/receipts')
  await page.getByRole('button', { name: m.desk_money_look() }).click()
  await phone.settled()
  await take(phone, language, 'receipts-opened')
  await page.getByRole('button', { name: m.desk_money_enter() }).click()
  await take(phone, language, 'receipts-enter')
  await page.keyboard.press('Escape')

  await phone.goto('/arrears?days=6-30')
  await page.getByRole('row').nth(1).waitFor()
  await take(phone, language, 'arrears-late')
  const number = await page.getByRole('row').nth(1).getByRole('gridcell').first().innerText()
  await phone.goto(`/loans/${number}`)
  await take(phone, language, 'loans-late')
  await page.keyboard.press('p')
  await page.getByRole('dialog').waitFor()
  await take(phone, language, 'loans-plan')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByLabel(m.desk_why()).waitFor()
  await take(phone, language, 'loans-plan-effects')
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: m.desk_people_terms() }).getByRole('link').first().click()
  await page.getByText(m.desk_people_events()).first().waitFor()
  await take(phone, language, 'people-record')

  await phone.context.setOffline(true)
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await page.getByText(m.desk_offline()).waitFor()
  await take(phone, language, 'no-connection')
  await phone.context.setOffline(false)
}

test('every page of the desk', async () => {
  const url = `http://localhost:${deskPort}`
  expect(server().port).not.toBe(deskPort)
  for (const language of ['es', 'en'] as const) {
    setLocale(language)
    const phone = await Phone.open({ ...looks.wide, desk: true, language, url })
    const { page } = phone
    await page.goto(url)
    await page.getByRole('button', { name: 'Vera' }).waitFor()
    await take(phone, language, 'sign-in')
    await page.getByRole('button', { name: 'Vera' }).click()
    await page.getByRole('navigation').waitFor()
    const fill = page.getByRole('button', { name: m.desk_book_fill() })
    let begun = 0
    if (language === 'es') {
      for (const path of ['today', 'cases', 'receipts', 'portfolio', 'jobs']) {
        await phone.goto(`/${path}`)
        await take(phone, language, `${path}-empty`)
      }
      begun = performance.now()
      await fill.click()
      await page.getByRole('progressbar').waitFor()
    }
    await expect
      .poll(async () => (await fill.count()) + (await page.getByRole('progressbar').count()), { timeout: 300_000 })
      .toBe(0)
    if (language === 'es') console.log(`the desk was filled in ${Math.round((performance.now() - begun) / 1000)} s`)
    const links = await page
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    for (const href of links) {
      const path = href.replace(/^#\//, '')
      await phone.goto(`/${path}`)
      await take(phone, language, path)
      // The first of a list, as it is opened: a record has an address of its own.
      const grid = page.getByRole('grid').first()
      if ((await grid.count()) === 0) continue
      await grid.focus()
      await page.keyboard.press('Enter')
      await phone.settled()
      const [, record] = /^#\/([^?]+\/[^?]+)/.exec(await phone.hash()) ?? []
      if (record !== undefined) await take(phone, language, `${record.split('/')[0]}-record`)
    }
    await takeWhatOpens(phone, language)
    await phone.close()
  }
  writeFileSync(join(galleryFolder, 'desk.json'), JSON.stringify(pictures))
  expect(pictures.length).toBeGreaterThan(0)
})
