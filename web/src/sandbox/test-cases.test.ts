import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accountOf, testAccounts, testPeople } from './test-cases.ts'

const document = readFileSync(join(import.meta.dirname, '../../../docs/SANDBOX.md'), 'utf8')
const tableOf = (name: string): string => document.split(`<!-- table ${name},`)[1]?.split('<!-- end -->')[0] ?? ''

test('the page lists the people of docs/SANDBOX.md', () => {
  const listed = [...tableOf('people').matchAll(/^\| `(\d{4})`/gm)].map(([, ending]) => ending)
  expect(testPeople.slice(1).map(({ ending }) => ending)).toEqual(listed)
})

test('the page lists the accounts of docs/SANDBOX.md', () => {
  const listed = [...tableOf('accounts').matchAll(/`(\d{22})`/g)].map(([, account]) => account)
  expect(testAccounts.map(({ ending }) => accountOf(ending))).toEqual(listed)
})
