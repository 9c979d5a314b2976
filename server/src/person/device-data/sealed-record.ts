import type { DeviceDataKind } from '@hola/core/device/limits.ts'
import type { AssociatedData } from '../../platform/sealed/public.ts'

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
