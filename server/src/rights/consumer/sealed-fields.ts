import { keptRequestWords } from '@hola/core/stored/person.ts'
import type { AssociatedData, Sealer } from '../../platform/sealed/public.ts'
import type { RequestRow } from './store.ts'

/** What was typed besides the address. */
export type TypedWords = { readonly orderNumber: string; readonly note: string }

const associatedDataOf = (
  column: 'sealed_address' | 'sealed_words' | 'sealed_answer',
  trackingNumber: string,
): AssociatedData => ({
  table: 'consumer_request',
  column,
  row: [trackingNumber],
})

export const sealRequestAddress = (sealer: Sealer, trackingNumber: string, value: string): Buffer =>
  sealer.seal(value, associatedDataOf('sealed_address', trackingNumber))

export const openRequestAddress = (
  sealer: Sealer,
  { trackingNumber, sealedAddress }: Pick<RequestRow, 'trackingNumber' | 'sealedAddress'>,
): string => sealer.open(sealedAddress, associatedDataOf('sealed_address', trackingNumber)).toString()

export const sealWords = (sealer: Sealer, trackingNumber: string, words: TypedWords): Buffer =>
  sealer.seal(keptRequestWords.writeText(words), associatedDataOf('sealed_words', trackingNumber))

export const openWords = (
  sealer: Sealer,
  { trackingNumber, sealedWords }: Pick<RequestRow, 'trackingNumber' | 'sealedWords'>,
): TypedWords =>
  keptRequestWords.readText(sealer.open(sealedWords, associatedDataOf('sealed_words', trackingNumber)).toString())

export const sealAnswer = (sealer: Sealer, trackingNumber: string, answer: string): Buffer =>
  sealer.seal(answer, associatedDataOf('sealed_answer', trackingNumber))

/** Undefined as long as nobody at the desk has answered. */
export const openAnswer = (
  sealer: Sealer,
  { trackingNumber, sealedAnswer }: Pick<RequestRow, 'trackingNumber' | 'sealedAnswer'>,
): string | undefined =>
  sealedAnswer === null
    ? undefined
    : sealer.open(sealedAnswer, associatedDataOf('sealed_answer', trackingNumber)).toString()
