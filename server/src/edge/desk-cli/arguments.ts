import { parseArgs } from 'node:util'
import type { Power } from '@hola/core/desk-contract/roles.ts'
import { UsageProblem } from './problem.ts'

/** How a command is typed. */
export type Shape = {
  /** What follows the name, as people read it. */
  readonly usage: string
  readonly summary: string
  /** How many words it takes beside the options. */
  readonly words: { readonly least: number; readonly most: number }
  /** `flag` takes no value. */
  readonly options: Readonly<Record<string, 'needed' | 'optional' | 'flag'>>
  /** What a member must be allowed to: for all that changes something or opens personal data. */
  readonly power?: Power
  /** For what is done with the passkey at the desk: here she must have signed in a moment ago. */
  readonly isSensitive?: true
}

/** What was typed, checked against the shape of the command. */
export type Given = {
  readonly command: string
  readonly words: readonly string[]
  readonly values: Readonly<Record<string, string>>
  readonly flags: ReadonlySet<string>
  readonly isJson: boolean
}

const WHY_LENGTH_MAX = 500

/** What every command takes. */
const common: Shape['options'] = { json: 'flag', help: 'flag' }

/** One option as it was typed. */
type Typed = {
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

const problemOf = ({ value, rawName, inlineValue }: Typed, kind: Shape['options'][string]): string | undefined => {
  if (kind === 'flag') return value === undefined ? undefined : `${rawName} takes no value.`
  // What begins with a dash is the next option: nobody meant it as a reason or a name. After "=" it is meant.
  const isMissing = value === undefined || (inlineValue !== true && value.startsWith('-'))
  return isMissing ? `${rawName} needs a value.` : undefined
}

/**
 * Reads a command line by the table of commands. The platform splits it; it is not asked to judge, because its complaints
 * know neither the command nor how it is typed.
 */
export const readArguments = (commands: Readonly<Record<string, Shape>>, args: readonly string[]): Given | 'help' => {
  const kinds = Object.assign({}, ...Object.values(commands).map(({ options }) => options), common) as Shape['options']
  const { positionals, values, tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(kinds).map(([name, kind]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' } as const]),
    ),
  })
  const [command, ...words] = positionals
  if (values['help'] === true || command === undefined || command === 'help') return 'help'
  const shape = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (shape === undefined)
    throw new UsageProblem(`There is no command "${command}": it is one of ${Object.keys(commands).join(', ')}.`)
  const usage = `It is: desk ${command} ${shape.usage}`.trimEnd()

  const allowed = new Map(Object.entries({ ...shape.options, ...common }))
  const texts: Record<string, string> = {}
  const flags = new Set<string>()
  for (const typed of tokens.filter((token) => token.kind === 'option')) {
    const { name, rawName, value } = typed
    const kind = allowed.get(name)
    if (kind === undefined) throw new UsageProblem(`"${command}" has no ${rawName}. ${usage}`)
    const problem = problemOf(typed, kind)
    if (problem !== undefined) throw new UsageProblem(`${problem} ${usage}`)
    if (name in texts || flags.has(name)) throw new UsageProblem(`${rawName} stands twice. ${usage}`)
    if (value === undefined) flags.add(name)
    else texts[name] = value.trim()
  }
  for (const [name, kind] of Object.entries(shape.options))
    if (kind === 'needed' && (texts[name] ?? '') === '') throw new UsageProblem(`--${name} is missing. ${usage}`)
  if (words.length < shape.words.least) throw new UsageProblem(`Something is missing. ${usage}`)
  if (words.length > shape.words.most)
    throw new UsageProblem(
      `"${words[shape.words.most]}" is one word too many: words that belong together stand in quotes. ${usage}`,
    )
  if ((texts['why'] ?? '').length > WHY_LENGTH_MAX)
    throw new UsageProblem(`--why has ${WHY_LENGTH_MAX} characters at most.`)

  return { command, words, values: texts, flags, isJson: flags.has('json') }
}

/** Every command with what it does. */
export const helpText = (commands: Readonly<Record<string, Shape>>): string => {
  const lines = Object.entries(commands).map(
    ([name, { usage, summary }]) => `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}`,
  )
  return [
    'The desk: what the lender’s staff decides by hand. npm run desk -- <command>',
    '',
    ...lines,
    '',
    '  --json   the answer for a script',
    '',
    'Whatever changes something or opens personal data needs a member of the staff who is signed in, and her role.',
    'It works on DATABASE_URL or, in the sandbox, on the database in DATA_DIR, whether the server runs or not, with the',
    'same settings as the server. It ends with 0 when it is done, 1 when it was refused or something is not in order,',
    '2 when it was typed wrongly.',
  ].join('\n')
}
