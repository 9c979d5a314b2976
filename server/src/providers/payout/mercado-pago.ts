import { createPrivateKey, sign } from 'node:crypto'
import { addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { centavos } from '@hola/core/money.ts'
import * as z from 'zod/mini'
import type { MercadoPagoSettings } from '../mercado-pago/public.ts'
import {
  MERCADO_PAGO,
  PAYOUT_KIND,
  mercadoPagoRows,
  mercadoPagoWebhook,
  readMercadoPago,
} from '../mercado-pago/public.ts'
import { adapter } from '../registry.ts'
import type { HttpAnswer } from '../request.ts'
import { NoAnswer, request } from '../request.ts'
import type { Payout, PayoutAdapter, PayoutFailure, PayoutResult, Payouts, StatementLine } from './port.ts'
import { StatementProblem } from './port.ts'

/** A job waits, nobody else; Mercado Pago says that an answer may take some seconds. */
const ANSWER_LIMIT_MS = 45_000
const ANSWER_LENGTH_MAX = 256 * 1024
/** A day's report has a line for each movement of the account. */
const REPORT_LENGTH_MAX = 64 * 1024 * 1024

/** Pesos as they write them: 100, 100.5 or "100,50". */
const money = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,13}([.,]\d{1,2})?$/))]),
  z.transform((amount) => Math.round(Number(String(amount).replace(',', '.')) * 100)),
)

const instant = z.pipe(
  z.string().check(
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/),
    z.refine((text) => !Number.isNaN(Date.parse(text))),
  ),
  z.transform((text) => new Date(text)),
)

/** Ids of theirs become part of an address. */
const intentId = z.string().check(z.regex(/^[\w-]{1,100}$/))

const side = z.optional(z.object({ accounts: z.optional(z.array(z.object({ status_detail: z.nullish(z.string()) }))) }))

/** What they tell of a payout, as far as we read it. */
const intent = z.object({
  id: intentId,
  status: z.string(),
  external_reference: z.nullish(z.string()),
  last_updated_date: z.nullish(instant),
  transaction: z.object({ from: side, to: side, total_amount: z.optional(money) }),
})
type Intent = z.output<typeof intent>

/** Why it was refused, by their words for it; every other is of no use to a borrower. */
const reasons: Readonly<Record<string, PayoutFailure>> = {
  invalid_destination_account: 'wrong_account',
  account_closed: 'account_closed',
  invalid_owner: 'holder_mismatch',
  by_caps: 'limit',
}

const underWay = new Set(['new', 'created', 'pending', 'in_process', 'processing', 'partially_processed', 'approved'])
const over = new Set(['rejected', 'failed', 'error', 'canceled', 'cancelled', 'refunded', 'reverted'])

const unknown = (why: string): PayoutResult => ({ kind: 'unknown', why: `mercado pago ${why}` })

/** What they say of a payout of this amount under this key. */
const resultOf = (json: unknown, expected: Pick<Payout, 'key' | 'amount'>): PayoutResult => {
  const read = intent.safeParse(json)
  if (!read.success) return unknown('answered in another shape')
  const { id, status, transaction, last_updated_date: updatedAt, external_reference: reference } = read.data
  if ((reference ?? expected.key) !== expected.key) return unknown('answered about another payout')
  if ((transaction.total_amount ?? expected.amount) !== expected.amount) return unknown('answered with another amount')
  const detail = detailOf(read.data)
  if (over.has(status)) return { kind: 'failed', providerPayoutId: id, reason: reasons[detail] ?? 'other' }
  // Their older documents end with approved and its detail, the newer ones with processed.
  if (status === 'processed' || (status === 'approved' && detail === 'approved')) {
    if (!updatedAt) return unknown('does not say when it settled')
    return { kind: 'settled', providerPayoutId: id, settledAt: updatedAt }
  }
  if (underWay.has(status) && detail !== 'partially_refunded') return { kind: 'accepted', providerPayoutId: id }
  return unknown('answered with a state that is not documented')
}

/** Their documents put it on either side. */
const detailOf = ({ transaction: { from, to } }: Intent): string =>
  to?.accounts?.[0]?.status_detail ?? from?.accounts?.[0]?.status_detail ?? ''

/**
 * Payouts by Mercado Pago, `transaction-intents` v1. A payout whose id we never heard can only be asked for by sending it
 * again under its idempotency key, which their documents promise to be safe; with the id it is a plain question.
 */
export const mercadoPagoPayouts = (
  { url, token, webhookSecret, signingKey }: MercadoPagoSettings,
  { publicUrl, answerLimitMs = ANSWER_LIMIT_MS }: { readonly publicUrl: string; readonly answerLimitMs?: number },
): Payouts => {
  const key =
    signingKey === undefined
      ? undefined
      : createPrivateKey({ key: Buffer.from(signingKey, 'base64'), format: 'der', type: 'pkcs8' })
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }

  const get = (path: string, answerLengthMax = ANSWER_LENGTH_MAX): Promise<HttpAnswer | NoAnswer> =>
    request(`${url}${path}`, { method: 'GET', headers, signal: AbortSignal.timeout(answerLimitMs), answerLengthMax })

  const post = (path: string, body: string, more: Record<string, string> = {}): Promise<HttpAnswer | NoAnswer> =>
    request(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', ...more },
      body,
      signal: AbortSignal.timeout(answerLimitMs),
      answerLengthMax: ANSWER_LENGTH_MAX,
    })

  return {
    provider: MERCADO_PAGO,
    webhook: mercadoPagoWebhook(webhookSecret, PAYOUT_KIND),

    send: async (payout) => {
      const body = JSON.stringify(bodyOf(payout, `${publicUrl}/providers/mercado-pago/payout`))
      const answer = await post('/v1/transaction-intents/process', body, {
        'x-idempotency-key': payout.key,
        ...(key === undefined
          ? { 'x-enforce-signature': 'false', 'x-test-token': 'true' }
          : { 'x-enforce-signature': 'true', 'x-signature': sign(null, Buffer.from(body), key).toString('base64') }),
      })
      if (answer instanceof NoAnswer) return unknown(answer.reason)
      // What they refuse to take is never begun. That our own access is broken is not the borrower's affair.
      if (answer.status === 400 || answer.status === 422)
        return { kind: 'failed', providerPayoutId: null, reason: refusedFor(answer.json) }
      if (answer.status < 200 || answer.status > 299) return unknown(`HTTP ${answer.status}`)
      return resultOf(answer.json, payout)
    },

    find: async (payout, providerPayoutId) => {
      if (providerPayoutId === null) return { kind: 'not_known' }
      const answer = await get(`/v1/transaction-intents/${encodeURIComponent(providerPayoutId)}`)
      if (answer instanceof NoAnswer) return unknown(answer.reason)
      if (answer.status !== 200) return unknown(`HTTP ${answer.status}`)
      return resultOf(answer.json, payout)
    },

    keyOf: async (providerPayoutId) => {
      const answer = await get(`/v1/transaction-intents/${encodeURIComponent(providerPayoutId)}`)
      if (answer instanceof NoAnswer || answer.status !== 200) return undefined
      const read = intent.safeParse(answer.json)
      return read.success && read.data.id === providerPayoutId ? (read.data.external_reference ?? undefined) : undefined
    },

    statement: async (day) => {
      const listed = await get('/v1/account/release_report/list')
      if (listed instanceof NoAnswer) return new StatementProblem(`mercado pago ${listed.reason}`)
      const reports = reportList.safeParse(listed.json)
      if (listed.status !== 200 || !reports.success) return new StatementProblem('mercado pago has no list of reports')
      const [begin, end] = [startOfDay(day), startOfDay(addDays(day, 1))]
      const report = reports.data.findLast(({ begin_date, end_date }) => begin_date <= begin && end_date >= end)
      if (report === undefined) {
        const body = JSON.stringify({ begin_date: begin.toISOString(), end_date: end.toISOString() })
        await post('/v1/account/release_report', body)
        return new StatementProblem('mercado pago makes the report: ask again later')
      }
      const file = await get(`/v1/account/release_report/${encodeURIComponent(report.file_name)}`, REPORT_LENGTH_MAX)
      if (file instanceof NoAnswer) return new StatementProblem(`mercado pago ${file.reason}`)
      if (file.status !== 200) return new StatementProblem(`mercado pago report HTTP ${file.status}`)
      return payoutsIn(file.text, day) ?? new StatementProblem('mercado pago report in another shape')
    },
  }
}

const bodyOf = ({ key, amount, account, holder }: Payout, notificationUrl: string) => {
  const pesos = amount / 100
  return {
    external_reference: key,
    point_of_interaction: { type: 'PSP_TRANSFER' },
    seller_configuration: { notification_info: { notification_url: notificationUrl } },
    transaction: {
      from: { accounts: [{ amount: pesos }] },
      to: {
        accounts: [
          {
            type: account.kind,
            amount: pesos,
            currency_id: 'ARS',
            number: account.number,
            holder: holder.name,
            owner: { identification: { type: 'CUIL', number: holder.cuil } },
          },
        ],
      },
      total_amount: pesos,
    },
  }
}

const refusal = z.object({ error: z.nullish(z.string()), code: z.nullish(z.union([z.string(), z.number()])) })

const refusedFor = (json: unknown): PayoutFailure => {
  const read = refusal.safeParse(json)
  if (!read.success) return 'other'
  return reasons[read.data.error ?? ''] ?? reasons[String(read.data.code)] ?? 'other'
}

const reportList = z.array(
  z.object({
    begin_date: instant,
    end_date: instant,
    file_name: z.string().check(z.regex(/^[\w-]{1,200}\.csv$/)),
  }),
)

/** The payouts of a day in a report of released money; undefined when it lacks a column that we need. */
const payoutsIn = (csv: string, day: CivilDay): StatementLine[] | undefined => {
  const [head = '', ...lines] = csv.replace(/^\uFEFF/, '').split(/\r?\n/)
  const separator = head.includes(';') ? ';' : ','
  const cellsOf = (line: string): string[] => line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  const names = cellsOf(head)
  const columns = ['DATE', 'SOURCE_ID', 'EXTERNAL_REFERENCE', 'DESCRIPTION', 'NET_DEBIT_AMOUNT'] as const
  const places = columns.map((name) => names.indexOf(name))
  if (places.includes(-1)) return undefined
  return lines.flatMap((line) => {
    const cells = cellsOf(line)
    const [date, sourceId, reference, description, debit] = places.map((place) => cells[place] ?? '')
    const [at, amount] = [instant.safeParse(date), money.safeParse(debit)]
    if (description !== 'payout' || !at.success || !amount.success || civilDayOf(at.data) !== day) return []
    return [{ key: reference ?? '', providerPayoutId: sourceId ?? '', amount: centavos(amount.data), day }]
  })
}

export const mercadoPago: PayoutAdapter = adapter({
  name: MERCADO_PAGO,
  rows: mercadoPagoRows,
  read: (reader) => readMercadoPago(reader, { isKeyNeeded: reader.inProduction }),
  open: (settings, { settings: { publicUrl } }) => mercadoPagoPayouts(settings, { publicUrl }),
})
