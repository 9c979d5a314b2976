import { DatabaseProblem, poolOfDesk } from '../../platform/db/public.ts'
import { SecretsProblem } from '../../platform/kept-secrets.ts'
import { FileProblem } from '../../providers/files/public.ts'
import type { Services } from '../services.ts'
import { helpText, readArguments } from './arguments.ts'
import type { Given } from './arguments.ts'
import { commands } from './commands.ts'
import { DeskProblem, UsageProblem } from './problem.ts'
import type { Terminal } from './sign-in.ts'
import { demandMember } from './sign-in.ts'

/** What the desk says and how it ends: 0 done, 1 refused or not in order, 2 typed wrongly. */
export type Outcome = { readonly exitCode: 0 | 1 | 2; readonly said: string; readonly complaint: string }

type Opened = { readonly services: Services; readonly terminal: Terminal; readonly close: () => Promise<void> }

const isExpected = (error: unknown): error is Error =>
  error instanceof DeskProblem ||
  error instanceof DatabaseProblem ||
  error instanceof SecretsProblem ||
  error instanceof FileProblem

const complaintOf = (error: unknown): string => {
  if (isExpected(error)) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const execute = async (opened: Opened, given: Given): Promise<Outcome> => {
  const command = commands[given.command]
  if (command === undefined) throw new Error(`no command ${given.command}`)
  const { terminal } = opened
  // Everything that the staff does has the rights of the desk, here as there.
  const services = { ...opened.services, pool: poolOfDesk(opened.services.pool) }
  const { power, isSensitive = false } = command
  const member = power && (await demandMember(services, terminal, { power, isSensitive }))
  const { text, json, exitCode = 0 } = await command.run(services, given, member, terminal)
  return { exitCode, said: given.isJson ? JSON.stringify(json, null, 2) : text, complaint: '' }
}

/** One line at the desk. Nothing is opened for one that was typed wrongly, and whatever was opened is closed. */
export const runDesk = async (args: readonly string[], open: () => Promise<Opened>): Promise<Outcome> => {
  try {
    const given = readArguments(commands, args)
    if (given === 'help') return { exitCode: 0, said: helpText(commands), complaint: '' }
    const opened = await open()
    try {
      return await execute(opened, given)
    } finally {
      await opened.close()
    }
  } catch (error) {
    return { exitCode: error instanceof UsageProblem ? 2 : 1, said: '', complaint: complaintOf(error) }
  }
}
