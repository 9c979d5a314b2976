import { expect, test } from 'vitest'
import { importsOf, isTest, matching, violations, type Import } from './tree.ts'

// Nobody but the borrower hears of a loan. The types say so (server/src/person/account/own-address.ts); here stands that nobody
// goes around them.
const server = matching(/^server\/src\/.*\.ts$/).filter((file) => !isTest(file))

const filesOf = (lines: readonly string[]): string[] => [...new Set(lines.map((line) => line.split(':')[0] ?? ''))]

test('a message is sent for three reasons: a code, an answer, a word to the owner of an account', () => {
  const sending = filesOf(violations(server, /\bmessages\s*(\.send\b|$)/))
  expect(sending).toContain('server/src/person/account/own-address.ts')
  const allowed = /^server\/src\/(providers\/messages|rights\/consumer|person\/account)\//
  expect(sending.filter((file) => !allowed.test(file))).toEqual([])
})

test('only what somebody logged in with becomes her own address', () => {
  expect(filesOf(violations(server, /\bas (unknown as )?(OwnAddress|Owner)\b/))).toEqual([
    'server/src/person/account/own-address.ts',
  ])
})

/** The files that an import leads to: past the public.ts of a room, those of what is taken by name. */
const leadsTo = ({ target, names }: Import): string[] =>
  target.endsWith('/public.ts')
    ? importsOf(target).flatMap((shown) => (shown.names.some((name) => names.includes(name)) ? leadsTo(shown) : []))
    : [target]

/** Files with everything that they use when they run. */
const reach = (start: readonly string[]): string[] => {
  const reached = new Set(start)
  for (const file of reached)
    for (const one of importsOf(file))
      if (!one.typeOnly && /^(server|core)\/src\//.test(one.target))
        for (const target of leadsTo(one)) reached.add(target)
  return [...reached]
}

test('what writes to people about a loan does not come near the people whom somebody has named', () => {
  const knowing = /^(core\/src|server\/src\/person)\/application\//
  expect(reach(['server/src/handlers.ts']).some((file) => knowing.test(file))).toBe(true)
  const writing = server.filter((file) => /^server\/src\/(lending\/reminder|providers\/messages)\//.test(file))
  expect(writing.length).toBeGreaterThan(8)
  expect(reach(writing).filter((file) => knowing.test(file))).toEqual([])
  expect(violations(reach(writing), /emergency_contact|contact_phone/)).toEqual([])
})
