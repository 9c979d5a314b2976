/**
 * One letter of any script with its accents: no language stacks more than a few, and a tower of them would run over the
 * lines around it. A variation selector turns a letter into an emoji, so it is none.
 */
export const LETTER = '(?:\\p{L}(?:(?![\\uFE00-\\uFE0F])\\p{M}){0,3})'

/** The same words as the same text: accents in one piece, one kind of apostrophe, single spaces. */
export const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[‘’´`]/g, "'")
    .replaceAll(/[ \u00A0]+/g, ' ')
    .trim()

/** How long a person finds it: an accent that has no piece of its own does not count. */
export const lengthOf = (text: string): number => [...text].length
