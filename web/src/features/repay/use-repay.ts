import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { forgetShown } from '../../shared/home/forget-shown.ts'
import { navigateTo, redirectTo } from '../../router/navigation.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { forgetPayChoice } from './pay-choice.ts'
import { orderUrl } from './repay-data.ts'
import { sendRepay, unansweredOf, type OrderKey, type RepayAnswer, type RepayBody } from './repay-request.ts'

/**
 * free: nothing is under way. sending: she pressed the button. asking: a request from before is asked about again.
 * unknown: no answer came, so nothing else is asked for on this loan until one does.
 */
export type RepayStatus = 'free' | 'sending' | 'asking' | 'unknown'

export const paymentUrl = (orderId: string, paymentId: string) =>
  `/pages/repay/repay?order_id=${orderId}&payment_id=${paymentId}` as const

/** What is done without a payment: the due day moved, or a loan given back that nothing was owed on. */
export type Done = { readonly asked: RepayBody['kind']; readonly order: RepayAnswer['order'] }

/** Asks once to pay, to give back or to extend. A payment opens its own page; `onDone` hears of the rest. */
export const useRepay = (
  key: OrderKey,
  onDone: (done: Done) => void,
): {
  status: RepayStatus
  /** The one that waits for its answer. */
  request: RepayBody | undefined
  /** Why the last one was refused. */
  refused: string | undefined
  send: (body: RepayBody) => void
  askAgain: () => void
} => {
  const [request, setRequest] = useState(() => unansweredOf(key))
  const [status, setStatus] = useState<RepayStatus>(request ? 'asking' : 'free')
  const [refused, setRefused] = useState<string>()
  const isUnderWay = useRef(false)
  const isShown = useRef(true)

  const goOn = ({ order, payment }: RepayAnswer, asked: RepayBody['kind']): void => {
    if (payment) {
      forgetPayChoice(key)
      const url = paymentUrl(order.order_id, payment.payment_id)
      if (isShown.current) return void redirectTo(url)
      // She went elsewhere before the answer came: it must not pull a page from under her.
      showToast({
        title: m.repay_ready_meanwhile(),
        action: { label: m.repay_see(), onPress: () => void navigateTo(url) },
      })
      return
    }
    forgetShown()
    if (isShown.current) onDone({ asked, order })
    else
      showToast({
        title: asked === 'withdrawal' ? m.repay_withdraw_done() : m.repay_extended_meanwhile(),
        action: { label: m.repay_see(), onPress: () => void navigateTo(orderUrl(order.order_id)) },
      })
  }

  const send = async (body: RepayBody, as: RepayStatus): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    const earlier = unansweredOf(key)
    setStatus(earlier ? 'asking' : as)
    setRequest(earlier)
    setRefused(undefined)
    try {
      const outcome = await sendRepay(key, body)
      setStatus(outcome.kind === 'unknown' ? 'unknown' : 'free')
      setRequest(unansweredOf(key))
      if (outcome.kind === 'answered') goOn(outcome.answer, outcome.asked)
      if (outcome.kind === 'refused') setRefused(outcome.message)
    } finally {
      isUnderWay.current = false
    }
  }

  const askAgain = async (): Promise<void> => {
    const earlier = unansweredOf(key)
    if (earlier) return send(earlier, 'asking')
    // Another tab has heard the answer.
    setStatus('free')
    setRequest(undefined)
  }

  const show = useEffectEvent(() => {
    if (unansweredOf(key)) void askAgain()
  })
  const reconnect = useEffectEvent(() => {
    if (status === 'unknown') void askAgain()
  })
  useEffect(() => {
    isShown.current = true
    queueMicrotask(() => show())
    const online = (): void => reconnect()
    window.addEventListener('online', online)
    return () => {
      isShown.current = false
      window.removeEventListener('online', online)
    }
  }, [])

  return { status, request, refused, send: (body) => void send(body, 'sending'), askAgain: () => void askAgain() }
}
