/** The server's sandbox/shapes.ts, as this page reads it. */
export type SentMessage = {
  readonly id: string
  readonly sent_at: string
  readonly channel: 'sms' | 'email' | 'whatsapp'
  readonly recipient: string
  readonly text: string
  readonly code: string | null
}

export type ClockFace = { readonly now: string; readonly real_now: string; readonly offset_ms: number }

export type ClockMove = { readonly advance_ms: number } | { readonly to: string }

/** `variant` is what is wrong with the photos, if anything. */
export type SpecimenPerson = {
  readonly first_name: string
  readonly last_name: string
  readonly dni: string
  readonly birth_day: string
  readonly gender: 'f' | 'm' | 'x'
  readonly variant: 'ok' | 'other_dni' | 'other_face' | 'blurred' | 'expired'
}

/** Three JPEG photos. */
export type Specimens = {
  readonly front_base64: string
  readonly back_base64: string
  readonly selfie_base64: string
}

/** Rejects with the server's own words, or with an empty text when it could not be reached. */
const call = async <Ret>(path: string, language: string, body?: object): Promise<Ret> => {
  let answer: { msg?: string; ret?: Ret }
  try {
    const response = await fetch(`/sandbox/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { language, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    answer = await response.json()
  } catch (problem) {
    throw new Error('', { cause: problem })
  }
  if (answer.msg || answer.ret === undefined) throw new Error(answer.msg ?? '')
  return answer.ret
}

export const readMessages = async (language: string): Promise<readonly SentMessage[]> =>
  (await call<{ messages: SentMessage[] }>('messages', language)).messages

export const readClock = (language: string): Promise<ClockFace> => call('clock', language)

export const moveClock = (language: string, move: ClockMove): Promise<ClockFace> => call('clock', language, move)

export const resetClock = (language: string): Promise<ClockFace> => call('clock/reset', language, {})

export const makeSpecimens = (language: string, person: SpecimenPerson): Promise<Specimens> =>
  call('specimens', language, person)

/** A loan that is being repaid. */
export type OpenLoan = { readonly order_id: string; readonly order_number: string; readonly due_day: string }

export const readLoans = async (language: string): Promise<readonly OpenLoan[]> =>
  (await call<{ loans: OpenLoan[] }>('loans', language)).loans

export const payoutFailures = ['wrong_account', 'account_closed', 'holder_mismatch', 'limit', 'other'] as const
export type PayoutFailure = (typeof payoutFailures)[number]

/** `bank_state` is what the sandbox's bank has, `attempt_state` what the product knows of it. */
export type SentPayout = {
  readonly payout_key: string
  readonly order_number: string
  readonly amount_centavos: number
  readonly asked_at: string
  readonly bank_state: 'under_way' | 'settled' | 'failed' | 'lost'
  readonly failure_reason: PayoutFailure | null
  readonly attempt_state: 'asked' | 'accepted' | 'settled' | 'failed'
}

type Payouts = { readonly payouts: readonly SentPayout[] }

export const readPayouts = (language: string): Promise<Payouts> => call('payouts', language)

export const settlePayout = (language: string, payoutKey: string): Promise<Payouts> =>
  call('payouts/settle', language, { payout_key: payoutKey })

export const failPayout = (language: string, payoutKey: string, reason: PayoutFailure): Promise<Payouts> =>
  call('payouts/fail', language, { payout_key: payoutKey, reason })

export const sendPayoutEvent = (language: string, payoutKey: string): Promise<Payouts> =>
  call('payouts/message', language, { payout_key: payoutKey })

export type AskedPayment = {
  readonly payment_id: string
  readonly order_number: string
  readonly kind: 'part' | 'payoff' | 'withdrawal'
  readonly method_id: string
  readonly reference: string
  readonly amount_centavos: number
  readonly requested_at: string
  readonly state: 'waiting' | 'credited' | 'expired' | 'rejected' | 'reversed'
}

/** `collector_state` is what the sandbox's collector has, `receipt_state` what the product made of it. */
export type ReceivedMoney = {
  readonly provider_payment_id: string
  readonly reference: string
  readonly amount_centavos: number
  readonly paid_day: string
  readonly collector_state: 'credited' | 'pending' | 'rejected' | 'reversed'
  readonly receipt_state: 'credited' | 'suspense' | 'reversed' | null
}

export type Payments = { readonly payments: readonly AskedPayment[]; readonly money: readonly ReceivedMoney[] }

export type Pay = {
  readonly reference: string
  readonly amount_centavos?: number
  readonly paid_day?: string
  readonly times?: number
}

export const readPayments = (language: string): Promise<Payments> => call('payments', language)

export const pay = (language: string, payment: Pay): Promise<Payments> => call('payments/pay', language, payment)

export const resendPaymentEvent = (language: string, providerPaymentId: string): Promise<Payments> =>
  call('payments/message', language, { provider_payment_id: providerPaymentId })

export const reverseMoney = (language: string, providerPaymentId: string): Promise<Payments> =>
  call('payments/reverse', language, { provider_payment_id: providerPaymentId })
