import { centavos } from '@hola/core/money.ts'
import type { Centavos } from '@hola/core/money.ts'
import * as z from 'zod/mini'
import type { Payout, PayoutFailure, PayoutFault, PayoutResult } from './port.ts'
import { wordsFor } from './port.ts'

// How Mercado Pago writes about a payout (`/v1/payouts`). What is read here is tested with the examples of its
// documentation in `../examples/`, and the sandbox writes the same shapes (`mercado-pago-writing.ts`).

/** Ids of theirs become part of an address. */
const ID = /^[\w-]{1,100}$/
const id = z.pipe(z.union([z.string(), z.int()]), z.transform(String)).check(z.regex(ID))

export const instant = z.pipe(
  z.string().check(
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/),
    z.refine((text) => !Number.isNaN(Date.parse(text))),
  ),
  z.transform((text) => new Date(text)),
)

const POINT = /^(\d{1,13}|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/
const COMMA = /^(\d{1,13}|\d{1,3}(\.\d{3})+)(,\d{1,2})?$/

/**
 * Pesos as they write them: 100, 100.5, "100.50", or by the settings of an account "1.234,50". Three digits behind a point
 * or a comma can only be thousands, because centavos have two: every amount says itself how it is written. Undefined when
 * it is none.
 */
export const readPesos = (text: string): Centavos | undefined => {
  if (POINT.test(text)) return centavos(Math.round(Number(text.replaceAll(',', '')) * 100))
  if (COMMA.test(text)) return centavos(Math.round(Number(text.replaceAll('.', '').replace(',', '.')) * 100))
  return undefined
}

const amount = z.object({
  currency: z.nullish(z.string()),
  value: z.pipe(
    z.union([z.number(), z.string()]),
    z.transform((value) => readPesos(String(value))),
  ),
})

const text = z.nullish(z.string())

/** What they say of one transfer, asked about or in a list. */
const transaction = z.object({
  id,
  status: text,
  status_detail: text,
  external_reference: text,
  amount: z.nullish(amount),
  // The answers say one, the messages the other.
  last_update_date: z.nullish(instant),
  last_updated_date: z.nullish(instant),
})
type Transaction = z.output<typeof transaction>

/** The answer to a new payout: a batch of one transfer. */
const created = z.object({ id, status: text, external_reference: text, transactions: z.optional(z.array(transaction)) })

/** A message of theirs about a transfer. */
export const notification = z.object({ id, external_reference: text, payout: z.object({ id }), status: text })

/** Two ids name a transfer: the batch's and its own. They travel as one word. */
export const joinIds = (payoutId: string, transactionId: string): string => `${payoutId}/${transactionId}`

/** Undefined where it does not name both. */
export const splitIds = (ids: string): { readonly payoutId: string; readonly transactionId: string } | undefined => {
  const [payoutId = '', transactionId = '', ...more] = ids.split('/')
  return ID.test(payoutId) && ID.test(transactionId) && more.length === 0 ? { payoutId, transactionId } : undefined
}

/** Words of theirs that name the account of the borrower; nothing else asks her for another one. */
const accountReasons: Readonly<Record<string, PayoutFailure>> = {
  invalid_destination_account: 'wrong_account',
  invalid_account_number: 'wrong_account',
  account_not_found: 'wrong_account',
  account_closed: 'account_closed',
  invalid_owner: 'holder_mismatch',
  by_caps: 'limit',
}

/** Words of theirs for what is the lender's to mend, whatever the payout. */
const commonFaults: Readonly<Record<string, PayoutFault>> = {
  insufficient_funds: 'balance',
  insufficient_balance: 'balance',
  invalid_signature: 'access',
  idempotency_key_required: 'access',
  invalid_token: 'access',
  unauthorized: 'access',
  forbidden: 'access',
}

const underWay: Readonly<Record<string, readonly string[]>> = {
  created: [''],
  new: [''],
  pending: [''],
  approved: [''],
  in_process: ['', 'pending_bank'],
  transaction_in_process: ['', 'pending_bank', 'pending_authorized'],
  partially_processed: ['', 'pending_bank'],
  // Without a detail it is on its way: that it was credited has a word of its own.
  success: ['', 'in_progress'],
}
const settled: Readonly<Record<string, readonly string[]>> = {
  success: ['accredited'],
  processed: ['', 'approved'],
}
/** Never sent, or sent back whole. */
const over = new Set(['rejected', 'failed', 'error', 'canceled', 'cancelled', 'refunded', 'reverted'])

export const unknown = (
  why: string,
  more: { readonly providerPayoutId?: string; readonly words?: string } = {},
): PayoutResult => ({ kind: 'unknown', why: `mercado pago ${why}`, ...more })

type Expected = Pick<Payout, 'key' | 'amount'>

const resultOf = (
  { status: given, status_detail: givenDetail, ...read }: Transaction,
  providerPayoutId: string,
  { key, amount: expected }: Expected,
  now: Date,
): PayoutResult => {
  const [status, detail] = [given ?? '', givenDetail ?? '']
  const words = wordsFor(status, detail)
  if ((read.external_reference ?? key) !== key) return unknown('answered about another payout')
  if (read.amount && read.amount.value !== expected) return unknown('answered with another amount')
  if ((read.amount?.currency ?? 'ARS') !== 'ARS') return unknown('answered with another currency')
  if (settled[status]?.includes(detail))
    return {
      kind: 'settled',
      providerPayoutId,
      settledAt: read.last_update_date ?? read.last_updated_date ?? now,
    }
  if (underWay[status]?.includes(detail)) return { kind: 'accepted', providerPayoutId }
  if (over.has(status)) {
    const reason = accountReasons[detail]
    return reason === undefined
      ? { kind: 'refused', providerPayoutId, fault: commonFaults[detail] ?? 'rail', words }
      : { kind: 'failed', providerPayoutId, reason }
  }
  // Part of it came back, or a state that their documents do not have: under its id it is asked about again.
  return unknown('answered with a state that only a person can judge', { providerPayoutId, words })
}

/** What they say when they are asked about the transfer with these ids. */
export const readTransaction = (
  json: unknown,
  providerPayoutId: string,
  expected: Expected,
  now: Date,
): PayoutResult => {
  const read = transaction.safeParse(json)
  if (!read.success) return unknown('answered in another shape')
  if (read.data.id !== splitIds(providerPayoutId)?.transactionId) return unknown('answered about another payout')
  return resultOf(read.data, providerPayoutId, expected, now)
}

/** What they say to a new payout, which they have taken: whatever is wrong with the answer, the ids in it are kept. */
export const readCreated = (json: unknown, expected: Expected, now: Date): PayoutResult => {
  const read = created.safeParse(json)
  const first = read.data?.transactions?.[0]
  if (!read.success || first === undefined) return unknown('answered in another shape')
  if ((read.data.external_reference ?? expected.key) !== expected.key) return unknown('answered about another payout')
  const providerPayoutId = joinIds(read.data.id, first.id)
  const result = resultOf({ ...first, status: first.status ?? read.data.status }, providerPayoutId, expected, now)
  return result.kind === 'unknown' ? { ...result, providerPayoutId } : result
}

/** The key under which they have the transfer with these ids. */
export const readKey = (json: unknown, providerPayoutId: string): string | undefined => {
  const read = transaction.safeParse(json)
  return read.success && read.data.id === splitIds(providerPayoutId)?.transactionId
    ? (read.data.external_reference ?? undefined)
    : undefined
}

/** A refusal has no one shape: a code or an error and a message, or a list of them under `errors` or `cause`. */
const refusal = z.object({ errors: z.optional(z.unknown()), cause: z.optional(z.unknown()) })

const textsOf = (json: unknown, ...names: readonly string[]): string[] => {
  const members: Readonly<Record<string, unknown>> = z.record(z.string(), z.unknown()).safeParse(json).data ?? {}
  return names.flatMap((name) => {
    const value = members[name]
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })
}

/** That the reference was used before: the payout may be with them already, whatever else they say. */
const USED_BEFORE = /duplicat|already|must be unique|repeated/i

/** What they say instead of taking a payout: never begun, unless they have it under this reference from before. */
export const readRefusal = (status: number, json: unknown): PayoutResult => {
  const { errors, cause } = refusal.safeParse(json).data ?? {}
  const all: readonly unknown[] = [json, ...[errors, cause].filter((list) => Array.isArray(list)).flat()]
  const codes = all.flatMap((one) => textsOf(one, 'code', 'error'))
  const said = all.flatMap((one) => textsOf(one, 'message', 'description'))
  const words = wordsFor(`HTTP ${status}`, ...new Set([...codes, ...said]))
  if (USED_BEFORE.test([...codes, ...said].join(' '))) return unknown('has the reference from before', { words })
  const reason = codes.map((one) => accountReasons[one]).find((one) => one !== undefined)
  if (reason !== undefined) return { kind: 'failed', providerPayoutId: null, reason }
  const common = codes.map((one) => commonFaults[one]).find((one) => one !== undefined)
  const fault = common ?? (status === 401 || status === 403 ? 'access' : 'request')
  return { kind: 'refused', providerPayoutId: null, fault, words }
}
