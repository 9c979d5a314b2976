import type { AssociatedData, Sealer } from '../../platform/sealed/public.ts'
import type { Descriptor } from './faces.ts'

const associatedDataOf = (userId: string): AssociatedData => ({
  table: 'identity_trace',
  column: 'sealed_descriptor',
  row: [userId],
})

export const sealDescriptor = (sealer: Sealer, userId: string, descriptor: Descriptor): Buffer =>
  sealer.seal(new Uint8Array(new Float32Array(descriptor).buffer), associatedDataOf(userId))

export const openDescriptor = (sealer: Sealer, userId: string, sealed: Buffer): Descriptor => {
  const bytes = Uint8Array.from(sealer.open(sealed, associatedDataOf(userId)))
  return Array.from(new Float32Array(bytes.buffer))
}
