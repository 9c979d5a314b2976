import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { forgetShown } from '../../shared/home/forget-shown.ts'
import { onOtherTabChange } from '../../lib/storage.ts'
import { reLaunch } from '../../router/navigation.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { lastSignedOf, sendApply, unansweredOf, type ApplyBody } from './apply-request.ts'
import type { Refused } from './offer.ts'

/**
 * free: nothing is under way. sending: she pressed the button. asking: a request from before is asked about again.
 * unknown: no answer came, so nothing else may be signed until one does.
 */
export type ApplyStatus = 'free' | 'sending' | 'asking' | 'unknown'

const successUrl = (orderId: string) =>
  `/pages/landing/landing-sign-success/landing-sign-success?order_id=${orderId}` as const

/** Signs once. `onRefused` hears why not, and whether the request was one from before. */
export const useApply = (
  userId: string,
  onRefused: (refused: Refused, wasEarlier: boolean) => void,
): {
  status: ApplyStatus
  /** The one that waits for its answer. */
  request: ApplyBody | undefined
  send: (body: ApplyBody) => void
  askAgain: () => void
} => {
  const [request, setRequest] = useState(() => unansweredOf(userId))
  const [status, setStatus] = useState<ApplyStatus>(request ? 'asking' : 'free')
  const [signedBefore] = useState(() => lastSignedOf(userId)?.applyId)
  const isUnderWay = useRef(false)
  const isShown = useRef(true)

  const goOn = (orderId: string): void => {
    forgetShown()
    const url = successUrl(orderId)
    if (isShown.current) void reLaunch(url)
    // She went elsewhere before the answer came: it must not pull a page from under her.
    else
      showToast({
        title: m.sign_signed_meanwhile(),
        action: { label: m.sign_see(), onPress: () => void reLaunch(url) },
      })
  }

  /** What was signed in another tab since this page was opened. */
  const signedElsewhere = (): string | undefined => {
    const last = lastSignedOf(userId)
    return last && last.applyId !== signedBefore ? last.orderId : undefined
  }

  const send = async (body: ApplyBody, as: ApplyStatus): Promise<void> => {
    if (isUnderWay.current) return
    const orderId = signedElsewhere()
    if (orderId !== undefined) return goOn(orderId)
    isUnderWay.current = true
    const earlier = unansweredOf(userId)
    setStatus(earlier ? 'asking' : as)
    setRequest(earlier)
    try {
      const outcome = await sendApply(userId, body)
      // What is shown stays until the next page is there.
      if (outcome.kind === 'signed') return goOn(outcome.orderId)
      setStatus(outcome.kind === 'unknown' ? 'unknown' : 'free')
      setRequest(unansweredOf(userId))
      if (outcome.kind === 'refused') onRefused(outcome, earlier !== undefined)
    } finally {
      isUnderWay.current = false
    }
  }

  const askAgain = async (): Promise<void> => {
    const earlier = unansweredOf(userId)
    if (earlier) await send(earlier, 'asking')
    // Another tab has heard the answer.
    else {
      setStatus('free')
      setRequest(undefined)
    }
  }

  const show = useEffectEvent(() => {
    if (status === 'asking' || status === 'unknown' || unansweredOf(userId)) void askAgain()
  })
  const lookElsewhere = useEffectEvent(() => {
    const orderId = signedElsewhere()
    if (orderId !== undefined && !isUnderWay.current) goOn(orderId)
  })
  const reconnect = useEffectEvent(() => {
    if (status === 'unknown') void askAgain()
  })
  useEffect(() => {
    isShown.current = true
    queueMicrotask(() => show())
    const stopListening = onOtherTabChange('last-signed', () => lookElsewhere())
    const online = (): void => reconnect()
    window.addEventListener('online', online)
    return () => {
      isShown.current = false
      stopListening()
      window.removeEventListener('online', online)
    }
  }, [])

  return {
    status,
    request,
    send: (body) => void send(body, 'sending'),
    askAgain: () => void askAgain(),
  }
}
