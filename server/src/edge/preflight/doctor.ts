import type { Clock, Random } from '@hola/core/clock.ts'
import { findRunningPostgres, hasEmbeddedPostgres } from '../../platform/db/public.ts'
import { SecretsProblem } from '../../platform/kept-secrets.ts'
import { checkProviders } from '../../providers/settings.ts'
import { SettingsProblem } from '../settings.ts'
import { checkDatabase } from './check-database.ts'
import { checkMachine } from './check-machine.ts'
import { checkPort } from './check-port.ts'
import type { Configuration, Environment } from './configuration.ts'
import { readConfiguration } from './configuration.ts'
import type { Finding } from '../../platform/finding.ts'
import { ok, problem, warning } from '../../platform/finding.ts'

type Given = {
  readonly clock: Clock
  readonly random: Random
  /** Whether the files of the web app are there and newer than their sources. */
  readonly isWebBuilt: () => boolean
}

const configure = (env: Environment, random: Random): Configuration | Finding[] => {
  try {
    const configuration = readConfiguration(env, random)
    return configuration instanceof SettingsProblem ? configuration.lines.map(problem) : configuration
  } catch (error) {
    if (error instanceof SecretsProblem) return [problem(error.message)]
    throw error
  }
}

/** The embedded one is only looked at when it runs: starting it would write. */
const checkItsDatabase = async (configuration: Configuration, given: Given): Promise<Finding[]> => {
  const { databaseUrl, dataDir } = configuration.settings
  const connectionString = databaseUrl ?? (await findRunningPostgres(dataDir))
  if (connectionString !== undefined) return checkDatabase(connectionString, configuration, given)
  if (await hasEmbeddedPostgres(dataDir))
    return [ok('The embedded database is there and not running: the next start runs it, and looks at what is in it')]
  return [ok('The embedded database is made by the next start')]
}

/** What a start would say, without starting. Nothing is written but a file in DATA_DIR that is deleted at once. */
export const examine = async (env: Environment, given: Given): Promise<Finding[]> => {
  const configuration = configure(env, given.random)
  if (Array.isArray(configuration)) return configuration
  return [
    ...(await checkMachine(configuration, env, given.random)),
    ...(await checkItsDatabase(configuration, given)),
    await checkPort(configuration.settings),
    given.isWebBuilt()
      ? ok('The web app is built')
      : warning('The web app is missing or older than its sources: npm start builds it'),
    ...(await providerWarnings(configuration.settings, given.clock)),
  ]
}

/** What the providers say is wrong. None of it keeps a server from starting: a provider may be away for an hour. */
export const providerWarnings = async (
  { providers, publicUrl, mode }: Configuration['settings'],
  clock: Clock,
): Promise<Finding[]> => {
  const findings = await checkProviders(providers, { publicUrl, inProduction: mode === 'production', clock })
  return findings.flatMap(({ state, words }) => (state === 'ok' ? [] : [warning(words)]))
}

/** What the providers themselves say of our settings with them. Nothing is written, nothing is sent, no money moves. */
export const examineProviders = async (
  env: Environment,
  { clock, random }: Omit<Given, 'isWebBuilt'>,
): Promise<Finding[]> => {
  const configuration = configure(env, random)
  if (Array.isArray(configuration)) return configuration
  const { providers, publicUrl, mode } = configuration.settings
  return checkProviders(providers, { publicUrl, inProduction: mode === 'production', clock })
}

const marks: Readonly<Record<Finding['state'], string>> = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' }

/** A line for each thing that was looked at, and the exit code: 1 when a start would be refused. */
export const report = (findings: readonly Finding[]): { readonly text: string; readonly exitCode: 0 | 1 } => ({
  text: findings.map(({ state, words }) => `${marks[state]} ${words}\n`).join(''),
  exitCode: findings.some(({ state }) => state === 'problem') ? 1 : 0,
})
