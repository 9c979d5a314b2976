import { createPrivateKey, sign } from 'node:crypto'
import type { Clock } from '@hola/core/clock.ts'
import type { Finding } from '../../platform/finding.ts'
import { ok, problem } from '../../platform/finding.ts'
import type { MercadoPagoSettings } from '../mercado-pago/public.ts'
import { MERCADO_PAGO, mercadoPagoRows, readMercadoPago } from '../mercado-pago/public.ts'
import { adapter } from '../registry.ts'
import type { HttpAnswer } from '../request.ts'
import { NoAnswer, request } from '../request.ts'
import { checkReportConfig, findReport, readReport, reportRequest } from './mercado-pago-report.ts'
import { readCreated, readKey, readRefusal, readTransaction, splitIds, unknown } from './mercado-pago-shapes.ts'
import { payoutMessages } from './mercado-pago-webhook.ts'
import type { Payout, PayoutAdapter, Payouts } from './port.ts'
import { StatementProblem, wordsFor } from './port.ts'

/** They say that an answer may take two minutes. A job waits, nobody else. */
const ANSWER_LIMIT_MS = 125_000
const CHECK_LIMIT_MS = 10_000
const ANSWER_LENGTH_MAX = 256 * 1024
/** A day's report has a line for each movement of the account. */
const REPORT_LENGTH_MAX = 64 * 1024 * 1024

const REPORT = '/v1/account/release_report'

/** The money does not go where the words of a status are not known: 429, 5xx and the like say nothing of the payout. */
const isRefusal = (status: number): boolean => status === 400 || status === 401 || status === 403 || status === 422

type Dependencies = { readonly publicUrl: string; readonly clock: Clock; readonly answerLimitMs?: number }

/**
 * Payouts by Mercado Pago, `/v1/payouts`. A payout is asked about by its two ids. One whose ids we never heard can only be
 * asked for by sending it again under its idempotency key, which their documents promise to be safe for a time.
 */
export const mercadoPagoPayouts = (
  { url, token, webhookSecret, signingKey }: MercadoPagoSettings,
  { publicUrl, clock, answerLimitMs = ANSWER_LIMIT_MS }: Dependencies,
): Payouts => {
  const key =
    signingKey === undefined
      ? undefined
      : createPrivateKey({ key: Buffer.from(signingKey, 'base64'), format: 'der', type: 'pkcs8' })
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    ...(key === undefined ? { 'x-test-token': 'true' } : {}),
  }

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

  /** The transfer with these ids; undefined when they are not both there. */
  const ask = async (providerPayoutId: string): Promise<HttpAnswer | NoAnswer | undefined> => {
    const ids = splitIds(providerPayoutId)
    return ids && get(`/v1/payouts/${ids.payoutId}/transactions/${ids.transactionId}`)
  }

  return {
    provider: MERCADO_PAGO,
    webhook: payoutMessages(webhookSecret),

    send: async (payout) => {
      const body = JSON.stringify(bodyOf(payout, `${publicUrl}/providers/mercado-pago/payout`))
      const answer = await post('/v1/payouts', body, {
        'x-idempotency-key': payout.key,
        ...(key === undefined
          ? { 'x-enforce-signature': 'false' }
          : { 'x-enforce-signature': 'true', 'x-signature': sign(null, Buffer.from(body), key).toString('base64') }),
      })
      if (answer instanceof NoAnswer) return unknown(answer.reason, { words: answer.reason })
      if (isRefusal(answer.status)) return readRefusal(answer.status, answer.json)
      if (answer.status < 200 || answer.status > 299) return nothingSaid(answer)
      return readCreated(answer.json, payout, clock.now())
    },

    find: async (payout, providerPayoutId) => {
      if (providerPayoutId === null) return { kind: 'not_known' }
      const answer = await ask(providerPayoutId)
      if (answer === undefined) return unknown('is not asked without both ids', { providerPayoutId })
      if (answer instanceof NoAnswer) return unknown(answer.reason, { providerPayoutId, words: answer.reason })
      if (answer.status !== 200) return { ...nothingSaid(answer), providerPayoutId }
      return readTransaction(answer.json, providerPayoutId, payout, clock.now())
    },

    keyOf: async (providerPayoutId) => {
      const answer = await ask(providerPayoutId)
      if (answer === undefined) return undefined
      if (answer instanceof NoAnswer || answer.status === 429 || answer.status >= 500) return 'no_answer'
      const theirs = answer.status === 200 ? readKey(answer.json, providerPayoutId) : undefined
      return theirs === undefined ? undefined : { key: theirs }
    },

    statement: async (day) => {
      const list = await get(`${REPORT}/list`)
      if (list instanceof NoAnswer) return new StatementProblem(`mercado pago ${list.reason}`)
      if (list.status !== 200) return new StatementProblem(`mercado pago has no list of reports: HTTP ${list.status}`)
      const report = findReport(list.json, day)
      if (report instanceof StatementProblem) return report
      if (report === undefined) {
        const made = await post(REPORT, reportRequest(day))
        const isMade = !(made instanceof NoAnswer) && made.status >= 200 && made.status <= 299 && made.status !== 203
        return new StatementProblem(
          isMade
            ? 'mercado pago makes the report: ask again later'
            : 'mercado pago does not make the report of the day',
        )
      }
      const file = await get(`${REPORT}/${encodeURIComponent(report)}`, REPORT_LENGTH_MAX)
      if (file instanceof NoAnswer) return new StatementProblem(`mercado pago ${file.reason}`)
      if (file.status !== 200) return new StatementProblem(`mercado pago report HTTP ${file.status}`)
      return readReport(file.text, day)
    },
  }
}

const nothingSaid = ({ status, json }: HttpAnswer) => {
  const refused = readRefusal(status, json)
  return {
    kind: 'unknown',
    why: `mercado pago HTTP ${status}`,
    words: 'words' in refused ? (refused.words ?? '') : wordsFor(`HTTP ${status}`),
  } as const
}

/** One transfer, to the account by its number. The bank of a CBU is its first three digits; a CVU and an alias name none. */
const bodyOf = ({ key, amount, account, holder }: Payout, notificationUrl: string) => ({
  external_reference: key,
  config: { notification_url: notificationUrl },
  transactions: [
    {
      type: 'account',
      account: {
        number: account.number,
        ...(account.kind === 'cbu' ? { bank_id: account.number.slice(0, 3) } : {}),
        holder: holder.name,
        // A person's CUIL and CUIT are the same number; their examples for Argentina call it CUIT.
        owner_type: 'CUIT',
        owner_value: holder.cuil,
      },
      amount: { currency: 'ARS', value: amount / 100 },
      external_reference: key,
    },
  ],
})

/** The account of Argentina. */
const SITE = 'MLA'

const check = async ({ url, token }: MercadoPagoSettings): Promise<readonly Finding[]> => {
  const get = (path: string): Promise<HttpAnswer | NoAnswer> =>
    request(`${url}${path}`, {
      method: 'GET',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal: AbortSignal.timeout(CHECK_LIMIT_MS),
      answerLengthMax: ANSWER_LENGTH_MAX,
    })
  const me = await get('/users/me')
  if (me instanceof NoAnswer) return [problem(`it does not answer at ${url} (${me.reason})`)]
  if (me.status !== 200) return [problem(`it does not take MERCADO_PAGO_TOKEN (HTTP ${me.status})`)]
  const site = typeof me.json === 'object' && me.json !== null && 'site_id' in me.json ? String(me.json.site_id) : '?'
  const config = await get(`${REPORT}/config`)
  return [
    ok('it takes MERCADO_PAGO_TOKEN'),
    site === SITE ? ok('the account is one of Argentina') : problem(`the account is of ${site}: payouts need ${SITE}`),
    ...(config instanceof NoAnswer
      ? [problem(`it does not show the settings of the release report (${config.reason})`)]
      : checkReportConfig(config.status, config.json)),
  ]
}

export const mercadoPago: PayoutAdapter = adapter({
  name: MERCADO_PAGO,
  rows: mercadoPagoRows,
  read: (reader) => readMercadoPago(reader, { isKeyNeeded: reader.inProduction }),
  open: (settings, { settings: { publicUrl }, clock }) => mercadoPagoPayouts(settings, { publicUrl, clock }),
  check,
})
