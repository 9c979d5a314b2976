import type { DeviceDataKind } from '@hola/core/device/limits.ts'
import { openEnvelope } from '@hola/core/stored/versions.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { AssociatedData, BlindIndex, Sealer } from '../../platform/sealed/public.ts'

type Of = { readonly userId: string; readonly kind: DeviceDataKind }

/** Sent again, it is the same one. */
export const indexRecord = (
  sealer: Sealer,
  { userId, kind, record }: Of & { readonly record: Parameters<typeof canonicalJson>[0] },
): BlindIndex => sealer.blindIndex(`${userId} ${canonicalJson(record)}`, `device record ${kind}`)

/** The same, from what was sealed of it. */
export const indexSealedRecord = (sealer: Sealer, { opened, ...of }: Of & { readonly opened: string }): BlindIndex =>
  indexRecord(sealer, { ...of, record: openEnvelope(JSON.parse(opened)).data })

export const associatedDataOf = ({
  userId,
  kind,
  recordIndex,
}: {
  readonly userId: string
  readonly kind: DeviceDataKind
  readonly recordIndex: Buffer
}): AssociatedData => ({
  table: 'device_record',
  column: 'sealed_record',
  row: [userId, kind, recordIndex.toString('hex')],
})
