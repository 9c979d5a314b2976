import { systemRandom } from '../platform/clock.ts'
import { DatabaseProblem } from '../platform/db/public.ts'
import { progressBar } from './progress-bar.ts'
import type { Environment } from './preflight/public.ts'
import { readConfiguration } from './preflight/public.ts'
import type { Settings } from './settings.ts'
import { SettingsProblem } from './settings.ts'

const PROBLEMS_SHOWN = 10

/** What a command said in the end, and what it found not to be in order. */
export type Said = { readonly words: string; readonly problems?: readonly string[] }

export type Means = {
  readonly settings: Settings
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  readonly bar: ReturnType<typeof progressBar>
  /** Closed in the end, the last opened first. */
  readonly closings: (() => Promise<unknown>)[]
}

type Command = {
  readonly work: (means: Means) => Promise<Said>
  /** Said when somebody stopped it. */
  readonly stopped: string
  /** Whether an error is said in its own words; of every other one the stack is shown. */
  readonly isProblem: (error: unknown) => error is Error
}

/**
 * A long command of whoever runs the product, from its start to an exit code. It needs the keys, the database and the
 * photographs, and nothing of who sends money or messages: as the desk does.
 */
export const runCommand = async (env: Environment, { work, stopped, isProblem }: Command): Promise<number> => {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
  const bar = progressBar(process.stdout)
  const fail = (words: string): number => {
    bar.end()
    process.stderr.write(`${words}\n`)
    return 1
  }
  const configuration = readConfiguration(env, systemRandom, 'rekey')
  if (configuration instanceof SettingsProblem) return fail(configuration.lines.join('\n'))
  const closings: (() => Promise<unknown>)[] = []
  try {
    const { settings } = configuration
    const { words, problems = [] } = await work({ settings, signal: stopping.signal, bar, closings })
    bar.end()
    process.stdout.write(words)
    if (problems.length === 0) return 0
    const shown = problems.slice(0, PROBLEMS_SHOWN).join('\n  ')
    return fail(`NOT IN ORDER, ${problems.length} in all:\n  ${shown}`)
  } catch (error) {
    if (stopping.signal.aborted) return fail(stopped)
    if (isProblem(error) || error instanceof DatabaseProblem) return fail(error.message)
    return fail(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    for (const close of closings.toReversed()) await close()
  }
}
