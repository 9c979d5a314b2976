import '../tokens.css'
import '../base.css'
import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { InkSurface } from '../layout/ink-surface.tsx'
import { FigurePair } from './money.tsx'

afterEach(async () => {
  document.documentElement.style.removeProperty('font-size')
  await page.viewport(390, 844)
})

const figuresAt = async (width: number, [receive, pay]: readonly [string, string], part: 'card' | 'ink' = 'ink') => {
  await page.viewport(width, 844)
  const pair = (
    <FigurePair
      figures={[
        { label: 'Recibís', text: receive },
        { label: 'Pagás el 15/02/2027', text: pay },
      ]}
    />
  )
  const screen = await render(
    <div style={{ paddingInline: 'var(--gutter)' }}>
      <InkSurface shape="card">
        {part === 'ink' ? pair : <div style={{ border: '1px solid', padding: 1 }}>{pair}</div>}
      </InkSurface>
    </div>,
  )
  const boxes = screen
    .getByRole('definition')
    .elements()
    .map((each) => each.querySelector('span')?.getBoundingClientRect())
  const [left, right] = boxes
  if (!left || !right) throw new Error('two figures were drawn')
  const card = screen.container.querySelector('section')?.getBoundingClientRect()
  if (!card) throw new Error('a card was drawn')
  await screen.unmount()
  return { left, right, card }
}

describe('two figures of equal weight', () => {
  test.each([344, 350, 360, 375, 384, 390, 393, 412, 430, 480])('%i px: side by side on one line', async (width) => {
    for (const part of ['ink', 'card'] as const) {
      const { left, right, card } = await figuresAt(width, ['$\u00A0108.000,00', '$\u00A0688.880,50'], part)
      expect(right.top).toBe(left.top)
      expect(right.left).toBeGreaterThan(left.right)
      expect(right.right).toBeLessThan(card.right)
      // The figures that decide: never smaller than 20 px.
      expect(left.height).toBeGreaterThanOrEqual(20)
    }
  })

  test('320 px: one under the other, and large', async () => {
    const { left, right, card } = await figuresAt(320, ['$\u00A0108.000,00', '$\u00A0152.580,50'])
    expect(right.top).toBeGreaterThan(left.bottom)
    expect(right.right).toBeLessThan(card.right)
  })

  test('figures too long for that go under each other instead of being cut', async () => {
    const { left, right, card } = await figuresAt(344, ['$\u00A010.108.000,00', '$\u00A015.152.580,50'])
    expect(right.top).toBeGreaterThan(left.bottom)
    expect(right.right).toBeLessThan(card.right)
  })

  test('doubled text goes under each other', async () => {
    document.documentElement.style.fontSize = '200%'
    const { left, right, card } = await figuresAt(390, ['$\u00A0108.000,00', '$\u00A0152.580,50'])
    expect(right.top).toBeGreaterThan(left.bottom)
    expect(right.right).toBeLessThan(card.right)
  })
})
