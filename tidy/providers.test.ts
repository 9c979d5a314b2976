import { expect, test } from 'vitest'
import { bureauRegistry } from '../server/src/providers/bureau/registry.ts'
import { collectionRegistry } from '../server/src/providers/collection/registry.ts'
import { mailRegistry, phoneRegistry } from '../server/src/providers/messages/registry.ts'
import { payoutRegistry } from '../server/src/providers/payout/registry.ts'
import { matching, textOf } from './tree.ts'

const registries = [bureauRegistry, collectionRegistry, mailRegistry, payoutRegistry, phoneRegistry]
const vendors = new Set(registries.flatMap(({ adapters }) => adapters).filter((name) => name !== 'sandbox'))

/** The server without its adapters; the sandbox's own pages and the simulation drive the sandbox's adapters by name. */
const server = matching(/^server\/src\/.*\.ts$/).filter(
  (file) => !/^server\/src\/(providers|edge\/(sandbox|simulation))\/|\/test-[\w-]+\.ts$|\.test\.ts$/.test(file),
)

test('outside the adapters nothing of the server names a vendor', () => {
  expect(vendors.size).toBeGreaterThan(4)
  expect(server.length).toBeGreaterThan(200)
  // Written as a value, or as a name in the code; a single word may also be part of a sentence for a borrower.
  const camelCase = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const quoted = [...vendors].map((name) => `['"\`=/]${name}['"\`/?]`)
  const identifiers = [...vendors].filter((name) => name.includes('-')).map((name) => `\\b${camelCase(name)}\\b`)
  const vendor = new RegExp([...quoted, ...identifiers].join('|'))
  const naming = server.filter((file) => vendor.test(textOf(file)))
  expect(naming).toEqual([])
})

test('outside the adapters nothing of the server decides by the name of a provider', () => {
  const deciding = server.filter((file) => /\bprovider [!=]== ['"`]/.test(textOf(file)))
  expect(deciding).toEqual([])
})
