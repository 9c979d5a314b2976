import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyEvidence } from '../../lending/agreement/agreements.ts'
import { PRIVACY_VERSION, TERMS_VERSION } from '../../person/account/agreed-texts.ts'
import { insertApplication } from '../../person/application/store.ts'
import { giveConsent } from '../../person/consent/consents.ts'
import { consentKinds } from '../../person/consent/kinds.ts'
import { insertAccount } from '../../person/account/store.ts'
import { openDescriptor } from '../../person/identity/face-seal.ts'
import { judge } from '../../person/identity/judge.ts'
import { leaveTrace } from '../../person/identity/reuse.ts'
import { syntheticFaces } from '../../person/identity/test-faces.ts'
import { systemRandom } from '../../platform/clock.ts'
import { emptyTestDatabase } from '../../platform/db/test-database.ts'
import { restoreDumpFile } from '../../platform/db/test-dump-file.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { refreshKeyring } from '../../platform/sealed/field-keys.ts'
import { createSealer } from '../../platform/sealed/sealer.ts'
import { filesFolder, openDiskStore } from '../../providers/files/disk.ts'
import { openTestServer, testSettings } from '../http/test-server.ts'
import { rememberSecrets } from '../preflight/known-secrets.ts'
import { RekeyProblem, rekey } from './rekey.ts'
import type { RekeyMeans } from './rekey.ts'

const dumpFile = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'dump-1.json.gz')
const dataDir = mkdtempSync(join(tmpdir(), 'hola-rekey-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const { pool } = await emptyTestDatabase()
const first = testSettings.secrets
const draw = () => systemRandom.bytes(32)
const second = { ...first, fieldKey: draw(), oldFieldKeys: [first.fieldKey] }
const store = openDiskStore(filesFolder(dataDir))
let now: Date

/** A server of some settings, without waiting for its watch on the keys. */
const open = async (secrets: typeof first) => {
  const { app, services } = await openTestServer(pool, { clock: { now: () => now }, settings: { dataDir, secrets } })
  const call = async (path: string, payload: object, remoteAddress = '203.0.113.9') => {
    const answer = await app.inject({ method: 'POST', url: `/api/${path}`, payload, remoteAddress })
    return { status: answer.statusCode, ...answer.json<{ code: string; ret: Record<string, unknown> }>() }
  }
  const learn = () => inTransaction(pool, (tx) => refreshKeyring(tx, services.keyring))
  const askCode = async (phone: string): Promise<string> => {
    const asked = await call('user/get_code', { phone, purpose: 'login' })
    expect(asked.code).toBe('0')
    const sent = await app.inject({ method: 'GET', url: '/sandbox/api/messages' })
    const { messages } = sent.json<{ ret: { messages: { code: string | null; recipient: string }[] } }>().ret
    return messages.find(({ recipient }) => recipient.replace(/\D/g, '').endsWith(phone.slice(-8)))?.code ?? ''
  }
  const logIn = (phone: string, code: string) =>
    call('user/login', {
      channel: 'phone',
      phone,
      code,
      privacy_version: PRIVACY_VERSION,
      terms_version: TERMS_VERSION,
    })
  return { app, services, learn, askCode, logIn }
}
type Opened = Awaited<ReturnType<typeof open>>

const run = (more: Partial<RekeyMeans> = {}) =>
  rekey({ pool, secrets: second, random: systemRandom, store, learntWithinMs: 0, ...more })

let old: Opened
let both: Opened
/** Has both keys, and does not hear that the new one has begun. */
let stale: Opened
/** The same; hears of it in the middle of a verdict. */
let judging: Opened

beforeAll(async () => {
  const { madeAt } = await restoreDumpFile(dumpFile, { pool, filesFolder: filesFolder(dataDir) })
  now = new Date(madeAt.getTime() + 3_600_000)
  await rememberSecrets(pool, first, systemRandom)
  old = await open(first)
  both = await open(second)
  stale = await open(second)
  judging = await open(second)
})

const { face, near } = syntheticFaces(16)
const shared = face()
/** Somebody who leaves nearly the same face under a DNI of her own. */
const leaveFace = async ({ services }: Opened, dni: string): Promise<void> => {
  const userId = systemRandom.uuid()
  await inTransaction(pool, async (tx) => {
    await insertAccount(tx, { userId, createdAt: now })
    await insertApplication(tx, userId, now)
    const dniIndex = services.sealer.blindIndex(dni, 'dni')
    await leaveTrace(tx, services, { userId, dniIndex, imageIndexes: [], descriptor: near(shared, 0.1) })
  })
}
const facesNear = ({ services }: Opened): Promise<string[]> => services.identity.faces.search(shared, 0.45)
const everybodysFaces = async (): Promise<number> =>
  (await pool.query('SELECT FROM identity_trace WHERE face_id IS NOT NULL')).rowCount ?? 0

const phones = ['+5491155550001', '+5491155550002', '+5491155550003']
const accountsOf = async (phone: string): Promise<string[]> => {
  const index = both.services.sealer.blindIndex(phone, 'login phone')
  const { rows } = await pool.query<{ user_id: string }>(
    'SELECT user_id FROM login_address WHERE address_index = ANY($1)',
    [index.versions],
  )
  return rows.map(({ user_id }) => user_id)
}

describe('before it begins', () => {
  test('a server with both keys goes on sealing with the old one', async () => {
    const code = await both.askCode(phones[0] ?? '')
    expect(await both.logIn(phones[0] ?? '', code)).toMatchObject({ code: '0', ret: { is_new: true } })
    const { rows } = await pool.query<{ ids: number }>(
      'SELECT DISTINCT get_byte(sealed_address, 0) AS ids FROM login_address',
    )
    expect(rows).toEqual([{ ids: 1 }])
  })

  test.each([
    ['an old key that is mistyped', { ...second, oldFieldKeys: [draw()] }, 'FIELD_KEY is not the one'],
    ['no old key', { ...second, oldFieldKeys: [] }, 'FIELD_KEY is not the one'],
  ])('with %s nothing happens', async (_, secrets, words) => {
    await expect(run({ secrets })).rejects.toThrow(words)
    expect((await pool.query('SELECT FROM field_key')).rowCount).toBe(1)
  })

  test("everybody's face is in the memory of a process that reads photographs", async () => {
    await leaveFace(both, '20111111')
    expect(await facesNear(both)).toHaveLength(1)
    expect(both.services.identity.faces.size()).toBe(await everybodysFaces())
  })

  test('with the old key alone there is nothing to seal anew, and the search finds all of it', async () => {
    expect(await run({ secrets: first })).toMatchObject({ resealedRows: 0, resealedFiles: 0, found: { left: {} } })
  })

  test('a login that owns nothing is told so', async () => {
    const asApp = Object.assign(Object.create(pool), {
      connect: async () => {
        const one = await pool.connect()
        await one.query('SET ROLE hola_app')
        return one
      },
    })
    await expect(run({ pool: asApp })).rejects.toThrow('use that of the owner of the tables')
  })
})

describe('while it runs', () => {
  test('broken off in the middle it leaves every row readable', async () => {
    const stopping = new AbortController()
    const stopped = run({ signal: stopping.signal, onProgress: ({ done }) => done > 0 && stopping.abort() })
    await expect(stopped).rejects.toThrow()
    const { rows } = await pool.query<{ key_id: number }>('SELECT key_id FROM field_key ORDER BY 1')
    expect(rows.map(({ key_id }) => key_id)).toEqual([1, 2])
    const { rows: kept } = await pool.query<{ user_id: string }>('SELECT user_id FROM login_address')
    for (const { user_id } of kept)
      await inTransaction(pool, (tx) => verifyEvidence(tx, both.services, user_id)).then((check) =>
        expect(check).toMatchObject({ isIntact: true }),
      )
  })

  test('a server with only the old key makes nobody a second account', async () => {
    const phone = phones[1] ?? ''
    await both.learn()
    const code = await both.askCode(phone)
    expect(await both.logIn(phone, code)).toMatchObject({ ret: { is_new: true } })
    now = new Date(now.getTime() + 120_000)
    const again = await old.askCode(phone).catch(() => '')
    expect((await old.logIn(phone, again)).status).not.toBe(200)
    expect(await accountsOf(phone)).toHaveLength(1)
    await expect(old.learn()).rejects.toThrow('FIELD_KEY is an older key')
  })

  test('two servers, of which one has not heard of the new key, make one account of a phone', async () => {
    const phone = phones[2] ?? ''
    const code = await both.askCode(phone)
    const answers = await Promise.all([both.logIn(phone, code), stale.logIn(phone, code)])
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1)
    expect(await accountsOf(phone)).toHaveLength(1)
  })

  test('a face is found among faces of both keys, whether a process has heard or not', async () => {
    await leaveFace(stale, '20222222')
    await leaveFace(both, '20333333')
    const { rows } = await pool.query<{ ids: number }>(
      'SELECT DISTINCT get_byte(sealed_descriptor, 0) AS ids FROM identity_trace WHERE sealed_descriptor IS NOT NULL ORDER BY 1',
    )
    expect(rows).toEqual([{ ids: 1 }, { ids: 2 }])
    for (const process of [both, stale]) {
      expect(await facesNear(process)).toHaveLength(3)
      expect(process.services.identity.faces.size()).toBe(await everybodysFaces())
    }
  })

  test('a verdict is made also when the key changes in the middle of it', async () => {
    const { rows } = await pool.query<{ userId: string }>(
      `SELECT user_id AS "userId" FROM identity_verdict JOIN photo USING (user_id) WHERE sealed_reading IS NOT NULL LIMIT 1`,
    )
    const [{ userId } = { userId: '' }] = rows
    await pool.query('DELETE FROM identity_verdict WHERE user_id = $1', [userId])
    const { services } = judging
    const agreed = { kind: 'biometric', version: consentKinds.biometric.textVersion } as const
    await inTransaction(pool, (tx) => giveConsent(tx, services, userId, agreed))
    const { identity, keyring, settings } = services
    const search: typeof identity.faces.search = async (...sought) => {
      expect(keyring.current()).toBe(1)
      await judging.learn()
      expect(keyring.current()).toBe(2)
      return identity.faces.search(...sought)
    }
    const inProduction = { ...settings, mode: 'production' as const }
    await judge(
      { ...services, settings: inProduction, identity: { ...identity, faces: { ...identity.faces, search } } },
      userId,
    )
    expect((await pool.query('SELECT FROM identity_verdict WHERE user_id = $1', [userId])).rowCount).toBe(1)
  })

  test('a code that was sent under the old key is right under the new one', async () => {
    now = new Date(now.getTime() + 4_000_000)
    const code = await stale.askCode(phones[0] ?? '')
    expect(await both.logIn(phones[0] ?? '', code)).toMatchObject({ code: '0', ret: { is_new: false } })
  })

  test('two at once do it together, and everything of the old key is gone', async () => {
    const [one, two] = await Promise.all([run(), run()])
    expect(one.found.left).toEqual({})
    expect(two.found.left).toEqual({})
    expect(one.resealedRows + two.resealedRows).toBeGreaterThan(0)
    expect(one.resealedFiles + two.resealedFiles).toBeGreaterThan(0)
    expect(one.found.files).toBeGreaterThan(0)
    expect((await pool.query('SELECT key_id FROM field_key')).rows).toEqual([{ key_id: 2 }])
  })
})

describe('with the old key thrown away', () => {
  let alone: Opened
  beforeAll(async () => {
    alone = await open({ codePepper: first.codePepper, fieldKey: second.fieldKey })
  })

  test('whoever had an account has the same one, and a new phone is new', async () => {
    const [phone = ''] = phones
    const [userId] = await accountsOf(phone)
    now = new Date(now.getTime() + 4_000_000)
    const code = await alone.askCode(phone)
    expect(await alone.logIn(phone, code)).toMatchObject({ ret: { is_new: false, user_id: userId } })
  })

  test('faces are found as before, by a process that went on and by one that is new', async () => {
    const found = await facesNear(both)
    expect(found).toHaveLength(3)
    expect((await facesNear(alone)).toSorted()).toEqual(found.toSorted())
    await leaveFace(alone, '20444444')
    for (const process of [both, alone]) {
      expect(await facesNear(process)).toHaveLength(4)
      expect(process.services.identity.faces.size()).toBe(await everybodysFaces())
    }
    const { rows } = await pool.query<{ userId: string; sealed: Buffer }>(
      'SELECT user_id AS "userId", sealed_descriptor AS sealed FROM identity_trace WHERE sealed_descriptor IS NOT NULL',
    )
    for (const { userId, sealed } of rows)
      expect(openDescriptor(alone.services.sealer, userId, sealed)).toHaveLength(128)
  })

  test('every proof of a signature is whole, and every photograph opens', async () => {
    const { rows } = await pool.query<{ user_id: string }>('SELECT DISTINCT user_id FROM signature_evidence')
    expect(rows.length).toBeGreaterThan(0)
    for (const { user_id } of rows)
      expect(await inTransaction(pool, (tx) => verifyEvidence(tx, alone.services, user_id))).toMatchObject({
        isIntact: true,
      })
    const { rows: photos } = await pool.query<{ file_name: string }>(
      'SELECT file_name FROM photo WHERE file_name IS NOT NULL',
    )
    for (const { file_name } of photos) expect((await alone.services.files.get(file_name)).length).toBeGreaterThan(0)
  })

  test('a DNI, a form and an agreement are found again by their index', async () => {
    const { rows } = await pool.query<{ direct: number; all: number }>(
      `SELECT count(*) FILTER (WHERE octet_length(dni_index) = 33)::int AS direct, count(*)::int AS all FROM identity_trace
        WHERE user_id IN (SELECT user_id FROM application_step)`,
    )
    expect(rows[0]?.direct).toBe(rows[0]?.all)
    const { rows: agreements } = await pool.query<{ direct: number }>(
      `SELECT count(*) FILTER (WHERE octet_length(facts_index) = 33)::int AS direct FROM agreement`,
    )
    expect(agreements[0]?.direct).toBeGreaterThan(0)
  })

  test('a value that still is of the old key is found by the search, and the key is not forgotten', async () => {
    const sealer = createSealer(first.fieldKey, systemRandom)
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM sandbox_message LIMIT 1')
    const [{ id } = { id: '' }] = rows
    const data = { table: 'sandbox_message', column: 'sealed_message', row: [id] }
    await pool.query('UPDATE sandbox_message SET sealed_message = $1 WHERE id = $2', [sealer.seal('{}', data), id])
    await expect(run({ secrets: { fieldKey: second.fieldKey } })).rejects.toThrow(RekeyProblem)
    await pool.query('DELETE FROM sandbox_message WHERE id = $1', [id])
    expect((await run({ secrets: { fieldKey: second.fieldKey } })).found.left).toEqual({})
  })

  test('it can be replaced once more', async () => {
    const third = { ...first, fieldKey: draw(), oldFieldKeys: [second.fieldKey] }
    const done = await run({ secrets: third })
    expect(done.found.left).toEqual({})
    expect((await pool.query('SELECT key_id FROM field_key')).rows).toEqual([{ key_id: 3 }])
  })
})
