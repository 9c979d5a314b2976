import { systemRandom } from '../../platform/clock.ts'
import { openPool } from '../../platform/db/public.ts'
import { createLog } from '../../platform/log.ts'
import { openStores } from '../../providers/files/public.ts'
import { openDatabase } from '../database.ts'
import type { Environment } from '../preflight/public.ts'
import { runCommand } from '../run-command.ts'
import { RekeyProblem, rekey } from './rekey.ts'

const HELP = `npm run rekey   seals everything anew with FIELD_KEY while servers run, and proves that FIELD_KEY_OLD can be thrown away
Ctrl-C stops it; started again it goes on where it was.
`

/** From a start to an exit code. */
export const main = async (args: readonly string[], env: Environment): Promise<number> => {
  if (args.length > 0) {
    process.stdout.write(HELP)
    return args.includes('--help') ? 0 : 2
  }
  return runCommand(env, {
    stopped: 'Stopped. Started again it goes on where it was; keep both keys until then.',
    isProblem: (error) => error instanceof RekeyProblem,
    work: async ({ settings, signal, bar, closings }) => {
      const { secrets, dataDir, logLevel, providers } = settings
      const { files } = providers
      if (files.from !== undefined)
        throw new RekeyProblem(
          'FILES_FROM is set: let npm run files -- move finish first, then take it out of the settings',
        )
      const database = await openDatabase(settings, signal)
      closings.push(database.close)
      const pool = openPool(database.connectionString, { log: createLog(logLevel) })
      closings.push(() => pool.end())
      const { found, resealedRows, resealedFiles, seconds } = await rekey({
        pool,
        secrets,
        random: systemRandom,
        store: openStores(files, dataDir).to,
        signal,
        onProgress: bar.draw,
      })
      return {
        words:
          `${resealedRows} rows and ${resealedFiles} photographs were sealed anew, in ${Math.round(seconds)} s.\n` +
          `Searched: ${found.values} sealed values, ${found.indexes} indexes and ${found.files} photographs. FIELD_KEY alone opens all of them.\n` +
          `FIELD_KEY_OLD can be taken out of the settings and thrown away.\n`,
      }
    },
  })
}
