import * as z from 'zod/mini'

/** Where a product is offered: the web app, the wrapper from Google Play, the wrapper installed directly. */
const channels = ['web', 'play', 'direct'] as const

/** Google Play refuses loans that must be repaid within 60 days. */
const PLAY_TERM_DAYS_MIN = 61
const WHOLE_BASIS_POINTS = 10_000

const centavos = z.int().check(z.positive())
const rate = z.int().check(z.nonnegative(), z.maximum(10_000_000))
const days = z.int().check(z.minimum(1), z.maximum(3650))
const name = z.string().check(z.minLength(1), z.maxLength(120))

const product = z.strictObject({
  product_id: z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]{0,39}$/)),
  name: z.strictObject({ en: name, es: name }),
  channels: z.array(z.enum(channels)).check(z.minLength(1)),
  amount_min_centavos: centavos,
  amount_max_centavos: centavos,
  amount_step_centavos: centavos,
  term_days: z.array(days).check(z.minLength(1), z.maxLength(20)),
  default_term_days: days,
  fee_basis_points: rate,
  tna_basis_points: rate,
  vat_basis_points: rate,
  late_one_time_basis_points: rate,
  late_daily_basis_points: rate,
  late_max_basis_points: rate,
  partial_payment_min_centavos: centavos,
  example: z.strictObject({ amount_centavos: centavos, term_days: days }),
})

/** A product as the lender writes it down. Every rate has to be there: a forgotten one must not mean "free". */
export type Product = z.output<typeof product>

/** A product as the database gives it back. It was checked when it was published; should it not fit, that is a bug. */
export const storedProduct = (content: unknown): Product => product.parse(content)

const productsFile = z.strictObject({ products: z.array(product).check(z.minLength(1), z.maxLength(20)) })

/** Why a list of products cannot be offered, for the person who wrote it. */
export class CatalogueProblem {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

const brokenRule = (candidate: Product): string | undefined => {
  const { term_days: terms, channels: offeredIn, example } = candidate
  const min = candidate.amount_min_centavos
  const max = candidate.amount_max_centavos
  const step = candidate.amount_step_centavos
  const onGrid = (amount: number) => amount >= min && amount <= max && (amount - min) % step === 0

  if (candidate.fee_basis_points >= WHOLE_BASIS_POINTS) return 'fee_basis_points takes the whole amount or more'
  if (min > max) return 'amount_min_centavos is above amount_max_centavos'
  if (!onGrid(max)) return 'amount_max_centavos is not reached from amount_min_centavos by amount_step_centavos'
  if (terms.some((term, index) => index > 0 && term <= (terms[index - 1] ?? 0))) return 'term_days must rise'
  if (!terms.includes(candidate.default_term_days)) return 'default_term_days is not one of term_days'
  if (!onGrid(example.amount_centavos)) return 'example.amount_centavos cannot be asked for'
  if (!terms.includes(example.term_days)) return 'example.term_days is not one of term_days'
  const tooShort = terms.find((term) => term < PLAY_TERM_DAYS_MIN)
  if (offeredIn.includes('play') && tooShort !== undefined)
    return `a term of ${tooShort} days cannot be offered in the channel play, which asks for more than 60`
  return undefined
}

/** Reads the lender's list, or says what is wrong with it. */
export const parseProducts = (text: string): readonly Product[] | CatalogueProblem => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return new CatalogueProblem('not JSON')
  }
  const read = productsFile.safeParse(json)
  if (!read.success) {
    const [issue] = read.error.issues
    return new CatalogueProblem(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not as expected'}`)
  }
  const ids = new Set<string>()
  for (const candidate of read.data.products) {
    const problem = ids.has(candidate.product_id) ? 'the id is used twice' : brokenRule(candidate)
    if (problem !== undefined) return new CatalogueProblem(`${candidate.product_id}: ${problem}`)
    ids.add(candidate.product_id)
  }
  return read.data.products
}
