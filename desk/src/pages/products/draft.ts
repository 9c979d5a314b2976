import type { Product } from '@hola/core/product/product.ts'
import { product as schema } from '@hola/core/product/product.ts'
import { readRate, writePesos, writeRate } from '../../lib/amounts.ts'
import { readPesos } from '../../lib/typed-money.ts'

/** A product while it is typed: every field as it stands on the screen. */
export type Draft = Readonly<Record<Field, string>> & {
  readonly channels: readonly Product['channels'][number][]
}

export const pesoFields = [
  'amount_min_centavos',
  'amount_max_centavos',
  'amount_step_centavos',
  'late_one_time_unpaid_min_centavos',
  'partial_payment_min_centavos',
  'example_amount_centavos',
] as const
export const rateFields = [
  'fee_basis_points',
  'tna_basis_points',
  'vat_basis_points',
  'late_one_time_basis_points',
  'late_daily_basis_points',
  'late_max_basis_points',
] as const
export const textFields = ['name_es', 'name_en', 'term_days', 'default_term_days', 'example_term_days'] as const

export type Field = (typeof pesoFields | typeof rateFields | typeof textFields)[number]

export const draftOf = (product: Product): Draft => ({
  name_es: product.name.es,
  name_en: product.name.en,
  channels: product.channels,
  amount_min_centavos: writePesos(product.amount_min_centavos),
  amount_max_centavos: writePesos(product.amount_max_centavos),
  amount_step_centavos: writePesos(product.amount_step_centavos),
  term_days: product.term_days.join(', '),
  default_term_days: String(product.default_term_days),
  fee_basis_points: writeRate(product.fee_basis_points),
  tna_basis_points: writeRate(product.tna_basis_points),
  vat_basis_points: writeRate(product.vat_basis_points),
  late_one_time_basis_points: writeRate(product.late_one_time_basis_points),
  late_one_time_unpaid_min_centavos: writePesos(product.late_one_time_unpaid_min_centavos),
  late_daily_basis_points: writeRate(product.late_daily_basis_points),
  late_max_basis_points: writeRate(product.late_max_basis_points),
  partial_payment_min_centavos: writePesos(product.partial_payment_min_centavos),
  example_amount_centavos: writePesos(product.example.amount_centavos),
  example_term_days: String(product.example.term_days),
})

const readDays = (text: string): number | undefined => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : undefined)

/** What is typed as the product it stands for, or the fields that say nothing yet. */
export const readDraft = (draft: Draft, productId: string): Product | readonly Field[] => {
  const money = Object.fromEntries(pesoFields.map((field) => [field, readPesos(draft[field])]))
  const rates = Object.fromEntries(rateFields.map((field) => [field, readRate(draft[field])]))
  const terms = draft.term_days.split(/[\s,;]+/).filter((text) => text !== '')
  const numbers = {
    term_days: terms.length > 0 && terms.every((term) => readDays(term) !== undefined) ? terms.map(Number) : undefined,
    default_term_days: readDays(draft.default_term_days),
    example_term_days: readDays(draft.example_term_days),
  }
  const all: Readonly<Record<string, unknown>> = {
    ...money,
    ...rates,
    ...numbers,
    name_es: draft.name_es.trim() || undefined,
    name_en: draft.name_en.trim() || undefined,
  }
  const missing = [...textFields, ...pesoFields, ...rateFields].filter((field) => all[field] === undefined)
  if (missing.length > 0) return missing
  const { name_es, name_en, example_amount_centavos, example_term_days, ...rest } = all
  const read = schema.safeParse({
    product_id: productId,
    name: { es: name_es, en: name_en },
    channels: draft.channels,
    ...rest,
    example: { amount_centavos: example_amount_centavos, term_days: example_term_days },
  })
  if (read.success) return read.data
  const names = read.error.issues.map(({ path }) =>
    path.length > 1 ? `${String(path[0])}_${String(path[1])}` : String(path[0]),
  )
  const wrong = [...textFields, ...pesoFields, ...rateFields].filter((field) => names.includes(field))
  return wrong.length > 0 ? wrong : ['term_days']
}
