import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the command line keeps the token of whoever is signed in. */
export type SessionKeeper = {
  readonly read: () => Promise<string | undefined>
  readonly keep: (token: string) => Promise<void>
  readonly forget: () => Promise<void>
}

const OWNER_ONLY = 0o600

/** A file in DATA_DIR that its owner alone can read. */
export const sessionFile = (dataDir: string): SessionKeeper => {
  const path = join(dataDir, 'desk-session')
  return {
    read: async () => {
      const text = await readFile(path, 'utf8').catch(() => '')
      return text.trim() || undefined
    },
    keep: async (token) => {
      await writeFile(path, `${token}\n`, { mode: OWNER_ONLY })
      // The mode above counts for a new file alone.
      await chmod(path, OWNER_ONLY)
    },
    forget: () => rm(path, { force: true }),
  }
}
