import * as z from 'zod/mini'
import type { AgreementDocument } from '../agreement/agreement.ts'
import type { AgreementFacts } from '../agreement/facts.ts'
import { day, idOf, money, text, whole, signedMoney } from './fields.ts'
import { keptColumn, keptShape } from './versions.ts'

/** What a loan leaves behind besides its order and its books, which are columns. */

/** Where the money goes. */
export const keptPayoutAccount = keptShape(
  'payout-account',
  z.object({ institutionName: text, kind: idOf<'cbu' | 'cvu' | 'alias'>(), number: text, holderName: text }),
)

const line = z.nullable(z.string())

/** How to pay, as the provider said. */
export const keptInstructions = keptShape(
  'payment-instructions',
  z.object({ cvu: line, alias: line, qr_text: line, checkout_url: line, ticket_url: line, barcode: line }),
)

/** Answers that are given again to whoever sends the same request again: as they were, whatever the contract says now. */
export const keptApplyAnswer = keptShape('apply-answer', z.unknown())
export const keptRepayAnswer = keptShape('repay-answer', z.unknown())

const rows = z.array(z.object({ id: z.string(), label: z.string(), value: z.string() }))

/** What is kept of an agreement besides its file: the words themselves, so that a later text never changes what was signed. */
export const keptAgreement = keptShape(
  'agreement',
  z.object({
    facts: z.looseObject({
      borrower: z.looseObject({ fullName: text, dni: text, cuil: text, address: z.string() }),
      account: z.looseObject({ kind: text, number: text, holderName: text }),
      product: z.looseObject({ productId: text, version: text, name: text }),
      pricing: z.looseObject({ feeBasisPoints: whole, tnaBasisPoints: whole, vatBasisPoints: whole }),
      quote: z.looseObject({ amount: money, termDays: whole, repayment: money, payoutDay: day, dueDay: day }),
      withdrawalUntilDay: day,
      madeOnDay: day,
    }) as unknown as z.ZodMiniType<AgreementFacts>,
    document: z.looseObject({
      title: z.string(),
      sections: z.array(z.looseObject({ id: z.string(), heading: z.string(), rows, paragraphs: z.array(z.string()) })),
    }) as unknown as z.ZodMiniType<AgreementDocument>,
    courtesySummary: z.array(z.string()),
  }),
)

/**
 * What proves one signature. Its hash is of the entry as it was written: it is checked against `openEnvelope`, never
 * against what a step has made of it.
 */
export const keptSignature = keptShape(
  'signature',
  z.object({
    entry_number: whole,
    user_id: text,
    order_id: text,
    document_sha256: text,
    document_version: text,
    code_challenge_id: text,
    channel: idOf<'phone' | 'mail'>(),
    contact: text,
    signed_at_utc: text,
    signed_at_argentina: text,
    network_address: text,
    user_agent: z.string(),
    previous_entry_sha256: z.nullable(text),
  }),
)

const product = z.object({
  product_id: text,
  name: z.object({ en: text, es: text }),
  channels: z.array(idOf<'web' | 'play' | 'direct'>()),
  amount_min_centavos: whole,
  amount_max_centavos: whole,
  amount_step_centavos: whole,
  term_days: z.array(whole),
  default_term_days: whole,
  fee_basis_points: whole,
  tna_basis_points: whole,
  vat_basis_points: whole,
  late_one_time_basis_points: whole,
  /** Products from before there was a smallest unpaid sum for the one-time late charge do not have it. */
  late_one_time_unpaid_min_centavos: z.optional(whole),
  late_daily_basis_points: whole,
  late_max_basis_points: whole,
  partial_payment_min_centavos: whole,
  example: z.object({ amount_centavos: whole, term_days: whole }),
})

const UNPAID_MIN_BEFORE_CENTAVOS = 100_000

/** A product under a number, for good. */
export const keptProduct = keptShape('product', product).next(
  z.extend(product, { late_one_time_unpaid_min_centavos: whole }),
  ({ late_one_time_unpaid_min_centavos: min, ...before }) => ({
    ...before,
    late_one_time_unpaid_min_centavos: min ?? UNPAID_MIN_BEFORE_CENTAVOS,
  }),
)

/** What the books and a provider's statement did not have in common on a day. SQL compares it with what it was before. */
export const keptDifferences = keptColumn(
  'differences',
  z.array(
    z.object({
      cause: text,
      id: text,
      providerId: z.nullable(text),
      orderNumber: z.nullable(text),
      ours: signedMoney,
      theirs: signedMoney,
      ourDay: z.nullable(day),
      theirDay: z.nullable(day),
    }),
  ),
)
