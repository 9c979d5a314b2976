import { afterEach, describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { m } from './compiled/messages.js'
import { chooseLocale, locale, startLocale, useLocale } from './locale.ts'

startLocale()

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
  chooseLocale('en')
})

const Page = () => {
  useLocale()
  return (
    <>
      <p>{m.settings_language()}</p>
      <p>{m.settings_about()}</p>
      <input aria-label="typed" />
    </>
  )
}

describe('choosing a language', () => {
  test('renders everything again without loading the page, and keeps what was typed', async () => {
    const screen = await render(<Page />)
    await screen.getByLabelText('typed').fill('Lucía')
    chooseLocale('es')
    await expect.element(screen.getByText('Idioma')).toBeVisible()
    await expect.element(screen.getByLabelText('typed')).toHaveValue('Lucía')
  })

  test('tells the document, and is remembered', () => {
    chooseLocale('es')
    expect(document.documentElement.lang).toBe('es')
    expect(localStorage.getItem('language')).toBe('es')
  })

  test('Vietnamese shows English where it has no words', async () => {
    const screen = await render(<Page />)
    chooseLocale('vi')
    await expect.element(screen.getByText('Ngôn ngữ')).toBeVisible()
    await expect.element(screen.getByText('About this app')).toBeVisible()
  })

  test('works where nothing can be stored', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    chooseLocale('es')
    expect(locale()).toBe('es')
  })

  test('reaches the other tabs', () => {
    localStorage.setItem('language', 'es')
    window.dispatchEvent(new StorageEvent('storage', { key: 'language' }))
    expect(locale()).toBe('es')
  })
})
