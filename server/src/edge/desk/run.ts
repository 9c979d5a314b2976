import { DatabaseProblem } from '../../platform/db/public.ts'
import { SecretsProblem } from '../../platform/kept-secrets.ts'
import { FileProblem } from '../../providers/files/public.ts'
import type { Services } from '../services.ts'
import { helpText, readArguments } from './arguments.ts'
import type { Given } from './arguments.ts'
import { commands } from './commands.ts'
import { DeskProblem, UsageProblem } from './problem.ts'

/** What the desk says and how it ends: 0 done, 1 refused or not in order, 2 typed wrongly. */
export type Outcome = { readonly exitCode: 0 | 1 | 2; readonly said: string; readonly complaint: string }

type Opened = { readonly services: Services; readonly close: () => Promise<void> }

const isExpected = (error: unknown): error is Error =>
  error instanceof DeskProblem ||
  error instanceof DatabaseProblem ||
  error instanceof SecretsProblem ||
  error instanceof FileProblem

const complaintOf = (error: unknown): string => {
  if (isExpected(error)) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const execute = async (services: Services, given: Given): Promise<Outcome> => {
  const command = commands[given.command]
  if (command === undefined) throw new Error(`no command ${given.command}`)
  const { text, json, exitCode = 0 } = await command.run(services, given)
  return { exitCode, said: given.isJson ? JSON.stringify(json, null, 2) : text, complaint: '' }
}

/** One line at the desk. Nothing is opened for one that was typed wrongly, and whatever was opened is closed. */
export const runDesk = async (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  open: () => Promise<Opened>,
): Promise<Outcome> => {
  try {
    const given = readArguments(commands, args, env)
    if (given === 'help') return { exitCode: 0, said: helpText(commands), complaint: '' }
    const { services, close } = await open()
    try {
      return await execute(services, given)
    } finally {
      await close()
    }
  } catch (error) {
    return { exitCode: error instanceof UsageProblem ? 2 : 1, said: '', complaint: complaintOf(error) }
  }
}
