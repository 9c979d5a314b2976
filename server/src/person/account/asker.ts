import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { BlindIndex, Sealer } from '../../platform/sealed/public.ts'
import type { CallContext } from '../services.ts'
import type { Services } from '../services.ts'
import type { SoughtAddress } from './address.ts'
import { ORIGINS_KEPT_MAX, ORIGIN_KEPT_DAYS } from './limits.ts'
import { networkIndexesOf } from './network.ts'
import type { NetworkIndexes } from './network.ts'
import { deleteSurplusOrigins, listKnownOrigins, upsertOrigin } from './origin-store.ts'
import type { OriginKind } from './origin-store.ts'
import { TOKEN_BYTES, formatToken, hashToken, parseToken } from './token.ts'

/**
 * Who asks for a code of an address, or types one: its owner's session, a browser or a network from which she has logged
 * in before, or a stranger. The limits of strangers never touch the others.
 */
export type Asker = {
  readonly kind: 'stranger' | 'network' | 'browser' | 'session'
  /** What is counted as one: the browser's token, the network, or for a session her address. */
  readonly index: BlindIndex
}

/** Known by what nobody else can show: a network is shared with neighbours, a session and a token are not. */
export const isRecognised = ({ kind }: Asker): boolean => kind === 'browser' || kind === 'session'

/** Whoever is logged in asks for codes of her own address alone, from whichever device. */
export const sessionOf = ({ addressIndex }: SoughtAddress): Asker => ({ kind: 'session', index: addressIndex })

const browserIndexOf = (token: string | undefined): Buffer | undefined => {
  const bytes = token === undefined ? undefined : parseToken(token)
  return bytes && hashToken(bytes)
}

/** A browser among those who ask. Where somebody logged in from, its token's own hash is kept, which needs no key. */
const browserAsker = (sealer: Sealer, browserIndex: Buffer): Asker => ({
  kind: 'browser',
  index: sealer.blindIndex(browserIndex.toString('hex'), 'browser'),
})

/** Nobody looks up an account: for an address without one the same question is asked, and nothing is found. */
export const findAsker = async (
  { services: { pool, clock, sealer }, address }: Pick<CallContext, 'services' | 'address'>,
  key: SoughtAddress,
  browserToken: string | undefined,
): Promise<{ readonly asker: Asker; readonly networks: NetworkIndexes }> => {
  const networks = networkIndexesOf(sealer, address)
  const { networkIndex } = networks
  const browserIndex = browserIndexOf(browserToken)
  const since = addDays(civilDayOf(clock.now()), -ORIGIN_KEPT_DAYS)
  const known = await listKnownOrigins(
    pool,
    key,
    browserIndex === undefined ? networkIndex.versions : [...networkIndex.versions, browserIndex],
    since,
  )
  if (browserIndex !== undefined && known.includes('browser'))
    return { asker: browserAsker(sealer, browserIndex), networks }
  return { asker: { kind: known.includes('network') ? 'network' : 'stranger', index: networkIndex }, networks }
}

/**
 * Remembers where somebody has just logged in from, and says by which token her browser shows that it is the same one.
 * The token is no session and opens nothing.
 */
export const rememberOrigins = async (
  tx: Tx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  {
    userId,
    key,
    asker,
    networks: { networkIndex },
    browserToken,
  }: {
    readonly userId: string
    readonly key: SoughtAddress
    readonly asker: Asker
    readonly networks: NetworkIndexes
    readonly browserToken: string | undefined
  },
): Promise<string> => {
  // One that is not known was made for somebody else: she gets her own, which nobody before her has seen.
  const token =
    asker.kind === 'browser' && browserToken !== undefined ? browserToken : formatToken(random.bytes(TOKEN_BYTES))
  const remember = async (origin: OriginKind, originIndex: Buffer | undefined): Promise<void> => {
    if (originIndex === undefined) throw new Error('a token of ours cannot be read')
    const { kind, addressIndex } = key
    const row = { userId, kind, addressIndex, origin, originIndex }
    await upsertOrigin(tx, { ...row, day: civilDayOf(clock.now()) })
    await deleteSurplusOrigins(tx, row, ORIGINS_KEPT_MAX[origin])
  }
  await remember('network', networkIndex)
  await remember('browser', browserIndexOf(token))
  return token
}
