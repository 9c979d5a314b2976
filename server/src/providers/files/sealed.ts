import type { Random } from '@hola/core/clock.ts'
import type { AssociatedData, Sealer } from '../../platform/sealed/public.ts'
import { keyIdOfSealed } from '../../platform/sealed/public.ts'
import { checkName } from './names.ts'
import type { Files, FileStore } from './port.ts'
import { FileProblem } from './port.ts'

const associatedDataOf = (name: string): AssociatedData => ({ table: 'file', column: 'bytes', row: [name] })

/** Under which key a stored file was sealed. */
export const fileKeyId = (sealed: Buffer): number | undefined => keyIdOfSealed(sealed)

/** Throws when it is damaged, or sealed with a key that is not here. */
export const openStoredFile = (sealer: Sealer, name: string, sealed: Buffer): Buffer =>
  sealer.open(sealed, associatedDataOf(name))

/** Seals a stored file anew under the key that seals now. Throws like opening it. */
export const resealStoredFile = (sealer: Sealer, name: string, sealed: Buffer): Buffer =>
  sealer.seal(openStoredFile(sealer, name, sealed), associatedDataOf(name))

/** Each file is sealed under its own name before a byte of it leaves: one that is exchanged for another does not open. */
export const sealedFiles = (
  store: FileStore,
  { sealer, random }: { readonly sealer: Sealer; readonly random: Random },
): Files => ({
  put: async (bytes) => {
    const name = random.uuid()
    await store.put(name, sealer.seal(bytes, associatedDataOf(name)))
    return name
  },

  get: async (name) => {
    const sealed = await store.get(checkName(name))
    if (sealed === undefined) throw new FileProblem('missing', name)
    try {
      return sealer.open(sealed, associatedDataOf(name))
    } catch (error) {
      throw new FileProblem('damaged', name, error)
    }
  },

  delete: async (name) => store.delete(checkName(name)),
  list: store.list,
})
