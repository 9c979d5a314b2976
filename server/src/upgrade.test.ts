import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { basicInfo } from '@hola/core/application/basic.ts'
import { missingFields, requiredFields } from '@hola/core/application/missing.ts'
import type { CallPath, RetOf } from '@hola/core/contract/contract.ts'
import { keptColumns } from '@hola/core/stored/columns.ts'
import { afterAll, describe, expect, test } from 'vitest'
import firstBasic from '@hola/core/stored/fixtures/step-basic.1.json' with { type: 'json' }
import { openTestServer } from './edge/http/test-server.ts'
import { verifyEvidence } from './lending/agreement/agreements.ts'
import { verifyBooks } from './lending/loan/verify-books.ts'
import { listOrders } from './lending/order/store.ts'
import { runDueJobs } from './lending/payout/test-payout.ts'
import { replayAll } from './lending/review/test-replay.ts'
import { reviewApplication } from './lending/review/review-application.ts'
import { openSession } from './person/account/session.ts'
import { emptyTestDatabase } from './platform/db/test-database.ts'
import { poolOfDesk } from './platform/db/pool.ts'
import { restoreDumpFile } from './platform/db/test-dump-file.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { listMessages } from './providers/messages/sandbox-outbox.ts'
import { sendErasureMessage } from './rights/privacy/erasure-message.ts'
import { holdings } from './rights/privacy/holdings.ts'
import { verifyActs } from './staff/act/acts.ts'
import { keyOfTable, readKeptRows } from './test-kept-rows.ts'

/**
 * Databases of earlier versions, restored and read by this one. The whole file runs twice: as it is, and with a form that
 * asks for a field more than anybody in these databases was asked for (`next-form` in vitest.config.ts).
 */

const HOUR_MS = 3_600_000
const folder = join(import.meta.dirname, '..', 'fixtures')
const dumps = globSync('dump-*.json.gz', { cwd: folder }).toSorted()
/** What the basic step asks for by now and did not ask for when the first of them were saved. */
const askedSince = missingFields(requiredFields(basicInfo), firstBasic)

test('there is a database of an earlier version', () => {
  expect(dumps.length).toBeGreaterThan(0)
})

describe.each(dumps)('the database of %s, restored', async (dump) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hola-upgrade-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const { pool } = await emptyTestDatabase()
  const { madeAt, tables } = await restoreDumpFile(join(folder, dump), { pool, filesFolder: join(dataDir, 'files') })
  let now = new Date(madeAt.getTime() + HOUR_MS)
  const later = (): void => void (now = new Date(now.getTime() + HOUR_MS))
  const { app, services } = await openTestServer(pool, { clock: { now: () => now }, settings: { dataDir } })
  const { sealer } = services

  /** The users of whom a statement finds something. */
  const usersOf = async (sql: string): Promise<string[]> =>
    (await pool.query<{ user_id: string }>(`SELECT DISTINCT user_id FROM ${sql}`)).rows.map(({ user_id }) => user_id)
  const userOf = async (sql: string): Promise<string> => {
    const [userId] = await usersOf(sql)
    if (userId === undefined) throw new Error(`nobody in ${sql}`)
    return userId
  }
  const callOf = async (userId: string) => {
    const { token } = await inTransaction(pool, (tx) => openSession(tx, services, userId))
    return async <Path extends CallPath>(path: Path, body: object = {}): Promise<RetOf<Path>> => {
      const headers = { token, language: 'es' }
      const answer = await app.inject({ method: 'POST', url: `/api/${path}`, headers, payload: body })
      const { code, msg, ret } = answer.json()
      if (code !== '0') throw new Error(`${path}: ${code} ${msg}`)
      return ret
    }
  }

  test('what the staff did before acts were chained is a whole chain', async () => {
    const acts = await inTransaction(poolOfDesk(pool), verifyActs)
    expect(acts).toMatchObject({ isIntact: true })
    expect(acts.isIntact && acts.actCount).toBeGreaterThan(0)
  })

  test('every column of JSON has its kept shape, and every sealed one its place', async () => {
    const { rows } = await pool.query<{ name: string; type: string }>(
      `SELECT table_name || '.' || column_name AS name, data_type AS type FROM information_schema.columns
        WHERE table_schema = 'public' AND (data_type IN ('json', 'jsonb') OR column_name LIKE 'sealed%')`,
    )
    const plain = holdings.flatMap(({ table, sealed }) =>
      Object.entries(sealed).flatMap(([column, kind]) => (kind === 'json' ? [] : [`${table}.${column}`])),
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...Object.keys(keptColumns), ...plain].toSorted())
  })

  test('everything that is sealed opens, and everything that is kept is read', async () => {
    const kept = await readKeptRows(pool, sealer)
    for (const { shape, kept: row } of kept) expect(shape.read(row)).toBeDefined()
    // Of the tables that the version had which wrote it, but for answers that a migration threw away to ask for them anew.
    const inDump = (name: string): boolean => tables.includes(name.split('.')[0] ?? '')
    const there = Object.keys(keptColumns).filter((name) => inDump(name) && !name.startsWith('bureau_report.'))
    expect(there.length).toBeGreaterThan(20)
    expect(there.filter((name) => kept.every(({ column }) => column !== name))).toEqual([])
    for (const { table, sealed } of holdings)
      for (const [column, kind] of Object.entries(sealed)) {
        if (kind === 'json' || !tables.includes(table)) continue
        const { rows } = await pool.query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${column} IS NOT NULL`)
        expect(rows.length, `${table}.${column}`).toBeGreaterThan(0)
        for (const row of rows) {
          const key = (keyOfTable(table) ?? []).map((part) => {
            const value = row[part]
            return Buffer.isBuffer(value) ? value.toString('hex') : String(value)
          })
          expect(sealer.open(row[column] as Buffer, { table, column, row: key }).length).toBeGreaterThan(0)
        }
      }
  })

  test('the books, the chains of signatures and the decisions hold', async () => {
    const people = await usersOf('loan_order')
    const checks = await inTransaction(pool, async (tx) => {
      const found: { readonly isIntact: boolean }[] = []
      for (const userId of people) {
        found.push(await verifyEvidence(tx, services, userId))
        for (const order of await listOrders(tx, userId)) found.push(await verifyBooks(tx, order))
      }
      return found
    })
    expect(checks.length).toBeGreaterThan(people.length)
    expect(checks.filter(({ isIntact }) => !isIntact)).toEqual([])
    const { count, different } = await inTransaction(pool, (tx) => replayAll(tx, services))
    expect(count).toBeGreaterThan(0)
    expect(different).toEqual([])
  })

  test('everybody sees her Home, her steps and her orders', async () => {
    const people = await usersOf('application_step')
    expect(people.length).toBeGreaterThan(1)
    for (const userId of people) {
      const call = await callOf(userId)
      await call('app/home')
      const { application } = await call('loan/apply_info')
      const [basic] = application.steps
      expect(basic).toMatchObject({ step: 'basic', complete: askedSince.length === 0, missing: askedSince })
      expect(basic?.saved_at).not.toBeNull()
      expect((await call('app/get_basic_info')).info).toMatchObject({ last_name: 'Romero' })
      expect((await call('app/get_extra_info')).info).toMatchObject({ marital_status_id: 'single' })
      expect((await call('app/get_bank_info')).info).toMatchObject({ full_name: 'ROMERO LUCIA' })
      for (const { orderId } of await inTransaction(pool, (tx) => listOrders(tx, userId))) {
        expect((await call('loan/order', { order_id: orderId })).order.order_id).toBe(orderId)
        const signed = await call('loan/contract', { of: 'order', order_id: orderId, with_pdf: true })
        expect(signed.sections.length).toBeGreaterThan(5)
      }
    }
  })

  test('who waits for her money gets it', async () => {
    const userId = await userOf(`loan_order WHERE state = 'pending'`)
    const [order] = await inTransaction(pool, (tx) => listOrders(tx, userId))
    if (order === undefined) throw new Error('no order')
    await inTransaction(pool, (tx) => services.jobs.enqueue(tx, 'payout', { user_id: userId, order_id: order.orderId }))
    for (let hours = 0; hours < 4; hours += 1) {
      await runDueJobs(services)
      later()
    }
    const call = await callOf(userId)
    expect((await call('loan/order', { order_id: order.orderId })).order.state).toBe('in_repayment')
  })

  test('who waits for a decision gets it', async () => {
    const { rows } = await pool.query<{ user_id: string; application_id: string }>(
      `SELECT user_id, application_id FROM application WHERE state = 'in_review'`,
    )
    const [waiting] = rows
    if (waiting === undefined) throw new Error('nobody is in review')
    await reviewApplication(services, { ...waiting, try_number: 0 })
    const call = await callOf(waiting.user_id)
    expect((await call('loan/apply_info')).application.state).toBe('approved')
  })

  test('who asks for a copy gets everything, who erases her account leaves what the law names', async () => {
    const userId = await userOf(
      `loan_order WHERE state = 'cleared' AND user_id IN (SELECT user_id FROM application_step)`,
    )
    const call = await callOf(userId)
    const { content_base64 } = await call('privacy/download', { format: 'json' })
    const copy = Buffer.from(content_base64, 'base64').toString()
    expect(['Romero', 'Marta Romero', 'Ya lo pagué', 'Banco Demo'].filter((word) => !copy.includes(word))).toEqual([])
    expect(copy).not.toMatch(/"v": ?\d/)
    await call('privacy/download', { format: 'pdf' })
    await call('user/get_code', { purpose: 'erase' })
    const code = (await listMessages(services)).messages[0]?.code ?? ''
    const { kept } = await call('privacy/erase', { code_channel: 'phone', code })
    expect(kept.map(({ category }) => category)).toContain('form')
    later()
    await sendErasureMessage(services, { user_id: userId })
    expect((await listMessages(services)).messages[0]?.text).toMatch(/borramos tu cuenta/)
  })

  test('who had erased hers and was not told yet is told', async () => {
    const userId = await userOf('erasure WHERE sealed_owner IS NOT NULL')
    later()
    await sendErasureMessage(services, { user_id: userId })
    expect((await listMessages(services)).messages[0]).toMatchObject({ recipient: '+5491150000002' })
  })
})
