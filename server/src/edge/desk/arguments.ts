import { parseArgs } from 'node:util'
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
  /** Whether the person at the desk has to say who she is: when it changes something or opens personal data. */
  readonly needsActor: boolean
}

/** What was typed, checked against the shape of the command. */
export type Given = {
  readonly command: string
  readonly words: readonly string[]
  readonly values: Readonly<Record<string, string>>
  readonly flags: ReadonlySet<string>
  /** Empty when nobody said who she is and nobody had to. */
  readonly actor: string
  readonly isJson: boolean
}

const ACTOR_LENGTH_MAX = 60
const WHY_LENGTH_MAX = 500

const readActor = (text: string): string => {
  const actor = text.trim()
  if (actor.length > ACTOR_LENGTH_MAX || /[\p{Cc}]/u.test(actor))
    throw new UsageProblem(`A name for --as has ${ACTOR_LENGTH_MAX} characters at most, all on one line.`)
  return actor
}

/** Reads a command line by the table of commands. */
export const readArguments = (
  commands: Readonly<Record<string, Shape>>,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Given | 'help' => {
  const shapes = Object.values(commands)
  const optionNames = new Set(shapes.flatMap(({ options }) => Object.keys(options)))
  const flagNames = new Set(['json', 'help'])
  for (const { options } of shapes)
    for (const [name, kind] of Object.entries(options)) if (kind === 'flag') flagNames.add(name)

  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: Object.fromEntries(
      ['as', ...optionNames, ...flagNames].map((name) => [
        name,
        { type: flagNames.has(name) ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
  })
  const [command, ...words] = positionals
  if (values['help'] === true || command === undefined || command === 'help') return 'help'
  const shape = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (shape === undefined)
    throw new UsageProblem(`There is no command "${command}": it is one of ${Object.keys(commands).join(', ')}.`)
  const usage = `It is: desk ${command} ${shape.usage}`.trimEnd()

  for (const [name, value] of Object.entries(values)) {
    if (name === 'as' || name === 'json') continue
    if (!Object.hasOwn(shape.options, name)) throw new UsageProblem(`"${command}" has no --${name}. ${usage}`)
    if (!flagNames.has(name) && typeof value !== 'string') throw new UsageProblem(`--${name} needs a value. ${usage}`)
    if (flagNames.has(name) && value !== true) throw new UsageProblem(`--${name} takes no value. ${usage}`)
  }
  const texts = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()]] : [])),
  )
  for (const [name, kind] of Object.entries(shape.options))
    if (kind === 'needed' && (texts[name] ?? '') === '') throw new UsageProblem(`--${name} is missing. ${usage}`)
  if (words.length < shape.words.least) throw new UsageProblem(`Something is missing. ${usage}`)
  if (words.length > shape.words.most)
    throw new UsageProblem(
      `"${words[shape.words.most]}" is one word too many: words that belong together stand in quotes. ${usage}`,
    )
  if ((texts['why'] ?? '').length > WHY_LENGTH_MAX)
    throw new UsageProblem(`--why has ${WHY_LENGTH_MAX} characters at most.`)

  if (values['as'] === true) throw new UsageProblem(`--as needs a value. ${usage}`)
  const actor = readActor(texts['as'] ?? env['DESK_USER'] ?? '')
  if (shape.needsActor && actor === '')
    throw new UsageProblem(`Say who you are: "${command}" needs --as <name>, or DESK_USER in the environment.`)

  return {
    command,
    words,
    values: texts,
    flags: new Set(Object.keys(values).filter((name) => values[name] === true)),
    actor,
    isJson: values['json'] === true,
  }
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
    '  --as <name>   who acts; also DESK_USER. Needed for whatever changes something or opens personal data.',
    '  --json        the answer for a script',
    '',
    'It works on DATABASE_URL or, in the sandbox, on the database in DATA_DIR, whether the server runs or not, with the',
    'same settings as the server. It ends with 0 when it is done, 1 when it was refused or something is not in order,',
    '2 when it was typed wrongly.',
  ].join('\n')
}
