import { formatPesos, type Centavos } from '@hola/core/money.ts'
import { expect } from 'vitest'
import { getLocale } from '@hola/i18n/compiled/runtime.js'
import { lostWhenDoubled } from './doubled-text.ts'
import type { Phone } from './phone.ts'
import { outOfOrder } from './reading-order.ts'
import { inTheWrongVoice } from './spoken-language.ts'

// What the long walks ask of every page that they come by.

/** What a person sees can be used by everybody and fits the smallest phone. */
export async function looksRight(phone: Phone): Promise<void> {
  await phone.settled()
  expect(await inTheWrongVoice(phone)).toEqual([])
  // The suites of the screens look with axe in both languages; here once is enough.
  if (getLocale() === 'en') return
  expect(await phone.axe()).toEqual([])
  expect(await outOfOrder(phone)).toEqual([])
  expect(await lostWhenDoubled(phone)).toEqual([])
  await phone.page.setViewportSize({ width: 320, height: 640 })
  expect(await phone.overflow()).toBe(0)
  await phone.page.setViewportSize({ width: 390, height: 844 })
}

const plain = (text: string): string => text.replaceAll('\u00A0', ' ')

/** The words of the page that is shown. */
export const wordsOn = async (phone: Phone): Promise<string> => plain(await phone.page.getByRole('main').innerText())

/** An amount as it stands in those words. */
export const money = (amount: Centavos): string => plain(formatPesos(amount))
