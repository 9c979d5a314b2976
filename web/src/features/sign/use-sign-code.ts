import { m } from '@hola/i18n/compiled/messages.js'
import { useEffect, useEffectEvent, useState } from 'react'
import { CODE_DIGITS, CODE_RESEND_MS, CODE_VALID_MS } from '@hola/core/codes.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { storage, type SentSignCode } from '../../lib/storage.ts'
import { useUndelivered } from '../../shared/codes/use-undelivered.ts'
import { codeFromSms } from '../../shared/codes/web-otp.ts'
import type { Refused } from './offer.ts'
import { refusalCodes } from './refusal-codes.ts'

export type Channel = RetOf<'loan/preview'>['code_channels'][number]

/** A reload on this page finds the code that is on its way, as long as it can be used. */
const stillGood = (userId: string): SentSignCode | undefined => {
  const sent = storage.get('sign-code')
  return sent?.userId === userId && sent.expiresAt > Date.now() ? sent : undefined
}

const askFor = (channel: Channel['channel']): Promise<RetOf<'user/get_code'>> =>
  api.call(channel === 'phone' ? 'user/get_code' : 'user/get_mail_code', { purpose: 'sign' }, { quiet: true })

/** A code is on its way already: it can be typed, and is as good as one that was sent now. */
const isOnItsWay = (problem: ApiError): boolean =>
  [refusalCodes.code_resend_too_soon, refusalCodes.too_many_codes].some((code) => code === problem.response?.code)

const isAboutSpent = (code: string): boolean =>
  code === refusalCodes.code_expired || code === refusalCodes.too_many_tries

export type SignCode = {
  readonly sent: SentSignCode | undefined
  readonly digits: string
  /** What is wrong with the code that was typed, or that it did not arrive. */
  readonly error: string | undefined
  /** Why no code could be sent. */
  readonly askError: string | undefined
  readonly isAsking: boolean
  /** The code that was sent is of no use any more. */
  readonly isSpent: boolean
  /** How often a code was refused on this page. */
  readonly refusedCount: number
  readonly type: (digits: string) => void
  readonly ask: (channel: Channel) => Promise<'sent' | 'failed'>
  /** Takes what the server said about the code; true when it was about the code. */
  readonly refuse: (refused: Refused) => boolean
  /** The same when a request from before carried it: then there is nothing typed to be mended. */
  readonly forgetSpent: (refused: Refused) => void
}

/** The code that signs: asked for, typed, refused. It is never sent by itself, also when the phone fills it in. */
export const useSignCode = (userId: string): SignCode => {
  const [sent, setSent] = useState(() => stillGood(userId))
  const [digits, setDigits] = useState('')
  const [error, setError] = useState<string>()
  const [askError, setAskError] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const [isSpent, setIsSpent] = useState(false)
  const [refusedCount, setRefusedCount] = useState(0)
  const isUndelivered = useUndelivered(sent?.deliveryId)

  const remember = (code: SentSignCode): void => {
    storage.set('sign-code', code)
    setSent(code)
  }

  const type = (typed: string): void => {
    setDigits(typed)
    setError(undefined)
  }

  const ask = async ({ channel, contact_masked: contact }: Channel): Promise<'sent' | 'failed'> => {
    setIsAsking(true)
    setAskError(undefined)
    try {
      const answer = await askFor(channel)
      const now = Date.now()
      remember({
        userId,
        channel,
        sentTo: answer.sent_to_masked,
        resendAt: now + answer.resend_after_seconds * 1000,
        expiresAt: now + answer.valid_for_seconds * 1000,
        deliveryId: answer.delivery_id,
      })
      setIsSpent(false)
      type('')
      return 'sent'
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      if (problem.kind === 'aborted' || problem.kind === 'logged_out') return 'failed'
      setAskError(problem.message)
      if (isOnItsWay(problem) && sent?.channel !== channel) {
        const now = Date.now()
        remember({
          userId,
          channel,
          sentTo: contact,
          resendAt: now + CODE_RESEND_MS,
          expiresAt: now + CODE_VALID_MS,
        })
        setIsSpent(false)
      }
      return 'failed'
    } finally {
      setIsAsking(false)
    }
  }

  const refuse = ({ code, message }: Refused): boolean => {
    if (code !== refusalCodes.wrong_code && !isAboutSpent(code)) return false
    setRefusedCount((before) => before + 1)
    if (code === refusalCodes.wrong_code) {
      setError(message)
      return true
    }
    storage.remove('sign-code')
    setIsSpent(true)
    setDigits('')
    setError(message)
    return true
  }

  const forgetSpent = ({ code }: Refused): void => {
    if (!isAboutSpent(code)) return
    storage.remove('sign-code')
    setSent(undefined)
  }

  const fill = useEffectEvent(type)
  const waitsForSms = sent?.channel === 'phone' && !isSpent
  const resendAt = sent?.resendAt
  useEffect(() => {
    if (!waitsForSms) return undefined
    const left = new AbortController()
    void codeFromSms(left.signal).then((code) => {
      if (code && !left.signal.aborted) fill(code.replace(/\D/g, '').slice(0, CODE_DIGITS))
    })
    return () => left.abort()
    // A new code is a new message to wait for.
  }, [waitsForSms, resendAt])

  // Whoever types has got it after all.
  const shown = error ?? (isUndelivered && digits === '' ? m.sign_code_undelivered() : undefined)
  return { sent, digits, error: shown, askError, isAsking, isSpent, refusedCount, type, ask, refuse, forgetSpent }
}
