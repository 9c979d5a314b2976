import type { FileStore } from './port.ts'

/** While files move from one store to another: new ones go to the new store, and what is not there yet is in the old one. */
export const openMovingStore = (to: FileStore, from: FileStore): FileStore => ({
  put: to.put,
  get: async (name) => (await to.get(name)) ?? (await from.get(name)) ?? to.get(name),
  delete: async (name) => {
    // First where it would be copied from: what is deleted in the middle of a move must not come back by it.
    await from.delete(name)
    await to.delete(name)
  },
  async *list() {
    yield* to.list()
    yield* from.list()
  },
})

export type Moved = { readonly moved: number; readonly halfWritten: number }

/**
 * Moves everything from one store to the other while servers work on both: each file is copied, read again, compared, and
 * only then deleted where it was. Broken off, it goes on where it was when it is started again.
 */
export const moveFiles = async (
  { from, to }: { readonly from: FileStore; readonly to: FileStore },
  onMoved: (count: number) => void = () => {},
): Promise<Moved> => {
  let [moved, halfWritten] = [0, 0]
  for await (const page of from.list())
    for (const { name } of page) {
      if (name.endsWith('.partial')) {
        halfWritten += 1
        continue
      }
      const bytes = await from.get(name)
      // Deleted since the page was read.
      if (bytes === undefined) continue
      await to.put(name, bytes)
      const arrived = await to.get(name)
      if (arrived === undefined || !arrived.equals(bytes)) throw new Error(`stored file ${name} did not arrive whole`)
      // Deleted in both places while it was on its way: then it must not stay here.
      if ((await from.get(name)) === undefined) await to.delete(name)
      await from.delete(name)
      moved += 1
      onMoved(moved)
    }
  return { moved, halfWritten }
}
