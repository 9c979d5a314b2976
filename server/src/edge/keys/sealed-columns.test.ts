import { expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { sealedTables } from './sealed-columns.ts'

const { pool } = await testDatabase()

/**
 * Bytes that need no key of fields: hashes that anybody could compute, those of codes under CODE_PEPPER, public keys, and
 * the known value of each key itself.
 */
const plainBytes: readonly string[] = [
  'agreement.sha256',
  'consent.text_sha256',
  'desk_act.entry_sha256',
  'desk_act.previous_sha256',
  'field_key.known_value',
  'key_check.code_pepper_hmac',
  'ledger_entry.entry_sha256',
  'ledger_entry.previous_sha256',
  'loan_order.agreement_sha256',
  'login_code.code_hmac',
  'product_version.content_sha256',
  'review_rules.content_sha256',
  'session.token_sha256',
  'signature_evidence.entry_sha256',
  'signature_evidence.previous_entry_sha256',
  'staff_challenge.call_sha256',
  'staff_invitation.code_sha256',
  'staff_invitation.token_sha256',
  'staff_pairing.code_sha256',
  'staff_pairing.token_sha256',
  'staff_passkey.credential_id',
  'staff_passkey.public_key',
  'staff_session.token_sha256',
  'statement_import.content_sha256',
  'statement_line.line_sha256',
]

test('every column of bytes is on a list: what a key has made, or what no key has', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND (data_type = 'bytea' OR udt_name = '_bytea')`,
  )
  const listed = sealedTables.flatMap(({ table, sealed, indexes, indexLists = [] }) =>
    [...sealed, ...Object.keys(indexes), ...indexLists].map((column) => `${table}.${column}`),
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...listed, ...plainBytes].toSorted())
})
