/** Capitals A–Z in words: accents folded (Ñ as N, as the machine-readable zone writes it), apostrophes dropped. */
export const foldName = (name: string): string[] => {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/['’`´.]/g, '')
    .split(/[^A-Z]+/)
    .filter((word) => word !== '')
}

export type NameSource = {
  readonly surname: string
  readonly givenNames: string
  /** The zone holds 30 characters: a longer name is cut, and the last word may be a part. */
  readonly truncated: boolean
  /** Letters read wrongly in a word: the names of the zone have no check digit, those of the barcode need none. */
  readonly misreadPerWord: number
}

/**
 * Whether the card may carry the name typed in. People leave out a second name, so the shorter list of words has to
 * stand in the longer one in the same order, and both have to begin alike.
 */
export const namesAlike = (
  form: { surname: string; givenNames: string },
  card: NameSource,
): { surname: boolean; givenNames: boolean } => {
  const cardSurname = foldName(card.surname)
  const cardGiven = foldName(card.givenNames)
  // A surname that fills the zone leaves no room for the given names: then the surname is what was cut.
  const surnameCut = card.truncated && cardGiven.length === 0
  return {
    surname: wordsAlike(foldName(form.surname), cardSurname, surnameCut, card.misreadPerWord),
    givenNames: surnameCut || wordsAlike(foldName(form.givenNames), cardGiven, card.truncated, card.misreadPerWord),
  }
}

const wordsAlike = (typed: string[], read: string[], cut: boolean, misread: number): boolean => {
  if (typed.length === 0 || read.length === 0) return false
  const alike = (typedIndex: number, readIndex: number) => {
    const typedWord = typed[typedIndex] ?? ''
    const readWord = read[readIndex] ?? ''
    if (wordAlike(typedWord, readWord, misread)) return true
    return cut && readIndex === read.length - 1 && wordAlike(typedWord.slice(0, readWord.length), readWord, misread)
  }
  if (!alike(0, 0)) return false
  let typedIndex = 1
  let readIndex = 1
  const typedIsShorter = typed.length <= read.length
  while (typedIndex < typed.length && readIndex < read.length) {
    if (alike(typedIndex, readIndex)) {
      typedIndex += 1
      readIndex += 1
    } else if (typedIsShorter) readIndex += 1
    else typedIndex += 1
  }
  // What was cut off the zone cannot be compared; everything that was read must have found its word.
  return typedIsShorter ? typedIndex === typed.length || (cut && readIndex === read.length) : readIndex === read.length
}

const wordAlike = (a: string, b: string, misread: number): boolean => {
  if (a === b) return true
  // In a short word one letter is another name (ANA, ANI): only long ones may be misread.
  const allowed = Math.min(a.length, b.length) >= 5 ? misread : 0
  return allowed > 0 && a.length === b.length && [...a].filter((letter, index) => letter !== b[index]).length <= allowed
}
