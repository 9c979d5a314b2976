import { someOf } from '@hola/core/test-proof.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { policyTypes } from '../web/src/features/policy/policy-text.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Phone, launchBrowser, type Language } from './phone.ts'
import { inTheWrongVoice } from './spoken-language.ts'

launchBrowser()

let phone: Phone

afterEach(async () => {
  expect(phone.problems).toEqual([])
  await phone.close()
})

const htmlLang = (): Promise<string | null> => phone.page.locator('html').getAttribute('lang')
const settings = '/pages/settings/settings'

const choices = [
  { from: 'en', to: 'es', own: 'Español', lang: /^es/ },
  { from: 'es', to: 'en', own: 'English', lang: /^en/ },
] as const

describe('the choice in Settings', () => {
  test.each(someOf('languages chosen in Settings', choices, 1))(
    '$from to $to: at once, after a reload, and on other pages',
    async ({ from, to, own, lang }) => {
      phone = await Phone.open({ language: from })
      await phone.goto(settings)
      await phone.page.getByRole('radio', { name: own }).check()
      await phone.page
        .getByText(m.pages_settings({}, { locale: to }), { exact: true })
        .first()
        .waitFor()
      expect(await htmlLang()).toMatch(lang)

      await phone.page.reload()
      await phone.settled()
      expect(await htmlLang()).toMatch(lang)
      await phone.goto('/pages/profile/profile')
      await phone.page
        .getByText(m.pages_profile({}, { locale: to }), { exact: true })
        .first()
        .waitFor()
    },
  )

  test('Tiếng Việt: what it lacks shows in English, never as a key', async () => {
    phone = await Phone.open({ language: 'es' })
    await phone.goto(settings)
    await phone.page.getByRole('radio', { name: 'Tiếng Việt' }).check()
    await phone.page.waitForFunction(() => document.documentElement.lang.startsWith('vi'))
    for (const path of ['/', '/pages/my-loan/my-loan', '/pages/profile/profile', settings]) {
      await phone.goto(path)
      const words = await phone.page.locator('body').innerText()
      expect(words).not.toMatch(/\b(shell|ui|lib|home|account|settings|pages)_[a-z_]+/)
    }
  })
})

describe('without a choice', () => {
  test.each<{ language: Language; lang: RegExp }>([
    { language: 'en', lang: /^en/ },
    { language: 'es', lang: /^es/ },
  ])('the browser’s language decides: $language', async ({ language, lang }) => {
    phone = await Phone.open({ language })
    await phone.goto('/')
    expect(await htmlLang()).toMatch(lang)
    await phone.page.getByText(m.home_headline({}, { locale: language })).waitFor()
  })
})

test.each(someOf<Language>('languages around the legal texts', ['en', 'es'], 1))(
  'on a page in %s, the legal texts are said each in its own language to those who listen',
  async (language) => {
    phone = await Phone.open({ language })
    for (const type of policyTypes) {
      await phone.goto(`/pages/policy/policy?type=${type}`)
      for (const name of ['Español', 'English']) {
        await phone.check(phone.page.getByRole('radio', { name }))
        await phone.page.locator('article').first().waitFor()
        await phone.settled()
        expect(await inTheWrongVoice(phone)).toEqual([])
      }
    }
  },
)
