import { setTimeout as waitFor } from 'node:timers/promises'
import { brand } from '@hola/core/brand.ts'
import { addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import { centavos, subtract } from '@hola/core/money.ts'
import * as z from 'zod/mini'
import type { Log } from '../../platform/log.ts'
import type { Clock } from '@hola/core/clock.ts'
import type { MercadoPagoSettings } from '../mercado-pago/public.ts'
import { MERCADO_PAGO, mercadoPagoPaymentWebhook, mercadoPagoRows, readMercadoPago } from '../mercado-pago/public.ts'
import type { Finding } from '../../platform/finding.ts'
import { ok, problem, warning } from '../../platform/finding.ts'
import type { CheckMeans } from '../registry.ts'
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

/** A card's holder can dispute a payment for about half a year. */
const CHARGEBACK_DAYS = 180

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

const barcode = z.nullish(z.object({ content: z.nullish(z.string().check(z.regex(/^[\x20-\x7e]{1,100}$/))) }))

const ticket = z.object({
  id,
  status: z.string(),
  date_of_expiration: z.nullish(instant),
  transaction_details: z.object({ external_resource_url: z.nullish(webAddress), barcode }),
  /** Where older answers have it. */
  barcode,
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

/** Each row is read by itself: one that is odd says nothing about the others. */
const page = z.object({ paging: z.object({ total: z.int() }), results: z.array(z.unknown()) })

const refusal = z.object({ cause: z.array(z.object({ code: z.union([z.string(), z.int()]) })) })

type Means = {
  readonly publicUrl: string
  /** The machine's, which is also theirs. */
  readonly machineClock: Clock
  readonly log: Pick<Log, 'error'>
  readonly limits?: MercadoPagoLimits
  readonly wait?: (ms: number) => Promise<unknown>
}

/**
 * Mercado Pago as a collector: a checkout preference with a link, and cash slips by its payments. Whatever a message of
 * theirs says, `GET /v1/payments/{id}` is what counts.
 */
export const mercadoPagoCollection = (
  { url, token, webhookSecret, payerMail }: MercadoPagoCollectionSettings,
  { publicUrl, machineClock, log, limits = mercadoPagoLimits, wait = waitFor }: Means,
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

  /**
   * Only an address that they can reach: on somebody's own machine there is none, and the payments are asked about. The
   * parameter asks for webhooks alone, without their older notifications beside them.
   */
  const notified = publicUrl.startsWith('https:')
    ? { notification_url: `${webhookAddress(publicUrl)}?source_news=webhooks` }
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
        // A loan is not repaid with another debt, and cash has slips of its own. Their own credit is no type but a method.
        payment_methods: {
          excluded_payment_types: [{ id: 'credit_card' }, { id: 'ticket' }],
          excluded_payment_methods: [{ id: 'consumer_credits' }],
          installments: 1,
        },
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
        date_of_expiration: written(slipExpiry(expiresAt, machineClock.now())),
        ...notified,
      },
    })
    if (made instanceof CollectionProblem) return made
    const ticketUrl = made.transaction_details.external_resource_url ?? null
    const digits = made.transaction_details.barcode?.content ?? made.barcode?.content ?? null
    if (made.status !== 'pending' || (ticketUrl === null && digits === null))
      return new CollectionProblem('rejected', 'mercado pago made no slip')
    return {
      ...noInstructions,
      ticketUrl,
      barcode: digits,
      expiresAt: made.date_of_expiration ?? expiresAt,
      providerRequestId: made.id,
    }
  }

  /**
   * All pages of a search. A row that cannot be read is left out and said aloud: the others are as good as without it, and
   * what it is about is asked for by its id when its message comes, or stays open where the books are compared.
   */
  const searchAll = async (query: Record<string, string>): Promise<FoundPayment[] | CollectionProblem> => {
    const all: FoundPayment[] = []
    let count = 0
    let oddCount = 0
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
        const read = payment.safeParse(row)
        const one = read.success ? foundOf(read.data) : unavailable('answered in another shape')
        if (one instanceof CollectionProblem) oddCount += 1
        else all.push(one)
      }
      count += found.results.length
      if (found.results.length < PAGE_LENGTH || count >= found.paging.total) break
    }
    if (oddCount > 0)
      log.error({ count: oddCount }, 'mercado pago lists payments that cannot be read: a person must look')
    return all
  }

  return {
    provider: MERCADO_PAGO,
    webhook: mercadoPagoPaymentWebhook(webhookSecret),
    chargebackDays: CHARGEBACK_DAYS,
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

const webhookAddress = (publicUrl: string): string => `${publicUrl}/providers/mercado-pago/collection`

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** A slip ends one to thirty days after it was made; one that should end sooner or later ends there. */
const slipExpiry = (wanted: Date, now: Date): Date => {
  // What the way to them takes is not to make it a day less a second.
  const [least, most] = [now.getTime() + DAY_MS + 5 * MINUTE_MS, now.getTime() + 30 * DAY_MS]
  return new Date(Math.min(Math.max(wanted.getTime(), least), most))
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
  if (isOverloaded(status) || PASSING.has(status)) return unavailable(`HTTP ${status}`)
  // Their own word for it is JSON; the page of a gateway that has lost them is not.
  if (status === 404 && typeof json === 'object') return new CollectionProblem('unknown', 'mercado pago HTTP 404')
  if (status < 200 || status > 299) return new CollectionProblem('rejected', `mercado pago ${refusalOf(status, json)}`)
  const answer = schema.safeParse(json)
  return answer.success ? answer.data : unavailable('answered in another shape')
}

/** Timed out, in conflict, locked, or waiting for something else of theirs: a matter of time. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 423, 424])

/** The payer is the account that is paid. */
const SAME_PARTIES = '2034'

/** Their codes, never their words, which may quote whom it is about. */
const refusalOf = (status: number, json: unknown): string => {
  const read = refusal.safeParse(json)
  const codes = read.success
    ? read.data.cause.map(({ code }) => String(code)).filter((code) => /^\d{1,6}$/.test(code))
    : []
  if (codes.includes(SAME_PARTIES)) return `${SAME_PARTIES}: COLLECTION_PAYER_MAIL is the mailbox of the account itself`
  return codes.length === 0 ? `HTTP ${status}` : `HTTP ${status} (${codes.join(', ')})`
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
  if (row.date_approved) {
    const money = { amount: amountOf(row, state), paidDay: civilDayOf(row.date_approved) }
    if (state === 'credited') return { ...named, state, ...money }
    return { ...named, state, ...money, reversalCause: row.status === 'charged_back' ? 'chargeback' : 'refund' }
  }
  return state === 'reversed' ? { ...named, state: 'rejected' } : unavailable('does not say when it was paid')
}

/** What of a payment is ours: a part may have gone back to the payer. */
const amountOf = (
  { transaction_amount: amount, transaction_amount_refunded: refunded }: z.output<typeof payment>,
  state: FoundPayment['state'],
): Centavos => (state === 'credited' ? subtract(amount, centavos(Math.round((refunded ?? 0) * 100))) : amount)

const account = z.object({ site_id: z.string(), email: z.nullish(z.string()) })
const methods = z.array(z.looseObject({ id: z.string(), status: z.nullish(z.string()) }))

const CHECK_LIMIT_MS = 10_000

/** Whose account it is, whether it can take what we offer, and what only the panel shows. Reads alone. */
const checkCollection = async (
  { url, token, payerMail }: MercadoPagoCollectionSettings,
  { publicUrl }: CheckMeans,
): Promise<Finding[]> => {
  const get = async <Schema extends z.ZodMiniType>(path: string, schema: Schema) => {
    const answer = await request(`${url}${path}`, {
      method: 'GET',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal: AbortSignal.timeout(CHECK_LIMIT_MS),
      answerLengthMax: ANSWER_LENGTH_MAX,
    })
    return answer instanceof NoAnswer ? unavailable(answer.reason) : read(schema, answer)
  }
  const me = await get('/users/me', account)
  if (me instanceof CollectionProblem) return [problem(`no answer about the account: ${me.reason}.`)]
  const offered = await get('/v1/payment_methods', methods)
  const missing =
    offered instanceof CollectionProblem
      ? []
      : ['rapipago', 'pagofacil'].filter((id) => !offered.some((one) => one.id === id && one.status === 'active'))
  return [
    me.site_id === 'MLA'
      ? ok('the token is good, and the account is Argentine.')
      : problem(`the account is of ${me.site_id}, not of Argentina (MLA): take the token of the Argentine account.`),
    me.email?.toLowerCase() === payerMail.toLowerCase()
      ? problem('COLLECTION_PAYER_MAIL is the mailbox of the account itself, which pays no slip of its own (2034).')
      : ok('the payer’s mailbox is not the account’s own.'),
    offered instanceof CollectionProblem
      ? problem(`no answer about the ways to pay: ${offered.reason}.`)
      : missing.length === 0
        ? ok('Rapipago and Pago Fácil are offered.')
        : problem(`${missing.join(' and ')} cannot be used by this account now.`),
    publicUrl.startsWith('https:')
      ? warning(
          `what the panel has cannot be read: it must have ${webhookAddress(publicUrl)}, for payments and chargebacks.`,
        )
      : warning('no webhook reaches an address without https: payments are only asked about.'),
  ]
}

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
  check: (settings, means) => checkCollection(settings, means),
})
