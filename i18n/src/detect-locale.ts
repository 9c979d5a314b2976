import { locales } from './compiled/runtime.js'

export type Locale = (typeof locales)[number]

const isLocale = (text: string | null): text is Locale => locales.some((known) => known === text)

/** A choice made in Settings wins; the browser's own language decides only between English and Spanish. */
export const detectLocale = (navigatorLanguage: string | null | undefined, stored: string | null): Locale => {
  if (isLocale(stored)) return stored
  if (!navigatorLanguage) return 'en'
  return navigatorLanguage.toLowerCase().includes('en') ? 'en' : 'es'
}
