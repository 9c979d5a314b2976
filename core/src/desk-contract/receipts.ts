import * as z from 'zod/mini'
import { cursor, day, instant, line, listOf, money, signedMoney, typed, whole } from '../contract/fields.ts'
import { deskCalls } from './call.ts'
import { personCodeField } from './codes.ts'
import { cappedCount } from './counts.ts'

/** Where money that came stands. */
export const receiptStates = ['suspense', 'credited', 'reversed'] as const

/** By what money and a loan are compared. */
export const evidenceKinds = ['reference', 'amount', 'cuil', 'name', 'due_day'] as const

/** match: both say the same. missing: one of them says nothing. differs: they say different things. */
const evidence = z.strictObject({
  kind: z.enum(evidenceKinds),
  says: z.enum(['match', 'missing', 'differs']),
})

const receipt = z.strictObject({
  provider: line(40),
  provider_payment_id: line(100),
  amount_centavos: money,
  paid_day: day,
  heard_at: instant,
  state: z.enum(receiptStates),
  /** Why a provider has taken it back, where it says so: through the payer's bank, or given back by us. */
  reversal_cause: z.nullable(z.enum(['chargeback', 'refund'])),
  /** The loan that it was paid on. */
  order_number: z.nullable(line(40)),
  has_reference: z.boolean(),
  /** Of money without a loan: how many loans it may belong to, and whether one of them is named beyond doubt. */
  candidate_count: whole(0, 20),
  is_clear: z.boolean(),
  /** Entered by the staff from a bank statement; else a provider told us. */
  is_by_hand: z.boolean(),
})

const candidate = z.strictObject({
  order_number: line(40),
  person_code: personCodeField,
  due_day: z.nullable(day),
  /** What it owed on the day of the payment, and what it will owe on that day once the money is placed. */
  owed_centavos: signedMoney,
  left_centavos: signedMoney,
  evidence: listOf(evidence, evidenceKinds.length),
  match_count: whole(0, evidenceKinds.length),
})

const key = { provider: typed(40), provider_payment_id: typed(100) }

export const receiptCalls = deskCalls({
  'receipts/list': {
    power: 'see_money',
    kind: 'read',
    summary:
      'Money that came: without a loan (the oldest first), credited or taken back (the newest first). Names nobody.',
    body: z.strictObject({ state: z.enum(receiptStates), after: z.optional(cursor) }),
    ret: z.strictObject({
      receipts: listOf(receipt, 50),
      next: z.nullable(cursor),
      /** Of all money without a loan, as far as it is counted. */
      suspense_count: cappedCount,
      suspense_centavos: money,
      now_at: instant,
    }),
  },
  'receipts/show': {
    power: 'see_money',
    kind: 'act',
    summary: 'What the payer wrote, and the loans that it may belong to. Payers write names: the look is written down.',
    body: z.strictObject({ ...key, why: typed(500) }),
    ret: z.strictObject({
      receipt,
      reference: z.nullable(line(500)),
      candidates: listOf(candidate, 20),
    }),
  },
  'receipts/compare': {
    power: 'see_money',
    kind: 'act',
    summary: 'How money without a loan compares with one loan that a member names.',
    body: z.strictObject({ ...key, order_number: typed(40), why: typed(500) }),
    ret: z.strictObject({ candidate: z.nullable(candidate) }),
  },
})
