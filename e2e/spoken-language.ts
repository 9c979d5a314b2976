import type { Phone } from './phone.ts'

/** Texts that a screen reader would read with the voice of another language: a line for each. */
export const inTheWrongVoice = (phone: Phone): Promise<string[]> => phone.page.evaluate(findWrongVoice)

/**
 * Runs in the page. A text is of the language whose small words it has, if it has several of them and none of the other;
 * names have fewer, and keep their own language in every other.
 */
function findWrongVoice(): string[] {
  const enough = 3
  const smallWords: Record<'en' | 'es', Set<string>> = {
    en: new Set(
      'the of and to you your is are for with we it in that this on be not by from can will at or'.split(' '),
    ),
    es: new Set('de del la las el los que y en un una por con para se tu te sin su es al lo más no o si'.split(' ')),
  }
  const countOf = (words: readonly string[], language: 'en' | 'es'): number =>
    words.filter((word) => smallWords[language].has(word)).length
  const wrong: string[] = []
  const judge = (text: string, element: Element): void => {
    const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
    const spanish = countOf(words, 'es')
    const english = countOf(words, 'en')
    const language = spanish >= enough && english === 0 ? 'es' : english >= enough && spanish === 0 ? 'en' : undefined
    const voice = element.closest('[lang]')?.getAttribute('lang')
    if (language && !voice?.startsWith(language)) wrong.push(`${language} read as ${voice}: ${text.slice(0, 80)}`)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    // Closed parts count too: they are read once somebody opens them.
    if (node.parentElement?.closest('#app, dialog, [popover]')) judge(node.textContent ?? '', node.parentElement)
  }
  for (const element of document.querySelectorAll('#app [aria-label]'))
    judge(element.getAttribute('aria-label') ?? '', element)
  return wrong
}
