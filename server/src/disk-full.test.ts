import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tellFigure } from '@hola/core/test-proof.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { buildServer } from './app.ts'
import { openTestServer } from './edge/http/test-server.ts'
import { verifyBooks } from './lending/loan/verify-books.ts'
import { newDebtor, requestOf } from './lending/repayment/test-repayment.ts'
import type { Applicant } from './person/application/test-application.ts'
import { newApplicant } from './person/application/test-application.ts'
import { openPhotoServer, plainPhoto, uploadBody } from './person/identity/test-photos.ts'
import { chooseAccount } from './platform/db/embedded.ts'
import { migrate } from './platform/db/migrate.ts'
import { openPool } from './platform/db/pool.ts'
import { testDatabase } from './platform/db/test-database.ts'
import { findProgram, removeAll, startPostgres } from './platform/db/test-postgres.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { createLog } from './platform/log.ts'
import { filesFolder } from './providers/files/disk.ts'

// No space is left: a clear refusal, nothing half stored, and everything goes on once there is space again.

const UNAVAILABLE = '503'
const MB = 1024 * 1024

/** Takes all the space that is left on a disk; returns how to give it back. */
const fill = (folder: string): (() => void) => {
  const file = join(folder, 'filler')
  const take = (bytes: number): void => {
    for (;;)
      try {
        writeFileSync(file, Buffer.alloc(bytes, 1), { flag: 'a' })
      } catch {
        return
      }
  }
  for (const bytes of [MB, 4096, 1]) take(bytes)
  expect(statfsSync(folder).bfree).toBe(0)
  return () => rmSync(file)
}

/** Makes a disk of its own in this folder; false where nobody may. */
const mountDisk = (folder: string, size: string): boolean => {
  const [mount, unmount] = ['mount', 'umount'].map((name) => findProgram(name, 'MOUNT_BIN'))
  mkdirSync(folder, { recursive: true })
  try {
    if (mount === undefined || unmount === undefined) throw new Error('no mount')
    execFileSync(mount, ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', folder], { stdio: 'ignore' })
    afterAll(() => void execFileSync(unmount, ['--lazy', folder]))
    return true
  } catch {
    console.log('skipped: only an administrator can make a small disk')
    return false
  }
}

describe('the disk of the photographs', async () => {
  const { pool } = await testDatabase()
  const server = await openPhotoServer(pool, () => new Date('2026-11-16T15:00:00Z'))
  const { services, logged } = server
  const folder = filesFolder(services.settings.dataDir)
  const isOwnDisk = mountDisk(folder, '2m')

  const rowsOf = async ({ userId }: Applicant) =>
    (await pool.query('SELECT FROM photo WHERE user_id = $1', [userId])).rowCount
  const filesIn = (): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'filler')
      .map(({ name }) => name)

  test('is full: a photo is refused for now, nothing of it stays, and later it is taken', async () => {
    const person = await newApplicant(server)
    const photo = await plainPhoto()
    const body = uploadBody('id_front', photo)
    const noSpace = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    // Where no disk can be made the store says what a full one says.
    const full = isOwnDisk
      ? server.app
      : buildServer({ ...services, files: { ...services.files, put: () => Promise.reject(noSpace) } })
    const giveBack = isOwnDisk ? fill(folder) : () => {}
    const { statusCode, headers, ...answer } = await full.inject({
      method: 'POST',
      url: '/api/app/upload_image_info',
      headers: { token: person.token },
      payload: body,
    })
    expect([statusCode, answer.json().code, answer.json().ret]).toEqual([503, UNAVAILABLE, null])
    expect(headers['retry-after']).toBeDefined()
    expect(await rowsOf(person)).toBe(0)
    expect(filesIn()).toEqual([])
    expect(logged.some((line) => line.includes('"level":"error"') && line.includes('ENOSPC'))).toBe(true)
    // What needs no space goes on.
    expect(await person.call('app/home')).toMatchObject({ code: '0' })
    giveBack()
    expect(await person.call('app/upload_image_info', body)).toMatchObject({ code: '0' })
    expect(filesIn()).toHaveLength(1)
    tellFigure(
      'faults',
      'disk of the photographs full',
      `503, nothing half stored, taken later (own disk: ${isOwnDisk})`,
    )
  })
})

describe('the disk of PostgreSQL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hola-full-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const disk = join(folder, 'disk')
  const isOwnDisk = mountDisk(disk, '96m')

  test.skipIf(!isOwnDisk)('is full: 503 and never 500, no acknowledged write is lost, and it goes on', async () => {
    const postgres = await startPostgres()
    const place = join(disk, 'space')
    mkdirSync(place)
    const account = await chooseAccount(postgres.folder)
    if (account !== undefined)
      execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder, disk], { stdio: 'ignore' })
    await postgres.ask(`CREATE TABLESPACE small LOCATION '${place}'`)
    await postgres.ask('ALTER DATABASE hola SET TABLESPACE small')
    const pool = openPool(postgres.urlOf(), { log: createLog('silent') })
    try {
      await migrate(pool)
      const server = await openTestServer(pool)
      const { app, services } = server
      const debtor = await newDebtor(server)
      const done: string[] = []
      const statuses = new Set<number>()
      const ask = async (): Promise<number> => {
        const body = requestOf(services, debtor, { kind: 'part', amount_centavos: 1_000_000 })
        const { statusCode } = await app.inject({
          method: 'POST',
          url: '/api/deal/repay_request',
          headers: { token: debtor.token },
          payload: body,
        })
        statuses.add(statusCode)
        if (statusCode === 200) done.push(body.request_id)
        return statusCode
      }
      expect(await ask()).toBe(200)
      const giveBack = fill(disk)
      // Until no page has a place left.
      let [full, tries] = [0, 0]
      for (; full < 20 && tries < 5_000; tries += 1) if ((await ask()) !== 200) full += 1
      expect([...statuses].toSorted()).toEqual([200, 503])
      // Reading needs no space.
      expect(await debtor.call('loan/order', { order_id: debtor.orderId })).toMatchObject({ code: '0' })
      giveBack()
      await expect.poll(ask).toBe(200)
      const { rows } = await pool.query<{ id: string }>('SELECT request_id AS id FROM repay_request')
      expect(done.filter((id) => !rows.some((row) => row.id === id))).toEqual([])
      expect(await inTransaction(pool, (tx) => verifyBooks(tx, debtor))).toMatchObject({ isIntact: true })
      tellFigure(
        'faults',
        'disk of PostgreSQL full',
        `${full} of ${tries} calls answered 503, never 500, ${done.length} acknowledged, 0 lost, served again`,
      )
      await services.jobs.stop()
    } finally {
      await pool.end()
      await removeAll([postgres])
    }
  })
})
