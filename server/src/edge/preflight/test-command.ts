import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..', '..')

export type Ended = { readonly exitCode: number | null; readonly out: string; readonly err: string }

/** For tests: one of our programs in a process of its own, with this environment and no other, until it ends. */
export const runProgram = async (
  program: 'tools/doctor.ts' | 'tools/desk.ts' | 'server/src/main.ts',
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Ended> => {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  const [exitCode] = (await once(child, 'close')) as [number | null]
  return { exitCode, ...output }
}

/** The environment of a process whose clock differs from the machine's. */
export const withClockOff = (ms: number): { NODE_OPTIONS: string } => {
  const script = `const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + ${ms}) : super(...given) }
      static now() { return Real.now() + ${ms} }
    }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}
