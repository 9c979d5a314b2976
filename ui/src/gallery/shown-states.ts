// A state that only a pointer or a key can bring about, shown without either: beside every rule for it stands a copy that
// also holds inside of `data-show`. So the page of the parts shows the styles that there are, and none of its own.

const controls = 'a, button, input, select, textarea, summary'

/** As strong as the state itself, so that whatever wins over it still does. */
const inside = (state: string, which: string): string => `:where([data-show=${state}] ${which}):not([data-none])`

const copies: readonly (readonly [RegExp, string])[] = [
  [/:hover/g, inside('hover', '*')],
  [/:active/g, inside('pressed', '*')],
  [/:focus-within/g, inside('focus', '*')],
  [/:focus(-visible)?/g, inside('focus', `:is(${controls})`)],
]

const shownSelector = (selector: string): string =>
  copies.reduce((shown, [state, copy]) => shown.replaceAll(state, copy), selector)

const copyRules = (list: CSSStyleSheet | CSSGroupingRule): void => {
  for (let index = list.cssRules.length - 1; index >= 0; index -= 1) {
    const rule = list.cssRules[index]
    if (rule instanceof CSSStyleRule) {
      const selector = shownSelector(rule.selectorText)
      // Right behind the rule itself, so that the order in which rules win stays.
      if (selector !== rule.selectorText) list.insertRule(`${selector} { ${rule.style.cssText} }`, index + 1)
    } else if (rule instanceof CSSMediaRule && !rule.conditionText.includes('forced-colors')) copyRules(rule)
  }
}

const copied = new WeakSet<CSSStyleSheet>()

/** Once for each style sheet; a changed file brings a new one. */
export const showStates = (): void => {
  for (const sheet of document.styleSheets) {
    if (copied.has(sheet)) continue
    copied.add(sheet)
    copyRules(sheet)
  }
}
