import { createHmac, timingSafeEqual } from 'node:crypto'

/** What comes with a message and is signed. */
export type SignedParts = {
  /** `data.id` of the query, as it came. */
  readonly dataId: string | undefined
  /** The header `x-request-id`. */
  readonly requestId: string | undefined
  /** The header `x-signature`: `ts=…,v1=…`. */
  readonly signature: string | undefined
}

/** Seconds or milliseconds: both are seen. */
const SIGNATURE = /^\s*ts=(\d{1,16})\s*,\s*v1=([0-9a-f]{64})\s*$/i

/** What is signed: the pairs that are there, each with its semicolon. */
export const manifestOf = ({ dataId, requestId }: Omit<SignedParts, 'signature'>, ts: string): string =>
  [
    dataId === undefined ? '' : `id:${dataId};`,
    requestId === undefined ? '' : `request-id:${requestId};`,
    `ts:${ts};`,
  ].join('')

/** Ten digits are seconds and thirteen are milliseconds; what is between is neither's before the year 5138. */
const MILLISECONDS_FROM = 100_000_000_000

/** When it says that it was signed. Undefined where it says nothing; whether it is true only the signature tells. */
export const signedAtOf = (signature: string | undefined): Date | undefined => {
  const [, ts] = SIGNATURE.exec(signature ?? '') ?? []
  if (ts === undefined) return undefined
  return new Date(Number(ts) < MILLISECONDS_FROM ? Number(ts) * 1000 : Number(ts))
}

/**
 * Whether Mercado Pago sent a message. An id of letters and digits is signed in small letters by its documents and as it
 * comes by its own library, so both are taken: neither can be made without the secret.
 */
export const isSigned = (secret: string, { dataId, requestId, signature }: SignedParts): boolean => {
  const [, ts, v1] = SIGNATURE.exec(signature ?? '') ?? []
  if (ts === undefined || v1 === undefined || secret === '') return false
  const given = Buffer.from(v1, 'hex')
  return [dataId, dataId?.toLowerCase()].some((id) => {
    const made = createHmac('sha256', secret)
      .update(manifestOf({ dataId: id, requestId }, ts))
      .digest()
    return timingSafeEqual(made, given)
  })
}
