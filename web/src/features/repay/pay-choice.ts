import { useState } from 'react'
import { clearDraft, readDraft, writeDraft } from '../../lib/draft.ts'
import type { OrderKey } from './repay-request.ts'

export type PayChoice = {
  /** All that is owed today, or a part of it. */
  readonly share: 'all' | 'part'
  /** As typed. */
  readonly part: string
  /** Empty until one is chosen: the first that is offered. */
  readonly methodId: string
}

const empty = { order_id: '', share: '', part: '', method_id: '' }

/** What was chosen and typed for this loan, kept on this phone until the payment is asked for. */
export const usePayChoice = ({ userId, orderId }: OrderKey, share: PayChoice['share']) => {
  const [choice, setChoice] = useState((): PayChoice => {
    const kept = readDraft('repay', { userId, savedAt: null, empty })?.values
    if (kept?.order_id !== orderId) return { share, part: '', methodId: '' }
    return { share: kept.share === 'part' ? 'part' : share, part: kept.part, methodId: kept.method_id }
  })
  return {
    choice,
    choose: (change: Partial<PayChoice>): void => {
      const next = { ...choice, ...change }
      setChoice(next)
      const values = { order_id: orderId, share: next.share, part: next.part, method_id: next.methodId }
      writeDraft('repay', { userId, savedAt: null, typedAt: new Date().toISOString(), values })
    },
  }
}

/** The payment was asked for: the next one begins anew. */
export const forgetPayChoice = ({ userId }: OrderKey): void => clearDraft('repay', userId)
