import type { Random } from '@hola/core/clock.ts'
import { drawSecrets, findSecrets, keptSecrets } from '../../platform/kept-secrets.ts'
import type { Part, Settings } from '../settings.ts'
import { SettingsProblem, readSettings } from '../settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The settings before anything was written, also not the secrets that a first start makes. */
export type Configuration = {
  readonly settings: Settings
  /** Nowhere: neither set nor in DATA_DIR. The settings then have one that was drawn just now and opens nothing. */
  readonly fieldKeyFrom: 'environment' | 'file' | 'nowhere'
  /** A secret is neither set nor in DATA_DIR. */
  readonly areSecretsMissing: boolean
  /**
   * The settings to work with: secrets that were drawn are kept in DATA_DIR from now on. Only for a server that has made
   * sure that nothing is sealed under others.
   */
  readonly keep: () => Settings
}

export const readConfiguration = (
  env: Environment,
  random: Random,
  part: Part = 'server',
): Configuration | SettingsProblem => {
  let areDrawn = false
  const settings = readSettings(
    env,
    (dataDir) => {
      const found = findSecrets(dataDir)
      areDrawn = found === undefined
      return found ?? drawSecrets(random)
    },
    part,
  )
  if (settings instanceof SettingsProblem) return settings
  const isGiven = ['FIELD_KEY', 'FIELD_KEY_FILE'].some((name) => (env[name]?.trim() ?? '') !== '')
  const notGiven = areDrawn ? 'nowhere' : 'file'
  return {
    settings,
    fieldKeyFrom: isGiven ? 'environment' : notGiven,
    areSecretsMissing: areDrawn,
    keep: () => {
      if (!areDrawn) return settings
      const kept = readSettings(env, (dataDir) => keptSecrets(dataDir, random), part)
      // They were right a moment ago.
      if (kept instanceof SettingsProblem) throw new Error(kept.lines.join('\n'))
      return kept
    },
  }
}
