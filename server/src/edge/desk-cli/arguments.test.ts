import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { helpText, readArguments } from './arguments.ts'
import { commands } from './commands.ts'
import { UsageProblem } from './problem.ts'

const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'

const read = (line: string) => {
  // Words in quotes stay together, as a shell keeps them.
  const args = (line.match(/(?:"[^"]*"|\S)+/g) ?? []).map((word) => word.replaceAll('"', ''))
  try {
    return readArguments(commands, args)
  } catch (error) {
    if (error instanceof UsageProblem) return error.message
    throw error
  }
}

test('a whole line, in any order', () => {
  const expected = {
    command: 'approve',
    words: [id],
    values: { limit: '150000', why: 'seen her papers' },
    flags: new Set(['json']),
    isJson: true,
  }
  expect(read(`approve ${id} --limit 150000 --why "seen her papers" --json`)).toEqual(expected)
  expect(read(`--json approve --why="seen her papers" --limit=150000 ${id}`)).toEqual(expected)
})

test('nobody can type who acts', () => {
  expect(read(`case ${id} --as ana`)).toBe('"case" has no --as. It is: desk case <id> [--why <words>]')
  expect(
    Object.entries(commands)
      .filter(([, { options }]) => 'as' in options)
      .map(([name]) => name),
  ).toEqual(['sign-in'])
})

describe('help is no mistake', () => {
  test.each(['', 'help', '--help', 'approve --help', 'help approve'])('%j shows the help', (line) => {
    expect(read(line)).toBe('help')
  })
})

const approves = 'It is: desk approve <id> --limit <pesos> [--same-person no] --why <words>'

test.each([
  ['an unknown command', 'aprove', `There is no command "aprove": it is one of ${Object.keys(commands).join(', ')}.`],
  ['a name that every object has', 'toString', /^There is no command "toString"/],
  ['no id', 'approve --limit 1 --why x', `Something is missing. ${approves}`],
  ['no limit', `approve ${id} --why x`, `--limit is missing. ${approves}`],
  ['a limit without a number', `approve ${id} --why x --limit`, `--limit needs a value. ${approves}`],
  ['no why', `approve ${id} --limit 1`, `--why is missing. ${approves}`],
  ['an empty why', `approve ${id} --limit 1 --why " "`, `--why is missing. ${approves}`],
  [
    'a why without quotes',
    `approve ${id} --limit 1 --why seen papers`,
    `"papers" is one word too many: words that belong together stand in quotes. ${approves}`,
  ],
  ['an endless why', `approve ${id} --limit 1 --why ${'x'.repeat(501)}`, '--why has 500 characters at most.'],
  ['an option of another command', 'cases --limit 3', '"cases" has no --limit. It is: desk cases'],
  ['an option of nobody', 'cases --colour red', '"cases" has no --colour. It is: desk cases'],
  ['a value for a flag', 'verify --all=yes', '--all takes no value. It is: desk verify <id> | --all'],
  ['a value for --json', 'cases --json=yes', '--json takes no value. It is: desk cases'],
  ['no why before the next option', `approve ${id} --limit 1 --why --json`, `--why needs a value. ${approves}`],
  ['a limit twice', `approve ${id} --limit 1 --limit 9 --why x`, `--limit stands twice. ${approves}`],
  ['an option that every object has', 'cases --constructor', '"cases" has no --constructor. It is: desk cases'],
  ['an option of one letter', 'cases -j', '"cases" has no -j. It is: desk cases'],
])('%s is a mistake of typing', (_, line, expected) => {
  expect(read(line)).toMatch(expected)
})

test('whatever changes something or opens personal data needs a member who may', () => {
  const free = Object.entries(commands).flatMap(([name, { power }]) => (power === undefined ? [name] : []))
  expect(free).toEqual([
    'invite-first',
    'sign-in',
    'sign-out',
    'cases',
    'products',
    'payouts',
    'requests',
    'jobs',
    'acts',
    'verify',
  ])
})

test('whatever changes something asks why', () => {
  const asked = Object.entries(commands).flatMap(([name, { options }]) => (options['why'] === 'needed' ? [name] : []))
  expect(asked).toEqual([
    'approve',
    'refuse',
    'retake',
    'coupon',
    'publish',
    'resend',
    'place',
    'transfer',
    'refund',
    'confirm',
    'answer',
    'retry',
    'erased',
    'block',
    'unblock',
    'approve-proposal',
    'decline-proposal',
    'withdraw-proposal',
    'invite',
    'suspend',
  ])
})

test('the help and docs/OPERATIONS.md name every command as it is typed', () => {
  const page = readFileSync(new URL('../../../../docs/OPERATIONS.md', import.meta.url), 'utf8')
  const section = /## The desk\n([\s\S]*?)\n## /.exec(page)?.[1] ?? ''
  const listed = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, usage]) => usage?.replaceAll('\\|', '|'))
  const typed = Object.entries(commands).map(([name, { usage }]) => `${name} ${usage}`.trimEnd())
  expect(listed).toEqual(typed)
  for (const usage of typed) expect(helpText(commands)).toContain(`\n  ${usage}\n`)
})
