// The specimens must look the same on a machine without a single font, so their letters are strokes of our own: a
// one-line-thick hand in the manner of OCR-B, in a box 8 wide and 14 high, drawn as SVG paths.

const glyphs: Readonly<Record<string, string>> = {
  A: 'M0 14L4 0L8 14M1.4 9.4H6.6',
  B: 'M0 0V14H4.4C9.2 14 9.2 6.8 4.4 6.8H0M4.4 6.8C8.2 6.8 8.2 0 4.4 0H0',
  C: 'M8 2.2C6.4-.9 0-1.4 0 7C0 15.4 6.4 14.9 8 11.8',
  D: 'M0 0V14H2.8C9.8 14 9.8 0 2.8 0Z',
  E: 'M8 0H0V14H8M0 6.8H6',
  F: 'M8 0H0V14M0 6.8H6',
  G: 'M7.8 2.2C6.2-.9 0-1.4 0 7C0 15.4 6 14.8 8 12.6V7.6H4.6',
  H: 'M0 0V14M8 0V14M0 6.8H8',
  I: 'M1.4 0H6.6M4 0V14M1.4 14H6.6',
  J: 'M3 0H7V10C7 15.3.8 15.3.4 11',
  K: 'M0 0V14M8 0L0 8.2M2.7 5.6L8 14',
  L: 'M0 0V14H8',
  M: 'M0 14V0L4 7.4L8 0V14',
  N: 'M0 14V0L8 14V0',
  O: 'M4 0C.9 0 0 2 0 7C0 12 .9 14 4 14C7.1 14 8 12 8 7C8 2 7.1 0 4 0Z',
  P: 'M0 14V0H4C9.4 0 9.4 8 4 8H0',
  Q: 'M4 0C.9 0 0 2 0 7C0 12 .9 14 4 14C7.1 14 8 12 8 7C8 2 7.1 0 4 0ZM4.8 10L8.4 14.6',
  R: 'M0 14V0H4C9.2 0 9.2 7.6 4 7.6H0M4 7.6L8 14',
  S: 'M7.6 2C6-.9 .2-.7 .2 3.5C.2 8 8 6 8 10.4C8 15 1.6 15 0 12',
  T: 'M0 0H8M4 0V14',
  U: 'M0 0V9C0 15.7 8 15.7 8 9V0',
  V: 'M0 0L4 14L8 0',
  W: 'M0 0L1.8 14L4 5L6.2 14L8 0',
  X: 'M0 0L8 14M8 0L0 14',
  Y: 'M0 0L4 7L8 0M4 7V14',
  Z: 'M.2 0H8L0 14H8',
  '0': 'M4 0C-.2 0-.2 14 4 14C8.2 14 8.2 0 4 0Z',
  '1': 'M1 3.2L4.6 0V14M1.4 14H7.6',
  '2': 'M.3 3C.8-1.1 8-1.2 8 4C8 8 0 10 0 14H8',
  '3': 'M.6 0H7.4L3.4 5.2C9.4 4.8 9.6 14 3.7 14C1.8 14 .6 13.2 0 12',
  '4': 'M5 0L0 10.2H8M6 6V14',
  '5': 'M7.4 0H1L.8 5.8C9.6 4 10 14 3.5 14C1.8 14 .6 13.2 0 12.3',
  '6': 'M5 0C2 4 0 7 0 9.8C0 15.4 8 15.4 8 9.8C8 4.6 1.5 4.6 .3 8.5',
  '7': 'M0 0H8C5 5 3.5 9 3.5 14',
  '8': 'M4 0C-.8 0-.8 6.5 4 6.5C8.8 6.5 8.8 0 4 0ZM4 6.5C-1.3 6.5-1.3 14 4 14C9.3 14 9.3 6.5 4 6.5Z',
  '9': 'M3 14C6 10 8 7 8 4.2C8-1.4 0-1.4 0 4.2C0 9.4 6.5 9.4 7.7 5.5',
  '<': 'M8 2.2L0 7.2L8 12.2',
  '-': 'M1 7.5H7',
  '/': 'M1 14L7 0',
  '.': 'M3.6 13.6H4.4V14H3.6Z',
  ',': 'M4 13L3 16',
  ':': 'M3.6 4.6H4.4V5H3.6ZM3.6 11.6H4.4V12H3.6Z',
  "'": 'M4 0V3',
  '?': 'M.5 3C1-1 7.5-1 7.5 3.5C7.5 7 4 6.5 4 10M3.6 13.6H4.4V14H3.6Z',
  ' ': '',
}

// Combining marks, as Unicode normal form D leaves them behind the letter.
const marks: Readonly<Record<string, string>> = {
  '\u0300': 'M5-2.4L3-4.4',
  '\u0301': 'M3-2.4L5-4.4',
  '\u0302': 'M2-2.4L4-4.4L6-2.4',
  '\u0303': 'M1.6-2.4C3-5 5-1.4 6.4-3.8',
  '\u0308': 'M2-3.4V-2.8M6-3.4V-2.8',
  '\u0327': 'M4 14.5L3 16.5',
}

export type StrokeText = {
  readonly text: string
  readonly x: number
  /** The top of the capitals. */
  readonly y: number
  readonly capHeight: number
  /** From one letter's left edge to the next one's. */
  readonly advance: number
  readonly colour: string
  /** Stroke thickness as a share of the capital height; OCR-B has about a seventh. */
  readonly weight?: number
}

/** One line of text as an SVG group. A character without a glyph is drawn as "?": a gap would hide it. */
export const strokeText = ({ text, x, y, capHeight, advance, colour, weight = 0.14 }: StrokeText): string => {
  const scale = capHeight / 14
  let column = -1
  const paths: string[] = []
  for (const character of text.toUpperCase().normalize('NFD')) {
    const mark = marks[character]
    if (mark === undefined) column += 1
    const path = mark ?? glyphs[character] ?? glyphs['?'] ?? ''
    if (path !== '') paths.push(`<path transform="translate(${(column * advance) / scale} 0)" d="${path}"/>`)
  }
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${colour}" stroke-width="${weight * 14}" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`
}
