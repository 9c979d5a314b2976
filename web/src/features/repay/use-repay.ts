import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '../../i18n/compiled/messages.js'
import { forgetShown } from '../../lib/forget-shown.ts'
import { navigateTo, redirectTo } from '../../router/navigation.ts'
import { showToast } from '../../ui/feedback.ts'
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

/** Asks once to pay or to extend. `onExtended` hears of the new due day; a payment opens its own page. */
export const useRepay = (
  key: OrderKey,
  onExtended: (order: RepayAnswer['order']) => void,
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

  const goOn = ({ order, payment }: RepayAnswer): void => {
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
    if (isShown.current) onExtended(order)
    else
      showToast({
        title: m.repay_extended_meanwhile(),
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
      if (outcome.kind === 'answered') goOn(outcome.answer)
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
