import { pesos } from '@hola/core/money.ts'
import { tellFigure } from '@hola/core/test-proof.ts'
import { describe, expect, test } from 'vitest'
import { verifyEvidence } from '../agreement/agreements.ts'
import { transfer } from '../../person/application/test-application.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { countCodes, serverProcesses } from '../../edge/http/test-process.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { sandboxAccounts } from '../../providers/payout/test-accounts.ts'
import { newBorrower, readyToSign } from './test-borrower.ts'

// Whole servers start here, on a machine that may be busy with other suites.

const { connectionString, pool } = await testDatabase()
const { secrets, start } = await serverProcesses(connectionString)
// Makes the people and reads what they left; the calls that count go to the four.
const server = await openTestServer(pool, { settings: { secrets } })
const { services } = server

const REQUEST_COUNT = 200

const countOf = async (table: string, userId: string): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE user_id = $1`, [userId])
  return rows[0]?.n ?? 0
}

describe('200 parallel requests to sign over four server processes', async () => {
  const servers = await Promise.all(Array.from({ length: 4 }, () => start()))
  const applyAtOnce = (token: string, bodyOf: (at: number) => object) =>
    Promise.all(
      Array.from({ length: REQUEST_COUNT }, async (_, at) => {
        const process = servers[at % servers.length]
        if (process === undefined) throw new Error('no server')
        return process.call('loan/apply', bodyOf(at), token)
      }),
    )

  test('with one id: one order, one agreement, the quota moved once, 200 equal answers', async () => {
    const person = await newBorrower(server)
    // An account that the bank takes its time with: the servers also pay out, and the order is to be seen as it was signed.
    await person.call('app/save_transfer_info', { ...transfer, account_number: sandboxAccounts.delayed })
    const body = await readyToSign(services, person, { amount_centavos: pesos(100_000) })
    const startedAt = performance.now()
    const answers = await applyAtOnce(person.token, () => body)
    const tookMs = Math.round(performance.now() - startedAt)
    expect(countCodes(answers)).toEqual({ 0: REQUEST_COUNT })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    for (const table of ['loan_order', 'agreement', 'apply_request', 'signature_evidence', 'order_event'])
      expect([table, await countOf(table, person.userId)]).toEqual([table, 1])
    const { rows } = await pool.query(
      `SELECT used_centavos AS used, frozen_centavos AS frozen, available_centavos AS available FROM quota
        WHERE user_id = $1`,
      [person.userId],
    )
    expect(rows).toEqual([{ used: 0, frozen: pesos(100_000), available: pesos(200_000) }])
    expect(await inTransaction(pool, (tx) => verifyEvidence(tx, services, person.userId))).toMatchObject({
      isIntact: true,
      entryCount: 1,
    })
    tellFigure('load', `${REQUEST_COUNT} signatures at once with one id`, `one order, in ${tookMs} ms`)
  })

  test('with different ids and quota for one: one order, 199 refused because the quota is used', async () => {
    const person = await newBorrower(server)
    const body = await readyToSign(services, person, { amount_centavos: pesos(300_000) })
    const startedAt = performance.now()
    const answers = await applyAtOnce(person.token, () => ({ ...body, apply_id: services.random.uuid() }))
    const tookMs = Math.round(performance.now() - startedAt)
    expect(countCodes(answers)).toEqual({ 0: 1, 20302: REQUEST_COUNT - 1 })
    for (const table of ['loan_order', 'apply_request', 'signature_evidence'])
      expect([table, await countOf(table, person.userId)]).toEqual([table, 1])
    tellFigure('load', `${REQUEST_COUNT} signatures at once, a quota for one`, `one order, in ${tookMs} ms`)
  })

  test('no process has written who signed or with which code into its log', () => {
    for (const { output } of servers) {
      expect(output()).toContain('loan/apply')
      expect(output()).not.toMatch(/549?11\d{4}|romero|\b123456\b/i)
    }
  })
})
