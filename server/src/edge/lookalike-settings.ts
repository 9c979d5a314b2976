/** A variable of the environment that is none of our settings and is spelled almost like one. */
export type Lookalike = {
  readonly name: string
  readonly meant: string
  /** The setting itself is there too: then the other one may well belong to another program. */
  readonly isMeantSet: boolean
}

/** PORT, HOST, MODE and their like are too near to ordinary words to tell a typing error from a variable of others. */
const SHORT_LENGTH = 6
/** Two typing errors in a name that is shorter than this make it another name. */
const LONG_LENGTH = 10
/** URL, KEY, SID, DIR, FROM. */
const SHORT_WORD_LENGTH = 4
/** Names that begin like this belong to programs around us; npm writes every setting of its own there. */
const foreign = /^(npm_|PG[A-Z]+$)/
/** What some people put before every name of a product. */
const OWN_PREFIX = 'HOLA_'

const lettersOf = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** How many letters must be put in, left out, exchanged for others or swapped with their neighbours. */
export const typingErrors = (one: string, other: string): number => {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const above = rows[at - 1] ?? []
      const isSame = one[at - 1] === other[to - 1]
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      row[to] = Math.min(
        (above[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + 1,
        (above[to - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (rows[at - 2]?.[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}

const looksLike = (name: string, setting: string): boolean => {
  if (setting.length < SHORT_LENGTH) return false
  if (lettersOf(name) === lettersOf(setting)) return true
  if (!setting.includes('_')) {
    // One word: LAYOUT is a word of its own, PAYOUTS and PAYUOT are not.
    return name[0] === setting[0] && typingErrors(name, setting) === 1
  }
  if (name === `${OWN_PREFIX}${setting}`) return true
  const allowed = setting.length < LONG_LENGTH ? 1 : 2
  if (Math.abs(name.length - setting.length) > allowed || typingErrors(name, setting) > allowed) return false
  const [words, ours] = [name.split('_'), setting.split('_')]
  return words.length !== ours.length || ours.every((word, index) => isSameWord(words[index] ?? '', word))
}

/** DATABASE_SSL is not DATABASE_URL: of so few letters two that differ make another word. */
const isSameWord = (one: string, ours: string): boolean =>
  ours.length > SHORT_WORD_LENGTH || typingErrors(one, ours) <= 1

/** A wrong name is a setting that was never made: the server would start with its default, and nobody would notice. */
export const findLookalikes = (
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): Lookalike[] => {
  const isSet = (name: string): boolean => (env[name]?.trim() ?? '') !== ''
  const known = new Set(settings)
  return Object.keys(env)
    .filter((name) => !known.has(name) && !foreign.test(name) && isSet(name))
    .flatMap((name) => {
      const meant = settings.find((setting) => looksLike(name, setting))
      return meant === undefined ? [] : [{ name, meant, isMeantSet: isSet(meant) }]
    })
}
