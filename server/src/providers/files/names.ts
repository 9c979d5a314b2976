const STORED_NAME = /^[0-9a-f-]{36}$/
/** What a crash left half written on a disk: no file, and on the list to be deleted. */
const HALF_WRITTEN = /^[0-9a-f-]{36}\.partial$/

export const isStoredName = (name: string): boolean => STORED_NAME.test(name) || HALF_WRITTEN.test(name)

/** A name from outside never becomes a path that leads elsewhere. */
export const checkName = (name: string): string => {
  if (!isStoredName(name)) throw new Error('not the name of a stored file')
  return name
}

/** Two levels: a folder of a million files is slow to list, and an object store spreads its load by the beginning. */
export const shardOf = (name: string): string => name.slice(0, 2)
