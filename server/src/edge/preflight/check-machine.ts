import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '@hola/core/clock.ts'
import { hasEmbeddedPostgres } from '../../platform/db/public.ts'
import { builtWebRoot } from '../http/public.ts'
import { findLookalikes } from '../lookalike-settings.ts'
import { settingNames } from '../settings.ts'
import { checkDataDir } from './check-data-dir.ts'
import type { Configuration, Environment } from './configuration.ts'
import type { Finding } from '../../platform/finding.ts'
import { ok, problem, warning } from '../../platform/finding.ts'

/** The one that `npm ci` brings. */
const NODE_MAJOR = 24

const checkNode = (): Finding => {
  const { node } = process.versions
  if (Number(node.split('.')[0]) >= NODE_MAJOR) return ok(`Node is ${node}`)
  return warning(`Node is ${node}: the tests run on ${NODE_MAJOR}, which npm ci brings and npm start uses`)
}

const checkSettings = ({ settings }: Configuration, env: Environment): Finding[] => [
  ok(`The settings are whole: ${settings.mode}, PORT ${settings.port}, ${settings.publicUrl}`),
  ...findLookalikes(env, settingNames).map(({ name, meant }) =>
    warning(`${name} is not a setting and was not read; ${meant} is set and counts`),
  ),
  ...(settings.mode === 'production' && settings.trustProxy === false
    ? [warning('TRUST_PROXY is not set: behind a proxy all visitors then share one network address and its limits')]
    : []),
]

/** The secrets are made before the embedded database is: without them it cannot be a new one. */
const checkKeptSecrets = async ({ settings, fieldKeyFrom }: Configuration): Promise<Finding[]> => {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl !== undefined || fieldKeyFrom !== 'nowhere' || !(await hasEmbeddedPostgres(dataDir))) return []
  return [
    problem(
      `FIELD_KEY is missing: there is a database in DATA_DIR ${dataDir}, and no file secrets beside it; restore that file, or set another DATA_DIR to begin anew`,
    ),
  ]
}

/** In the sandbox `npm start` builds it and `npm run dev` does without. */
const checkWebApp = ({ settings }: Configuration): Finding[] => {
  if (settings.mode !== 'production' || existsSync(join(builtWebRoot, 'index.html'))) return []
  return [warning('The web app is not built: whoever opens PUBLIC_URL finds nothing; npm start builds it')]
}

/** Everything that can be wrong before a database is asked. */
export const checkMachine = async (
  configuration: Configuration,
  env: Environment,
  random: Random,
): Promise<Finding[]> => [
  checkNode(),
  ...checkSettings(configuration, env),
  ...(await checkDataDir(configuration.settings.dataDir, random)),
  ...(await checkKeptSecrets(configuration)),
  ...checkWebApp(configuration),
]
