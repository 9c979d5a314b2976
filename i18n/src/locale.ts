import { useSyncExternalStore } from 'react'
import type { WireLanguage } from '@hola/core/language.ts'
import { getLocale, setLocale } from './compiled/runtime.js'
import { detectLocale, type Locale } from './detect-locale.ts'

const storageKey = 'language'

/** The server speaks English and Spanish; whoever chose Vietnamese reads its answers in English. */
export const wireLanguageOf = (chosen: Locale): WireLanguage => (chosen === 'es' ? 'es' : 'en')

const readStored = (): string | null => {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    // Storage can be blocked: then the choice lasts as long as the page.
    return null
  }
}

const listeners = new Set<() => void>()

const apply = (next: Locale): void => {
  setLocale(next)
  document.documentElement.lang = next
  for (const listener of listeners) listener()
}

/** Called once before the first render. */
export const startLocale = (): void => {
  apply(detectLocale(navigator.language, readStored()))
  window.addEventListener('storage', (event) => {
    // `key` is null when another tab cleared everything.
    if (event.key === storageKey || event.key === null) apply(detectLocale(navigator.language, readStored()))
  })
}

export const locale: () => Locale = getLocale

export const wireLanguage = (): WireLanguage => wireLanguageOf(getLocale())

/** Everything that called `useLocale` renders again in the new language; no page is loaded again. */
export const chooseLocale = (next: Locale): void => {
  try {
    localStorage.setItem(storageKey, next)
  } catch {
    // A full or blocked storage must not keep anybody from reading the app in their language.
  }
  apply(next)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Ties a component to the language: it renders again when somebody switches. */
export const useLocale = (): Locale => useSyncExternalStore(subscribe, locale)
