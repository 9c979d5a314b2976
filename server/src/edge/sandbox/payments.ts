import { civilDayOf } from '@hola/core/calendar.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Centavos } from '@hola/core/money.ts'
import { centavos } from '@hola/core/money.ts'
import { say } from '@hola/i18n/words.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { SandboxReceipt } from '../../providers/collection/public.ts'
import {
  findSandboxRequest,
  insertSandboxReceipt,
  listSandboxReceipts,
  updateSandboxReceipt,
} from '../../providers/collection/public.ts'
import type { WebhookRoute } from '../../providers/webhook.ts'
import { handleEvent } from '../../providers/webhook-events.ts'
import { collectionWebhooks } from '../../lending/repayment/public.ts'
import type { Services } from '../services.ts'
import type { MoneyBody, PayBody, PaymentsRet } from './shapes.ts'

export const PAYMENTS_SHOWN = 100

type ShownPayment = PaymentsRet['payments'][number]
type PaymentRow = Omit<ShownPayment, 'requested_at' | 'expires_at'> & {
  readonly requested_at: Date
  readonly expires_at: Date
}

type ShownMoney = PaymentsRet['money'][number]

/** What the sandbox's collector was asked for and what it has, the newest first, and what the product knows of it. */
export const listPayments = async ({ pool }: Services): Promise<PaymentsRet> => {
  const payments = await pool.query<PaymentRow>(
    `SELECT payment_id, order_id, order_number, kind, method_id, reference, payment.amount_centavos, requested_at,
            expires_at, payment.state
       FROM payment JOIN loan_order USING (user_id, order_id)
      WHERE provider = 'sandbox' AND payment.state NOT IN ('asked', 'failed')
      ORDER BY requested_at DESC, payment_id LIMIT $1`,
    [PAYMENTS_SHOWN],
  )
  const money = await pool.query<ShownMoney>(
    `SELECT provider_payment_id, came.reference, came.amount_centavos, came.paid_day, came.state AS collector_state,
            receipt.state AS receipt_state
       FROM sandbox_pay_receipt AS came
            LEFT JOIN receipt USING (provider_payment_id)
      WHERE receipt.provider IS NULL OR receipt.provider = 'sandbox'
      ORDER BY told_at DESC, provider_payment_id LIMIT $1`,
    [PAYMENTS_SHOWN],
  )
  return {
    payments: payments.rows.map((row) => ({
      ...row,
      requested_at: row.requested_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    })),
    money: money.rows,
  }
}

type Problem = 'elsewhere' | 'no_amount' | 'future' | 'unknown'

const refuseFor = (field: string, problem: Problem, language: WireLanguage): Refusal =>
  refuse('invalid_body', { field, problem: say(`sandbox_problem_payment_${problem}`, language) })

/** The route of the sandbox's own collector; undefined where others take the payments. */
const sandboxRoute = (services: Services): WebhookRoute | undefined =>
  collectionWebhooks(services).find(({ provider }) => provider === 'sandbox')

/** Somebody pays, with this reference, and the collector tells of it. */
export const payByReference = async (
  services: Services,
  { reference, amount_centavos: typed, paid_day: paidDay, times = 1 }: PayBody,
  language: WireLanguage,
): Promise<PaymentsRet | Refusal> => {
  if (sandboxRoute(services) === undefined) return refuseFor('reference', 'elsewhere', language)
  const { pool, clock, random } = services
  const now = clock.now()
  const today = civilDayOf(now)
  if (paidDay !== undefined && paidDay > today) return refuseFor('paid_day', 'future', language)
  const asked = await inTransaction(pool, (tx) => findSandboxRequest(tx, reference))
  const amount: Centavos | undefined = typed === undefined ? asked?.amount : centavos(typed)
  if (amount === undefined) return refuseFor('amount_centavos', 'no_amount', language)
  for (let count = 0; count < times; count += 1) {
    const receipt: SandboxReceipt = {
      providerPaymentId: `sandbox-${random.uuid()}`,
      reference,
      amount,
      paidDay: paidDay ?? today,
      state: 'credited',
    }
    await inTransaction(pool, (tx) => insertSandboxReceipt(tx, { ...receipt, toldAt: now }))
    await sendEvent(services, receipt.providerPaymentId)
  }
  return listPayments(services)
}

/** The collector tells of money that it has told of before. */
export const resendPaymentEvent = async (
  services: Services,
  { provider_payment_id: providerPaymentId }: MoneyBody,
  language: WireLanguage,
): Promise<PaymentsRet | Refusal> => {
  const [known] = await inTransaction(services.pool, (tx) => listSandboxReceipts(tx, { providerPaymentId }))
  if (known === undefined) return refuseFor('provider_payment_id', 'unknown', language)
  await sendEvent(services, providerPaymentId)
  return listPayments(services)
}

/** The payer's bank takes money back, and the collector tells of it. */
export const reverseMoney = async (
  services: Services,
  { provider_payment_id: providerPaymentId }: MoneyBody,
  language: WireLanguage,
): Promise<PaymentsRet | Refusal> => {
  const isKnown = await inTransaction(services.pool, (tx) => updateSandboxReceipt(tx, providerPaymentId, 'reversed'))
  if (!isKnown) return refuseFor('provider_payment_id', 'unknown', language)
  await sendEvent(services, providerPaymentId)
  return listPayments(services)
}

const sendEvent = (services: Services, providerPaymentId: string): Promise<void> =>
  sendPaymentEvent(services, { eventId: services.random.uuid(), providerPaymentId })

/** The sandbox's collector sends its event about a payment. */
export const sendPaymentEvent = async (
  services: Services,
  { eventId, providerPaymentId }: { readonly eventId: string; readonly providerPaymentId: string },
): Promise<void> => {
  const route = sandboxRoute(services)
  if (route === undefined) throw new Error('the sandbox takes no payments')
  await handleEvent(services, route, { eventId, kind: 'payment', subjectId: providerPaymentId })
}
