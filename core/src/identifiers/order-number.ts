/** No letter that is taken for a digit or for another letter when somebody reads it out: no I, L, O, U, no 0 and 1. */
export const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const GROUP_LENGTH = 4
export const GROUP_COUNT = 3
const LENGTH = GROUP_COUNT * GROUP_LENGTH

/** Of a longer text only so much is read: a bank's concept has far less. */
const READ_MAX = 500

/** Twelve letters of the alphabet as people see them: `7K3M-X2QP-9RTV`. */
export const inGroups = (letters: string): string =>
  Array.from({ length: GROUP_COUNT }, (_, group) =>
    letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH),
  ).join('-')

/**
 * Every number that somebody may have meant who typed these words as the concept of a transfer: in small letters, with
 * other signs than hyphens or none, and among other words. Only who has the list of numbers knows which of them exists.
 */
export const orderNumbersIn = (words: string): string[] => {
  const letters = words
    .slice(0, READ_MAX)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
  const found = new Set<string>()
  for (let start = 0; start + LENGTH <= letters.length; start += 1) {
    const candidate = letters.slice(start, start + LENGTH)
    if ([...candidate].every((letter) => ALPHABET.includes(letter))) found.add(inGroups(candidate))
  }
  return [...found]
}
