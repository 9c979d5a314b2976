import { detectLocale } from '@hola/i18n/detect-locale.ts'

// Runs before the page is painted, in a file of its own: the policy of the page allows no script inside it. The app
// then draws the same over it. Whoever is logged in, or opens another page, would see the wrong thing for a moment.

const kept = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const language = detectLocale(navigator.language, kept('language'))
const home = document.querySelector<HTMLTemplateElement>(`template[lang=${language}]`)

if (home && kept('token') === null && /^#?\/?(\?|$)/.test(location.hash)) {
  document.documentElement.lang = language
  // The dock keeps clear of the tab bar by this mark.
  document.documentElement.toggleAttribute('data-tab-bar', true)
  document.getElementById('app')?.append(home.content)
}
