/**
 * What a look at one thing before the start has found. The words are one whole sentence for the person who starts the
 * server: of a problem and of a warning they name the setting or the thing, what is wrong and what to do.
 */
export type Finding = { readonly state: 'ok' | 'warning' | 'problem'; readonly words: string }

export const ok = (words: string): Finding => ({ state: 'ok', words })
export const warning = (words: string): Finding => ({ state: 'warning', words })
export const problem = (words: string): Finding => ({ state: 'problem', words })

/** The sentences of one kind, a line each. */
export const linesOf = (findings: readonly Finding[], wanted: Finding['state']): string[] =>
  findings.flatMap(({ state, words }) => (state === wanted ? [words] : []))
