import { someOf } from '@hola/core/test-proof.ts'
import '../tokens.css'
import '../base.css'
import type {} from '@vitest/browser-playwright'
import { run } from 'axe-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { closePopups, showToast } from '../overlay/feedback.ts'
import { Gallery } from './gallery.tsx'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A picture of the page while it moves is half transparent: contrast is judged at rest. */
const emulate = (theme: 'light' | 'dark', forced = 'none') =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
      { name: 'forced-colors', value: forced },
    ],
  })

async function problems(): Promise<string[]> {
  const { violations } = await run(document, { runOnly: rules })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

const widths = [
  [320, 640],
  [390, 844],
  [1280, 800],
] as const

beforeEach(() => chooseLocale('es'))

afterEach(async () => {
  closePopups()
  document.documentElement.style.fontSize = ''
  await cdp().send('Emulation.setEmulatedMedia', { features: [] })
})

describe.each(someOf('colours of the gallery', ['light', 'dark'] as const, 1))('the gallery, %s', (theme) => {
  test.each(widths)('every part at %i px: axe finds nothing', async (width, height) => {
    await emulate(theme)
    await page.viewport(width, height)
    await render(<Gallery />)
    expect(await problems()).toEqual([])
  })

  test.each([
    ['the question', 'Diálogo', 'alertdialog'],
    ['the action sheet', 'Acciones', 'dialog'],
    ['the date picker', /Fecha de nacimiento/, 'dialog'],
    ['the list picker', /Provincia/, 'dialog'],
    ['the wheels', /Turno/, 'dialog'],
  ] as const)('%s, open: axe finds nothing', async (_name, opener, role) => {
    await emulate(theme)
    await page.viewport(390, 844)
    const screen = await render(<Gallery />)
    await screen.getByRole('button', { name: opener }).first().click()
    await expect.element(screen.getByRole(role)).toBeVisible()
    expect(await problems()).toEqual([])
  })

  test('a toast with an action: axe finds nothing', async () => {
    await emulate(theme)
    const screen = await render(<Gallery />)
    await screen.getByRole('button', { name: 'Con acción' }).click()
    await expect.element(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible()
    expect(await problems()).toEqual([])
    showToast('')
  })
})

test('the six drawings are drawn, each another', async () => {
  const screen = await render(<Gallery />)
  const card = screen.getByRole('region', { name: 'Dibujos' }).element()
  const drawn = () => [...card.querySelectorAll('[data-drawing]')].map(({ innerHTML }) => innerHTML)
  await expect.poll(() => new Set(drawn().filter(Boolean)).size).toBe(6)
})

// What stands on the phones of the borrowers; `tools/browser-fonts.ts` gives it to the browser of the tests.
test('widths are those of Roboto, in its three weights', async () => {
  await render(<Gallery />)
  // Measured once with the font files themselves; a Linux desk has 524 for the first.
  const wordWidth = (weight: number): number => {
    const word = document.createElement('span')
    word.style.font = `${weight} 100px ${getComputedStyle(document.documentElement).getPropertyValue('--font')}`
    word.style.whiteSpace = 'nowrap'
    word.textContent = 'Pagás 108'
    document.body.append(word)
    const { width } = word.getBoundingClientRect()
    word.remove()
    return Math.round(width)
  }
  expect([400, 500, 700].map(wordWidth)).toEqual([473, 475, 476])
})

describe('room', () => {
  const sideways = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth

  test.each(widths)('nothing is wider than %i px', async (width, height) => {
    await page.viewport(width, height)
    await render(<Gallery />)
    expect(sideways()).toBe(0)
  })

  test.each([320, 390])('nor with doubled text at %i px', async (width) => {
    await page.viewport(width, 844)
    document.documentElement.style.fontSize = '200%'
    await render(<Gallery />)
    expect(sideways()).toBe(0)
  })

  test('every control is 48 px high or stands in a line that is', async () => {
    await page.viewport(390, 844)
    await render(<Gallery />)
    const low = [...document.querySelectorAll('button, a, input')].filter((control) => {
      const target = control.closest('label') ?? control.closest('[class*=box], [class*=code]') ?? control
      return target.getBoundingClientRect().height < 48
    })
    expect(low.map(({ outerHTML }) => outerHTML)).toEqual([])
  })

  test('the end of the page keeps clear of the dock', async () => {
    await page.viewport(390, 844)
    await render(<Gallery />)
    await expect
      .poll(() => getComputedStyle(document.documentElement).getPropertyValue('--dock-height'))
      .not.toBe('0px')
    window.scrollTo(0, document.documentElement.scrollHeight)
    const dock = page.getByRole('button', { name: 'Firmar' }).element().closest('[class*=dock]')
    const last = page.getByRole('region', { name: 'Íconos' }).element()
    expect(last.getBoundingClientRect().bottom).toBeLessThanOrEqual(dock?.getBoundingClientRect().top ?? 0)
  })
})

test('in forced colours a button keeps its edge', async () => {
  await emulate('light', 'active')
  const screen = await render(<Gallery />)
  const { borderTopStyle, borderTopWidth } = getComputedStyle(
    screen.getByRole('button', { name: 'Pagar' }).first().element(),
  )
  expect([borderTopStyle, Number.parseInt(borderTopWidth, 10)]).toEqual(['solid', 1])
})

test('hover, focus and a press are seen on every part, each unlike the part at rest', async () => {
  await page.viewport(1280, 800)
  await emulate('light')
  await render(<Gallery />)
  const looked = ['backgroundColor', 'borderTopColor', 'color', 'outlineStyle', 'outlineColor', 'boxShadow'] as const
  const looksOf = (element: Element): string =>
    ['', '::before', '::-webkit-slider-thumb']
      .map((pseudo) => getComputedStyle(element, pseudo))
      .map((style) => [...looked.map((name) => style[name]), style.textDecoration].join(' '))
      .join(' ')
  const stateOf = (part: Element, state: string): string =>
    [...part.querySelectorAll(`[data-show=${state}] *`)].map(looksOf).join('\n')
  const same = [...document.querySelectorAll('section:has(> [data-show])')].flatMap((part) =>
    ['hover', 'focus', 'pressed']
      .filter((state) => stateOf(part, state) === stateOf(part, 'rest'))
      .map((state) => `${part.ariaLabel}: ${state}`),
  )
  // A text field is not pressed but written in; the thumb of a slider cannot be asked how it looks.
  expect(same).toEqual(['TextField: pressed', 'Slider: hover', 'Slider: focus', 'Slider: pressed'])
})

test('a desk shows the parts in several columns', async () => {
  await page.viewport(1280, 800)
  await render(<Gallery />)
  const lefts = [...document.querySelectorAll('main section')].map((card) => card.getBoundingClientRect().left)
  expect(new Set(lefts).size).toBeGreaterThanOrEqual(3)
})
