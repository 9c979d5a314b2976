import { checkAccount } from '@hola/core/identifiers/account.ts'
import { m } from '@hola/i18n/compiled/messages.js'

// What the sandbox's bureau and bank do, by the digits they go by. docs/SANDBOX.md has the same from the code of both, and
// a test compares the two.

export type TestCase = { readonly ending: string; readonly name: () => string }

export const testPeople: readonly TestCase[] = [
  { ending: '0000', name: m.sandbox_person_good },
  { ending: '9001', name: m.sandbox_person_9001 },
  { ending: '9002', name: m.sandbox_person_9002 },
  { ending: '9003', name: m.sandbox_person_9003 },
  { ending: '9004', name: m.sandbox_person_9004 },
  { ending: '9005', name: m.sandbox_person_9005 },
  { ending: '9006', name: m.sandbox_person_9006 },
  { ending: '9007', name: m.sandbox_person_9007 },
  { ending: '9008', name: m.sandbox_person_9008 },
  { ending: '9009', name: m.sandbox_person_9009 },
  { ending: '9010', name: m.sandbox_person_9010 },
]

export const testAccounts: readonly TestCase[] = [
  { ending: '0001', name: m.sandbox_account_good },
  { ending: '9101', name: m.sandbox_account_9101 },
  { ending: '9102', name: m.sandbox_account_9102 },
  { ending: '9103', name: m.sandbox_account_9103 },
  { ending: '9104', name: m.sandbox_account_9104 },
  { ending: '9105', name: m.sandbox_account_9105 },
  { ending: '9106', name: m.sandbox_account_9106 },
  { ending: '9107', name: m.sandbox_account_9107 },
  { ending: '9108', name: m.sandbox_account_9108 },
  { ending: '9109', name: m.sandbox_account_9109 },
  { ending: '9110', name: m.sandbox_account_9110 },
]

/** Of Banco Nación, with the check digit that belongs to the ending. */
export const accountOf = (ending: string): string =>
  [...'0123456789'].map((digit) => `01100129000000000${ending}${digit}`).find((number) => checkAccount(number).ok) ?? ''
