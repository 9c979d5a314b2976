/** Deeper than any body of the contract, and far from what a recursive reader could choke on. */
export const JSON_DEPTH_MAX = 32

export type JsonProblem = 'empty' | 'too_deep' | 'null_character' | 'not_json'

/**
 * Looks over the text of a body before it is parsed. Brackets inside strings do not count, and strings are skipped with
 * `indexOf`, so that a photo of megabytes costs a handful of steps.
 */
export const findJsonProblem = (text: string): JsonProblem | undefined => {
  if (text.trim() === '') return 'empty'
  // PostgreSQL holds no NUL in a text, and in JSON it can only be written as this escape.
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(text)) return 'null_character'
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') {
      at = endOfString(text, at)
    } else if (character === '{' || character === '[') {
      depth += 1
      if (depth > JSON_DEPTH_MAX) return 'too_deep'
    } else if (character === '}' || character === ']') {
      depth -= 1
    }
  }
  return undefined
}

/** The index of the quote that closes the string opened at `start`; the end of the text when nothing closes it. */
const endOfString = (text: string, start: number): number => {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return quote
  }
  return text.length
}
