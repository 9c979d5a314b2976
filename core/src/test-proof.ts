// A long proof has two forms. `npm run prove` tries every case of it, `npm test` some of them. Which of the two a run is,
// is decided here and nowhere else, and either says how many cases it tried of how many.

// Core knows neither; its tests run where both are.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
declare const console: { readonly log: (line: string) => void }

export const isProof = process.env['PROVE'] === '1'

/** What the summary of a run looks for, to repeat it at its end. */
export const PROOF_LINE = 'proof: '

export const tellProof = (what: string, tried: number, all: number): void =>
  console.log(`${PROOF_LINE}${what}: ${tried} of ${all}${tried < all ? ', all by npm run prove' : ''}`)

/** What the summary of a run looks for, to write it into the report of `npm run prove`. */
export const FIGURE_LINE = 'figure: '

/** A figure for the report, under a part of it: load, faults, attack, soak, or a name of its own. */
export const tellFigure = (part: string, what: string, figure: string): void =>
  console.log(`${FIGURE_LINE}${part}: ${what}: ${figure}`)

/** So many cases of a list, spread over it evenly from a random one on: another run takes others. All of them in a proof. */
export const someOf = <Case>(what: string, all: readonly Case[], few: number): readonly Case[] => {
  const count = isProof ? all.length : Math.min(few, all.length)
  const first = Math.random()
  const chosen = new Set(Array.from({ length: count }, (_, at) => Math.floor(((at + first) * all.length) / count)))
  tellProof(what, chosen.size, all.length)
  return all.filter((_, at) => chosen.has(at))
}

const RUNS_MIN = 100
const RUNS_SHARE = 10

/**
 * How often a property is tried: so often in a proof, a tenth of that otherwise, and never more often than the run allows
 * that tries all of them on every mutation.
 */
export const runs = (whole: number): number => {
  const few = Math.min(whole, Math.max(RUNS_MIN, Math.ceil(whole / RUNS_SHARE)))
  const wanted = isProof ? whole : few
  return Math.min(wanted, Number(process.env['PROPERTY_RUNS_MAX'] ?? wanted))
}

type Registers = {
  readonly test: (name: string, run: () => unknown) => void
  readonly afterAll: (run: () => void) => void
}

/** A `test` for a file of tests that are long each: all of them in a proof, one in so many otherwise, another each time. */
export const oneTestIn = (nth: number, what: string, { test, afterAll }: Registers): Registers['test'] => {
  const turn = Math.floor(Math.random() * nth)
  let [tried, all] = [0, 0]
  afterAll(() => tellProof(what, tried, all))
  return (name, run) => {
    const isTried = isProof || all % nth === turn
    all += 1
    if (!isTried) return
    tried += 1
    test(name, run)
  }
}
