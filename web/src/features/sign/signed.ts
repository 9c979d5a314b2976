import type { RetOf } from '@hola/core/contract/contract.ts'
import { onSessionChange } from '../../lib/session.ts'

export type Signed = RetOf<'loan/apply'>

/** The answers to signatures of this visit, so that the page after it shows at once and needs no call. */
const answers = new Map<string, Signed>()

// Nobody may see what somebody else has signed.
onSessionChange(() => answers.clear())

export const rememberSigned = (answer: Signed): void => void answers.set(answer.order.order_id, answer)

export const signedOf = (orderId: string): Signed | undefined => answers.get(orderId)
