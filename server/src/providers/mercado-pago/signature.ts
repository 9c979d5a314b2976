import { createHmac, timingSafeEqual } from 'node:crypto'

/** What comes with a message and is signed. */
export type SignedParts = {
  /** `data.id` of the query, as it came. */
  readonly dataId: string | undefined
  /** The header `x-request-id`. */
  readonly requestId: string | undefined
  /** The header `x-signature`: `ts=…,v1=…`, in whatever order. */
  readonly signature: string | undefined
}

/**
 * The parts of a signature: `ts`, in seconds or milliseconds, and `v1`. They come in whatever order, and others may stand
 * beside them. Undefined when one of the two is missing, malformed or there twice.
 */
const partsOf = (signature: string | undefined): { readonly ts: string; readonly v1: string } | undefined => {
  const parts = (signature ?? '').split(',').map((part) => part.trim())
  const valueOf = (name: string): string | undefined => {
    const found = parts.filter((part) => part.toLowerCase().startsWith(`${name}=`))
    return found.length === 1 ? found[0]?.slice(name.length + 1) : undefined
  }
  const [ts, v1] = [valueOf('ts'), valueOf('v1')]
  if (ts === undefined || v1 === undefined || !/^\d{1,16}$/.test(ts) || !/^[0-9a-f]{64}$/i.test(v1)) return undefined
  return { ts, v1 }
}

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
  const ts = partsOf(signature)?.ts
  if (ts === undefined) return undefined
  return new Date(Number(ts) < MILLISECONDS_FROM ? Number(ts) * 1000 : Number(ts))
}

/**
 * Whether Mercado Pago sent a message. An id of letters and digits is signed in small letters by its documents and as it
 * comes by its own library, so both are taken: neither can be made without the secret.
 */
export const isSigned = (secret: string, { dataId, requestId, signature }: SignedParts): boolean => {
  const parts = partsOf(signature)
  if (parts === undefined || secret === '') return false
  const { ts, v1 } = parts
  const given = Buffer.from(v1, 'hex')
  return [dataId, dataId?.toLowerCase()].some((id) => {
    const made = createHmac('sha256', secret)
      .update(manifestOf({ dataId: id, requestId }, ts))
      .digest()
    return timingSafeEqual(made, given)
  })
}
