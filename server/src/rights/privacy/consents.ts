import type { RetOf } from '@hola/core/contract/contract.ts'
import type { ConsentKind } from '../../person/consent/public.ts'
import { consentKinds, listLastConsents } from '../../person/consent/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { countRecords } from '../../person/device-data/public.ts'
import { countPhotos } from '../../person/identity/public.ts'
import type { Services } from '../services.ts'
import { photosNeeded } from './photos.ts'

type Shown = RetOf<'privacy/consent'>['consent']

const kinds = Object.keys(consentKinds) as ConsentKind[]

/** Every consent as it stands, with what is stored under it. */
export const showConsents = async (tx: Tx, services: Pick<Services, 'clock'>, userId: string): Promise<Shown[]> => {
  const given = await listLastConsents(tx, userId)
  const stored = [...(await countRecords(tx, userId)), { kind: 'biometric', ...(await countPhotos(tx, userId)) }]
  const now = services.clock.now()
  const shown: Shown[] = []
  for (const kind of kinds) {
    const last = given.find((one) => one.kind === kind)
    const { count = 0, lastAt = null } = stored.find((one) => one.kind === kind) ?? {}
    const { textVersion } = consentKinds[kind]
    const isOn =
      last !== undefined && last.withdrawnAt === null && last.expiresAt > now && last.textVersion === textVersion
    shown.push({
      kind,
      version: textVersion,
      is_on: isOn,
      given_at: last?.givenAt.toISOString() ?? null,
      expires_at: last?.expiresAt.toISOString() ?? null,
      withdrawn_at: last?.withdrawnAt?.toISOString() ?? null,
      stored_count: count,
      last_stored_at: lastAt?.toISOString() ?? null,
      deleted_at: last?.deletedAt?.toISOString() ?? null,
      deleted_count: last?.deletedCount ?? 0,
      kept_because: kind === 'biometric' && !isOn && count > 0 ? await photosNeeded(tx, services, userId) : null,
    })
  }
  return shown
}
