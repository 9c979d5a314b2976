import type { DeviceDataKind } from '@hola/core/device/limits.ts'
import type { Place } from '../../platform/sealed/public.ts'

export const placeOf = ({
  userId,
  kind,
  recordIndex,
}: {
  readonly userId: string
  readonly kind: DeviceDataKind
  readonly recordIndex: Buffer
}): Place => ({
  table: 'device_record',
  column: 'sealed_record',
  row: [userId, kind, recordIndex.toString('hex')],
})
