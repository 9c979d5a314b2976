import { systemClock, systemRandom } from '../server/src/platform/clock.ts'
import { examine, report } from '../server/src/edge/preflight/doctor.ts'
import { isBuilt } from './web-build.ts'

// What a start with these settings would find, without starting: a line for each thing, and 1 when one is a problem.

const { text, exitCode } = report(
  await examine(process.env, { clock: systemClock, random: systemRandom, isWebBuilt: () => isBuilt('web') }),
)
process.stdout.write(text)
process.exitCode = exitCode
