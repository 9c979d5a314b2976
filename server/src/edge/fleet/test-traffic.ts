import { setTimeout as wait } from 'node:timers/promises'
import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import { refusals } from '@hola/core/errors.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { isProof } from '@hola/core/test-proof.ts'
import { approve } from '../../lending/loan/test-approval.ts'
import { agreed } from '../../person/account/test-login.ts'
import { basic, extra, transfer } from '../../person/application/test-application.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { insertSandboxReceipt } from '../../providers/collection/sandbox-store.ts'
import { listMessages } from '../../providers/messages/sandbox-outbox.ts'
import type { TestServer } from '../http/test-server.ts'

// Borrowers who walk from the log-in to a loan that is paid back, many at once and one after the other, by the calls that
// the app makes. What is not a call of theirs, the review and the money that arrives at the collector, is written by
// `witness`, a server inside the test on the same database.

const PAUSE_MS = 100
const STATE_POLL_MS = 250
/**
 * A job that died with its process is taken up again within half a minute; it may die more than once. A payout whose answer
 * nobody has heard is asked about two minutes later.
 */
const STATE_LIMIT_MS = isProof ? 600_000 : 150_000
const CODE_LIMIT_MS = 10_000

/** What a borrower was told: it must be there in the end. */
export type Life = {
  readonly userId: string
  readonly orderId: string
  readonly applyId: string
  readonly paymentRequestIds: readonly string[]
}

type Answer = { readonly status: number; readonly text: string }

/** She would ask for another code in a minute: nobody waits for that here. */
class GivenUp extends Error {}

type SentCode = { readonly id: string; readonly code: string; readonly wasAskedAgain: boolean }

/** Its process sent the message and died before it wrote that down: nobody takes such a code. */
const isOfNoUse = ({ wasAskedAgain }: SentCode, answered: string): boolean =>
  wasAskedAgain && answered === refusals.code_expired.code

/** No answer of ours: the process died, or the proxy has nobody behind it. */
const isOutage = (status: number): boolean => [0, 502, 503, 504].includes(status)

export type Traffic = ReturnType<typeof openTraffic>

/**
 * `isPatient`: a borrower asks again, with the same ids, when an answer does not come, as the app does. Otherwise that is
 * a failure.
 */
export const openTraffic = (
  { services }: TestServer,
  { url, isPatient, firstNumber }: { readonly url: string; readonly isPatient: boolean; readonly firstNumber: number },
) => {
  const times = new Map<string, number[]>()
  const lives: Life[] = []
  /** What may never happen, in words. */
  const failures: string[] = []
  /** Who has yet to sign, and may hold a code that is good for some minutes. */
  const unsigned = new Set<number>()
  let [askedAgain, givenUp, number] = [0, 0, firstNumber]

  const send = async (path: string, body: object, headers: Record<string, string>): Promise<Answer> => {
    try {
      const answer = await fetch(`${url}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      return { status: answer.status, text: await answer.text() }
    } catch (error) {
      const { message, cause } = error as Error
      return { status: 0, text: cause instanceof Error ? `${message}: ${cause.message}` : message }
    }
  }

  /** Asks until there is an answer; `wasAskedAgain` when one got lost. */
  const ask = async (path: string, body: object, headers: Record<string, string>) => {
    for (let wasAskedAgain = false; ; wasAskedAgain = true) {
      const sentAt = performance.now()
      const answer = await send(path, body, headers)
      const { status, text } = answer
      if (!isOutage(status)) {
        const ofCall = times.get(path) ?? []
        times.set(path, ofCall)
        ofCall.push(performance.now() - sentAt)
        return { ...answer, ...(JSON.parse(text) as { code: string; ret: unknown }), wasAskedAgain }
      }
      if (!isPatient) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`)
      askedAgain += 1
      await wait(PAUSE_MS)
    }
  }

  const findCode = async (recipient: string, known?: string): Promise<{ id: string; code: string }> => {
    const deadline = performance.now() + CODE_LIMIT_MS
    for (;;) {
      const { messages } = await listMessages(services)
      const found = messages.find((message) => message.recipient === recipient && message.id !== known)
      if (found !== undefined && found.code !== null) return { id: found.id, code: found.code }
      if (performance.now() > deadline) throw new GivenUp()
      await wait(PAUSE_MS)
    }
  }

  const live = async (at: number): Promise<Life> => {
    const phone = `+54911${10_000_000 + at}`
    const from = `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`
    const uuid = services.random.uuid
    let token = ''
    const asking = (path: string, body: object) =>
      ask(`api/${path}`, body, { 'x-forwarded-for': from, ...(token === '' ? {} : { token }) })
    const call = async <Ret>(path: string, body: object = {}): Promise<Ret> => {
      const { status, code, text, ret } = await asking(path, body)
      if (code !== '0') throw new Error(`${path}: ${status} ${text.slice(0, 200)}`)
      return ret as Ret
    }
    /** The same request twice at once, as by a finger that taps twice: one answer. */
    const callTwice = async <Ret>(path: string, body: object, sent?: SentCode): Promise<Ret> => {
      const [one, other] = await Promise.all([asking(path, body), asking(path, body)])
      if (sent !== undefined && isOfNoUse(sent, one.code)) throw new GivenUp()
      if (one.code !== '0' || one.text !== other.text)
        throw new Error(`${path}, twice: ${one.text.slice(0, 200)} and ${other.text.slice(0, 200)}`)
      return one.ret as Ret
    }
    /** A code that went out before the answer got lost is not sent again within a minute. */
    const getCode = async (body: object, known?: string): Promise<SentCode> => {
      const { code, status, text, wasAskedAgain } = await asking('user/get_code', body)
      if (code !== '0' && !wasAskedAgain) throw new Error(`user/get_code: ${status} ${text.slice(0, 200)}`)
      return { ...(await findCode(phone, known)), wasAskedAgain }
    }

    await call('app/home')
    const loginCode = await getCode({ purpose: 'login', phone })
    const login = await asking('user/login', { channel: 'phone', phone, code: loginCode.code, ...agreed })
    if (login.code !== '0' && (login.wasAskedAgain || isOfNoUse(loginCode, login.code))) throw new GivenUp()
    if (login.code !== '0') throw new Error(`user/login: ${login.text.slice(0, 200)}`)
    const session = login.ret as { token: string; user_id: string }
    token = session.token
    const userId = session.user_id

    const dni = String(20_000_000 + at)
    await call('app/save_basic_info', { ...basic, national_id_number: dni, cuil: suggestCuil(dni, 'f') })
    await call('app/save_extra_info', extra)
    await call('app/save_transfer_info', transfer)
    await approve(services, userId, pesos(400_000))
    await call('app/home')

    const wanted = { amount_centavos: pesos(120_000), term_days: 91 }
    const { agreement, coupon } = await call<{
      agreement: { version: string; sha256: string }
      coupon: { coupon_id: string } | null
    }>('loan/preview', { ...wanted, with_agreement: true })
    const signCode = await getCode({ purpose: 'sign' }, loginCode.id)
    const applyId = uuid()
    const { order } = await callTwice<{ order: { order_id: string } }>(
      'loan/apply',
      {
        ...wanted,
        apply_id: applyId,
        coupon_id: coupon?.coupon_id ?? null,
        agreement_accepted: true,
        agreement: { version: agreement.version, sha256: agreement.sha256 },
        code_channel: 'phone',
        code: signCode.code,
      },
      signCode,
    )
    const orderId = order.order_id
    unsigned.delete(at)

    type Shown = { order: { state: string; payoff_centavos: number } }
    const reaches = async (what: string, isReached: (shown: Shown['order']) => boolean): Promise<Shown['order']> => {
      const deadline = performance.now() + STATE_LIMIT_MS
      for (;;) {
        const { order: shown } = await call<Shown>('loan/order', { order_id: orderId })
        if (isReached(shown)) return shown
        if (performance.now() > deadline) throw new Error(`${orderId} is not ${what} but ${shown.state}`)
        await wait(STATE_POLL_MS)
      }
    }
    const { payoff_centavos: owed } = await reaches('paid out', ({ state }) => state === 'in_repayment')

    const paymentRequestIds: string[] = []
    const pay = async (body: object): Promise<void> => {
      const requestId = uuid()
      const { payment } = await callTwice<{ payment: { reference: string; amount_centavos: number } }>(
        'deal/repay_request',
        { request_id: requestId, order_id: orderId, method_id: 'transfer', ...body },
      )
      paymentRequestIds.push(requestId)
      const providerPaymentId = `sandbox-${requestId}`
      const now = services.clock.now()
      await inTransaction(services.pool, (tx) =>
        insertSandboxReceipt(tx, {
          providerPaymentId,
          reference: payment.reference,
          amount: centavos(payment.amount_centavos),
          paidDay: civilDayOf(now),
          state: 'credited',
          toldAt: now,
        }),
      )
      // The collector tells of it twice, in two events.
      const message = { provider_payment_id: providerPaymentId }
      const told = () => ask('sandbox/api/payments/message', message, {})
      for (const { code, text } of await Promise.all([told(), told()]))
        if (code !== '0') throw new Error(`payments/message: ${text.slice(0, 200)}`)
    }
    await pay({ kind: 'part', amount_centavos: pesos(20_000) })
    await reaches('paid in part', ({ payoff_centavos: left }) => left < owed)
    await call('user/get_processing_order')
    await pay({ kind: 'payoff' })
    await reaches('cleared', ({ state }) => state === 'cleared')
    await call('user/get_complete_order')
    return { userId, orderId, applyId, paymentRequestIds }
  }

  return {
    times,
    lives,
    failures,
    askedAgain: () => askedAgain,
    givenUp: () => givenUp,
    unsignedCount: () => unsigned.size,
    callCount: () => [...times.values()].reduce((sum, { length }) => sum + length, 0),
    /** So many borrowers at once, each followed by another; the returned function lets the last ones finish. */
    begin: (atOnce: number): (() => Promise<void>) => {
      let isOver = false
      const clients = Array.from({ length: atOnce }, async () => {
        while (!isOver) {
          const at = (number += 1)
          unsigned.add(at)
          try {
            lives.push(await live(at))
          } catch (error) {
            if (!(error instanceof GivenUp)) return void failures.push(String(error))
            givenUp += 1
          } finally {
            unsigned.delete(at)
          }
        }
      })
      return async () => {
        isOver = true
        await Promise.all(clients)
      }
    },
  }
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN

/** How long each call took, in words. */
export const timesInWords = ({ times }: Pick<Traffic, 'times'>): (readonly [call: string, words: string])[] =>
  [...times].toSorted().map(([path, taken]) => {
    const sorted = taken.toSorted((one, other) => one - other)
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => Math.round(percentile(sorted, share)))
    return [path.replace(/^api\//, ''), `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms of ${taken.length} calls`]
  })
