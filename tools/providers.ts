import { systemClock, systemRandom } from '../server/src/platform/clock.ts'
import { examineProviders, report } from '../server/src/edge/preflight/doctor.ts'

// `check` asks every provider of the settings what can be asked without moving money or sending anything: a line for each
// thing, and 1 when one is a problem.

const [command, ...more] = process.argv.slice(2)
if (command !== 'check' || more.length > 0) {
  process.stderr.write('npm run providers -- check\n')
  process.exitCode = 2
} else {
  const { text, exitCode } = report(await examineProviders(process.env, { clock: systemClock, random: systemRandom }))
  process.stdout.write(text)
  process.exitCode = exitCode
}
