import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { AssociatedData } from '../../platform/sealed/public.ts'
import { faceDistance } from './faces.ts'
import type { Descriptor } from './faces.ts'
import { hasImageUnderAnotherDni, listOtherFaces, lockTraces, upsertTrace } from './store.ts'
import type { IdentityHistory } from './verdict.ts'

const PAGE_ROWS = 1_000
const FIRST_PAGE = '00000000-0000-0000-0000-000000000000'

const associatedDataOf = (userId: string): AssociatedData => ({
  table: 'identity_trace',
  column: 'sealed_descriptor',
  row: [userId],
})

type Means = Pick<Services, 'sealer' | 'settings' | 'identity'>

type Traced = {
  readonly userId: string
  readonly dni: string
  readonly imageIndexes: readonly Buffer[]
  readonly descriptor: Descriptor | null
}

/**
 * Whether these images or this face came before under another DNI, and leaves the trace by which the next one is known.
 * Every face is looked at: sealed numbers cannot be searched. It takes about 4 s for 100,000 people, in pages that let
 * other work through.
 */
export const traceReuse = async (
  tx: Tx,
  { sealer, settings, identity: { rules } }: Means,
  { userId, dni, imageIndexes, descriptor }: Traced,
): Promise<IdentityHistory['reuse']> => {
  await lockTraces(tx)
  const dniIndex = sealer.blindIndex(dni, 'dni')
  const sealedDescriptor =
    descriptor && sealer.seal(new Uint8Array(new Float32Array(descriptor).buffer), associatedDataOf(userId))
  await upsertTrace(tx, { userId, dniIndex, sealedDescriptor })

  if (await hasImageUnderAnotherDni(tx, { userId, dniIndex, imageIndexes })) return 'image'
  // In the sandbox everybody borrows one of two public faces: there it says nothing.
  if (descriptor === null || settings.mode === 'sandbox') return 'none'
  for (let after = FIRST_PAGE; ;) {
    const page = await listOtherFaces(tx, { userId, dniIndex, after, limit: PAGE_ROWS })
    for (const other of page) {
      const bytes = Uint8Array.from(sealer.open(other.sealedDescriptor, associatedDataOf(other.userId)))
      const face = Array.from(new Float32Array(bytes.buffer))
      if (faceDistance(descriptor, face) <= rules.thresholds.faceReuseDistance) return 'face'
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_ROWS) return 'none'
    after = last.userId
  }
}
