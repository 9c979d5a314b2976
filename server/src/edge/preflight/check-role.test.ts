import type { ClientBase } from 'pg'
import { expect, test } from 'vitest'
import { checkRole } from './check-database.ts'

// The PostgreSQL of the tests lets nobody make or give away roles, so what it would answer is handed in.

type Row = { is_there: boolean; may_take: boolean; may_make: boolean }

const check = (row: Row, isMade: boolean) => {
  const client = { query: async () => ({ rows: [{ me: 'lender', ...row }] }) } as unknown as ClientBase
  return checkRole(client, 'hola_app', isMade)
}

const ask = 'let an administrator of the database run'

test.each<[string, Row, boolean, string, string]>([
  ['it is there', { is_there: true, may_take: true, may_make: false }, true, 'ok', 'The role hola_app is there'],
  [
    'the start makes it',
    { is_there: false, may_take: false, may_make: true },
    false,
    'ok',
    'The role hola_app is made by the next start',
  ],
  [
    'nobody makes it',
    { is_there: false, may_take: false, may_make: false },
    false,
    'problem',
    `The role hola_app is missing: ${ask} CREATE ROLE hola_app NOLOGIN; GRANT hola_app TO lender`,
  ],
  [
    'a copy was restored on another server, and the migration that makes it is over',
    { is_there: false, may_take: false, may_make: true },
    true,
    'problem',
    `The role hola_app is missing: ${ask} CREATE ROLE hola_app NOLOGIN; GRANT hola_app TO lender`,
  ],
  [
    'it was made for another user',
    { is_there: true, may_take: false, may_make: false },
    true,
    'problem',
    `The role hola_app is not open to lender: ${ask} GRANT hola_app TO lender`,
  ],
])('the role: %s', async (_, row, isMade, state, words) => {
  expect(await check(row, isMade)).toEqual({ state, words })
})
