import * as z from 'zod/mini'
import type { UnpaidOrder } from '../../lending/payout/public.ts'
import type { ReceiptRow } from '../../lending/repayment/public.ts'
import type { LoanPlace, Place } from '../../staff/record/public.ts'

// A place in a list as the page hands it back: opaque to it, and read with the same care as anything that is sent.

const text = z.string().check(z.maxLength(120))
const placeShape = z.tuple([z.iso.datetime(), text])
const loanShape = z.tuple([text, z.uuid(), z.uuid()])
const payoutShape = z.tuple([z.iso.datetime(), z.uuid()])
const receiptShape = z.tuple([z.iso.datetime(), text, text])

const write = (parts: readonly string[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')

const read = <Shape extends z.ZodMiniType>(shape: Shape, cursor: string): z.output<Shape> | undefined => {
  try {
    return shape.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data
  } catch {
    return undefined
  }
}

export const writePlace = ({ at, id }: Place): string => write([at.toISOString(), id])

/** Undefined when it is none of ours. */
export const readPlace = (cursor: string): Place | undefined => {
  const parts = read(placeShape, cursor)
  return parts && { at: new Date(parts[0]), id: parts[1] }
}

export const writeLoanPlace = ({ by, userId, orderId }: LoanPlace): string => write([by, userId, orderId])

export const readLoanPlace = (cursor: string): LoanPlace | undefined => {
  const parts = read(loanShape, cursor)
  if (parts === undefined || Number.isNaN(Date.parse(parts[0]))) return undefined
  return { by: parts[0], userId: parts[1], orderId: parts[2] }
}

type PayoutPlace = Pick<UnpaidOrder, 'since' | 'orderId'>

export const writePayoutPlace = ({ since, orderId }: PayoutPlace): string => write([since.toISOString(), orderId])

export const readPayoutPlace = (cursor: string): PayoutPlace | undefined => {
  const parts = read(payoutShape, cursor)
  return parts && { since: new Date(parts[0]), orderId: parts[1] }
}

type ReceiptPlace = Pick<ReceiptRow, 'heardAt' | 'provider' | 'providerPaymentId'>

export const writeReceiptPlace = ({ heardAt, provider, providerPaymentId }: ReceiptPlace): string =>
  write([heardAt.toISOString(), provider, providerPaymentId])

export const readReceiptPlace = (cursor: string): ReceiptPlace | undefined => {
  const parts = read(receiptShape, cursor)
  return parts && { heardAt: new Date(parts[0]), provider: parts[1], providerPaymentId: parts[2] }
}
