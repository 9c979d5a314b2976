import { setTimeout as waitFor } from 'node:timers/promises'
import { brand } from '@hola/core/brand.ts'
import { addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import { centavos, subtract } from '@hola/core/money.ts'
import * as z from 'zod/mini'
import type { MercadoPagoSettings } from '../mercado-pago/public.ts'
import { MERCADO_PAGO, mercadoPagoRows, mercadoPagoWebhook, readMercadoPago } from '../mercado-pago/public.ts'
import { adapter } from '../registry.ts'
import { NoAnswer, isOverloaded, request } from '../request.ts'
import { mailAddress } from '../settings-reader.ts'
import type { CollectionAdapter, CollectionLine, Collector, FoundPayment, PayAsk } from './port.ts'
import { CollectionProblem, noInstructions } from './port.ts'

export type MercadoPagoCollectionSettings = MercadoPagoSettings & {
  /** A payer must have an address there: she gets one of the lender's, and stays unknown. */
  readonly payerMail: string
}

export type MercadoPagoLimits = {
  readonly attempts: number
  /** Before the second attempt, unless Mercado Pago asks for longer. */
  readonly pauseMs: number
  readonly pauseMaxMs: number
  readonly attemptLimitMs: number
}

/** A borrower may be waiting: together well below the 60 s that she waits. */
export const mercadoPagoLimits: MercadoPagoLimits = {
  attempts: 2,
  pauseMs: 500,
  pauseMaxMs: 3_000,
  attemptLimitMs: 15_000,
}

const ANSWER_LENGTH_MAX = 4 * 1024 * 1024
const PAGE_LENGTH = 50
/** A search gives no more than its first thousand: a day with more of them needs the provider's own report. */
const SEARCH_MAX = 1_000

/** Theirs are numbers; whatever it is becomes part of an address. */
const id = z.pipe(
  z.union([z.int().check(z.positive()), z.string().check(z.regex(/^[\w-]{1,64}$/))]),
  z.transform(String),
)

/** In pesos. What is no whole number of centavos is no amount of ours. */
const money = z.pipe(
  z.number().check(
    z.positive(),
    z.maximum(1_000_000_000_000),
    z.refine((pesos) => Math.abs(pesos * 100 - Math.round(pesos * 100)) < 1e-4),
  ),
  z.transform((pesos) => centavos(Math.round(pesos * 100))),
)

const instant = z.pipe(
  z.string().check(z.refine((text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)))),
  z.transform((text) => new Date(text)),
)

const webAddress = z.url({ protocol: /^https$/ }).check(z.maxLength(500))

const preference = z.object({ id, init_point: webAddress })

const ticket = z.object({
  id,
  status: z.string(),
  date_of_expiration: z.nullish(instant),
  transaction_details: z.object({ external_resource_url: z.nullish(webAddress) }),
  barcode: z.nullish(z.object({ content: z.nullish(z.string().check(z.regex(/^[\x20-\x7e]{1,100}$/))) })),
})

const payment = z.object({
  id,
  status: z.string(),
  status_detail: z.nullish(z.string()),
  currency_id: z.string(),
  transaction_amount: money,
  /** What went back of it, in pesos too, while the payment stays approved. */
  transaction_amount_refunded: z.nullish(z.number().check(z.minimum(0))),
  date_approved: z.nullish(instant),
  external_reference: z.nullish(z.string()),
})

const page = z.object({ paging: z.object({ total: z.int() }), results: z.array(payment) })

type Means = {
  readonly publicUrl: string
  readonly limits?: MercadoPagoLimits
  readonly wait?: (ms: number) => Promise<unknown>
}

/**
 * Mercado Pago as a collector: a checkout preference with a link, and cash slips by its payments. Whatever a message of
 * theirs says, `GET /v1/payments/{id}` is what counts.
 */
export const mercadoPagoCollection = (
  { url, token, webhookSecret, payerMail }: MercadoPagoCollectionSettings,
  { publicUrl, limits = mercadoPagoLimits, wait = waitFor }: Means,
): Collector => {
  const ask = async <Schema extends z.ZodMiniType>(
    path: string,
    schema: Schema,
    post?: { readonly key: string; readonly body: object },
  ): Promise<z.output<Schema> | CollectionProblem> => {
    for (let number = 1; ; number += 1) {
      const answer = await request(`${url}${path}`, {
        method: post === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(post === undefined ? {} : { 'content-type': 'application/json', 'x-idempotency-key': post.key }),
        },
        ...(post === undefined ? {} : { body: JSON.stringify(post.body) }),
        signal: AbortSignal.timeout(limits.attemptLimitMs),
        answerLengthMax: ANSWER_LENGTH_MAX,
      })
      const found = answer instanceof NoAnswer ? unavailable(answer.reason) : read(schema, answer)
      const isPassing = found instanceof CollectionProblem && found.kind === 'unavailable'
      const askedMs = answer instanceof NoAnswer ? 0 : answer.retryAfterMs
      if (!isPassing || number === limits.attempts || askedMs > limits.pauseMaxMs) return found
      await wait(Math.max(limits.pauseMs, askedMs))
    }
  }

  /** Only an address that they can reach: on somebody's own machine there is none, and the payments are asked about. */
  const notified = publicUrl.startsWith('https:')
    ? { notification_url: `${publicUrl}/providers/mercado-pago/collection` }
    : {}

  const askCheckout = async ({ paymentId, reference, amount, expiresAt }: PayAsk) => {
    const made = await ask('/checkout/preferences', preference, {
      key: paymentId,
      body: {
        items: [
          { id: reference, title: titleOf(reference), quantity: 1, currency_id: 'ARS', unit_price: amount / 100 },
        ],
        external_reference: reference,
        ...notified,
        back_urls: { success: `${publicUrl}/`, pending: `${publicUrl}/`, failure: `${publicUrl}/` },
        expires: true,
        expiration_date_to: written(expiresAt),
        date_of_expiration: written(expiresAt),
        // A loan is not repaid with another debt, and cash has slips of its own.
        payment_methods: { excluded_payment_types: [{ id: 'credit_card' }, { id: 'ticket' }], installments: 1 },
      },
    })
    if (made instanceof CollectionProblem) return made
    return { ...noInstructions, checkoutUrl: made.init_point, expiresAt, providerRequestId: made.id }
  }

  const askTicket = async ({ paymentId, reference, amount, methodId, expiresAt }: PayAsk) => {
    const made = await ask('/v1/payments', ticket, {
      key: paymentId,
      body: {
        transaction_amount: amount / 100,
        description: titleOf(reference),
        payment_method_id: methodId,
        payer: { email: payerMail },
        external_reference: reference,
        date_of_expiration: written(expiresAt),
        ...notified,
      },
    })
    if (made instanceof CollectionProblem) return made
    const ticketUrl = made.transaction_details.external_resource_url ?? null
    const barcode = made.barcode?.content ?? null
    if (made.status !== 'pending' || (ticketUrl === null && barcode === null))
      return new CollectionProblem('rejected', 'mercado pago made no slip')
    return {
      ...noInstructions,
      ticketUrl,
      barcode,
      expiresAt: made.date_of_expiration ?? expiresAt,
      providerRequestId: made.id,
    }
  }

  /** All pages of a search. */
  const searchAll = async (query: Record<string, string>): Promise<FoundPayment[] | CollectionProblem> => {
    const all: FoundPayment[] = []
    for (let offset = 0; ; offset += PAGE_LENGTH) {
      const parameters = new URLSearchParams({
        ...query,
        sort: 'date_created',
        criteria: 'asc',
        limit: String(PAGE_LENGTH),
        offset: String(offset),
      })
      const found = await ask(`/v1/payments/search?${parameters.toString()}`, page)
      if (found instanceof CollectionProblem) return found
      if (found.paging.total > SEARCH_MAX)
        return new CollectionProblem('rejected', 'mercado pago has more payments than a search gives')
      for (const row of found.results) {
        const payment = foundOf(row)
        if (payment instanceof CollectionProblem) return payment
        all.push(payment)
      }
      if (found.results.length < PAGE_LENGTH || all.length >= found.paging.total) return all
    }
  }

  return {
    provider: MERCADO_PAGO,
    webhook: mercadoPagoWebhook(webhookSecret, 'payment'),
    methods: [
      { methodId: 'checkout', kind: 'checkout' },
      { methodId: 'rapipago', kind: 'cash_slip' },
      { methodId: 'pagofacil', kind: 'cash_slip' },
    ],

    request: (asked) => (asked.methodId === 'checkout' ? askCheckout(asked) : askTicket(asked)),

    find: async (providerPaymentId) => {
      if (!/^[\w-]{1,64}$/.test(providerPaymentId))
        return new CollectionProblem('unknown', 'mercado pago has no such ids')
      const found = await ask(`/v1/payments/${providerPaymentId}`, payment)
      if (found instanceof CollectionProblem) return found
      if (found.id !== providerPaymentId) return unavailable('answered about another payment')
      return foundOf(found)
    },

    search: async (reference) => {
      const found = await searchAll({ external_reference: reference })
      return found instanceof CollectionProblem ? found : found.filter((row) => row.reference === reference)
    },

    statement: async (day) => {
      // Until the last millisecond before midnight: both ends count.
      const end = new Date(startOfDay(addDays(day, 1)).getTime() - 1)
      const found = await searchAll({
        range: 'date_approved',
        begin_date: startOfDay(day).toISOString(),
        end_date: end.toISOString(),
      })
      if (found instanceof CollectionProblem) return found
      return found.filter((row): row is CollectionLine => 'paidDay' in row && row.paidDay === day)
    },
  }
}

/** Their documents write an instant with its offset in digits. */
const written = (instant: Date): string => instant.toISOString().replace('Z', '+00:00')

const titleOf = (reference: string): string => `${brand.name} ${reference}`

const unavailable = (reason: string): CollectionProblem =>
  new CollectionProblem('unavailable', `mercado pago ${reason}`)

const read = <Schema extends z.ZodMiniType>(
  schema: Schema,
  { status, json }: { readonly status: number; readonly json: unknown },
): z.output<Schema> | CollectionProblem => {
  if (isOverloaded(status) || status === 408 || status === 409) return unavailable(`HTTP ${status}`)
  // Their own word for it is JSON; the page of a gateway that has lost them is not.
  if (status === 404 && typeof json === 'object') return new CollectionProblem('unknown', 'mercado pago HTTP 404')
  if (status < 200 || status > 299) return new CollectionProblem('rejected', `mercado pago HTTP ${status}`)
  const answer = schema.safeParse(json)
  return answer.success ? answer.data : unavailable('answered in another shape')
}

/** What their states mean for us. One that is not in their documents is no answer: nobody is credited by a guess. */
const states: Readonly<Record<string, FoundPayment['state']>> = {
  approved: 'credited',
  // Somebody complains about it; until that ends the money is ours.
  in_mediation: 'credited',
  pending: 'pending',
  in_process: 'pending',
  authorized: 'pending',
  rejected: 'rejected',
  cancelled: 'rejected',
  refunded: 'reversed',
  charged_back: 'reversed',
}

const foundOf = (row: z.output<typeof payment>): FoundPayment | CollectionProblem => {
  const known = states[row.status]
  if (known === undefined) return unavailable('answered with a state that is not documented')
  const named = { providerPaymentId: row.id, reference: row.external_reference ?? null }
  if (known === 'pending' || known === 'rejected') return { ...named, state: known }
  // What was charged back and decided in our favour is ours again.
  const state = row.status === 'charged_back' && row.status_detail === 'reimbursed' ? 'credited' : known
  if (row.currency_id !== 'ARS') return new CollectionProblem('rejected', 'mercado pago took another currency')
  if (row.date_approved)
    return { ...named, state, amount: amountOf(row, state), paidDay: civilDayOf(row.date_approved) }
  return state === 'reversed' ? { ...named, state: 'rejected' } : unavailable('does not say when it was paid')
}

/** What of a payment is ours: a part may have gone back to the payer. */
const amountOf = (
  { transaction_amount: amount, transaction_amount_refunded: refunded }: z.output<typeof payment>,
  state: FoundPayment['state'],
): Centavos => (state === 'credited' ? subtract(amount, centavos(Math.round((refunded ?? 0) * 100))) : amount)

export const mercadoPago: CollectionAdapter = adapter({
  name: MERCADO_PAGO,
  rows: [
    {
      name: 'COLLECTION_PAYER_MAIL',
      default: 'none',
      meaning:
        'mailbox of yours that Mercado Pago is given for every payer of a cash slip, so that it learns nobody’s own; for COLLECTION=mercado-pago',
    },
    ...mercadoPagoRows,
  ],
  read: (reader): MercadoPagoCollectionSettings => ({
    ...readMercadoPago(reader, { isKeyNeeded: false }),
    payerMail: reader.needed('COLLECTION_PAYER_MAIL', mailAddress, 'an e-mail address of yours', ''),
  }),
  open: (settings, means) => mercadoPagoCollection(settings, means),
})
