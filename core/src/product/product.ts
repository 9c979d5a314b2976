import * as z from 'zod/mini'

/** Where a product is offered: the web app, the wrapper from Google Play, the wrapper installed directly. */
const channels = ['web', 'play', 'direct'] as const

const A_SUM = 'must be a whole number of centavos above 0'
const A_RATE = 'must be a whole number of basis points from 0'
const A_TERM = 'must be a whole number of days from 1 to 3650'
const A_NAME = 'must be a text of 1 to 120 characters'
const CHANNELS = `must be a list of ${channels.join(', ')}`
const TERMS = 'must be a list of 1 to 20 terms'
const AN_ID = 'must be of small letters, digits, - and _, 40 at most'

const centavos = z.int(A_SUM).check(z.positive(A_SUM))
const rate = z.int(A_RATE).check(z.nonnegative(A_RATE))
const days = z.int(A_TERM).check(z.minimum(1, A_TERM), z.maximum(3650, A_TERM))
const name = z.string(A_NAME).check(z.minLength(1, A_NAME), z.maxLength(120, A_NAME))

export const product = z.strictObject({
  product_id: z.string(AN_ID).check(z.regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, AN_ID)),
  name: z.strictObject({ en: name, es: name }, 'must have en and es'),
  channels: z.array(z.enum(channels, CHANNELS), CHANNELS).check(z.minLength(1, CHANNELS)),
  amount_min_centavos: centavos,
  amount_max_centavos: centavos,
  amount_step_centavos: centavos,
  term_days: z.array(days, TERMS).check(z.minLength(1, TERMS), z.maxLength(20, TERMS)),
  default_term_days: days,
  fee_basis_points: rate,
  tna_basis_points: rate,
  vat_basis_points: rate,
  late_one_time_basis_points: rate,
  late_one_time_unpaid_min_centavos: centavos,
  late_daily_basis_points: rate,
  late_max_basis_points: rate,
  partial_payment_min_centavos: centavos,
  example: z.strictObject({ amount_centavos: centavos, term_days: days }, 'must have amount_centavos and term_days'),
})

/** A product as the lender writes it down. Every rate has to be there: a forgotten one must not mean "free". */
export type Product = z.output<typeof product>
