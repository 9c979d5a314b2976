import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { openSession } from '../server/src/person/account/session.ts'
import { insertAccount } from '../server/src/person/account/store.ts'
import { systemRandom } from '../server/src/platform/clock.ts'
import { inTransaction } from '../server/src/platform/db/transaction.ts'
import { imageLimits } from '../server/src/person/identity/images.ts'
import { hugePng, hugeWebp, jpegOfManyScans, noisyPhoto } from '../server/src/person/identity/test-hostile-images.ts'
import { buildIfStale } from '../tools/web-build.ts'
import type { Attack, AttackResult } from './upload-attack.ts'
import { startServer } from './server.ts'

// npm run bench:uploads   two attacks by uploads on a real server, and what everybody else notices of them

/** The budget: nobody else waits longer, whatever one account sends. */
const slowestMaxMs = 1000
const askEveryMs = 100
const hostileForMs = 15_000
const quietForMs = 5_000
const othersCount = 5

await buildIfStale('web')
const server = await startServer('whole')
const { url, pid } = server
const { services, close } = await server.openServices()

type Account = { readonly userId: string; readonly token: string }

const newAccount = async (): Promise<Account> => {
  const userId = systemRandom.uuid()
  const { token } = await inTransaction(services.pool, async (tx) => {
    await insertAccount(tx, { userId, createdAt: services.clock.now() })
    return openSession(tx, services, userId)
  })
  return { userId, token }
}

const newAccounts = async (count: number): Promise<Account[]> => {
  const accounts: Account[] = []
  while (accounts.length < count) accounts.push(await newAccount())
  return accounts
}

/** The body of an upload behind its id. */
const bodyOf = (image: Buffer): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      kind: 'id_front',
      image_base64: image.toString('base64'),
      consent_version: biometricConsent.version,
    }).slice(1),
  )

/** Resident memory of a process in mebibytes; none when it has ended. */
const memoryOf = (id: number | string): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** The process that decodes, if it runs. */
const decoderOf = (id: number): string | undefined =>
  readFileSync(`/proc/${id}/task/${id}/children`, 'utf8')
    .split(' ')
    .find((child) => {
      try {
        return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('image-process')
      } catch {
        return false
      }
    })

const others = await newAccounts(othersCount)

type Asked = { readonly slowestMs: number; readonly statuses: Record<string, number> }

/** Asks every tenth of a second, without waiting for the answers before, until the signal says that it is enough. */
const keepAsking = async (ask: (at: number) => Promise<Response>, enough: AbortSignal): Promise<Asked> => {
  const asked: Promise<{ tookMs: number; status: number }>[] = []
  for (let at = 0; !enough.aborted; at += 1) {
    const startedAt = performance.now()
    asked.push(
      ask(at).then(async (answer) => {
        await answer.arrayBuffer()
        return { tookMs: performance.now() - startedAt, status: answer.status }
      }),
    )
    await wait(askEveryMs)
  }
  const answers = await Promise.all(asked)
  const statuses: Record<string, number> = {}
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
  return { slowestMs: Math.max(...answers.map(({ tookMs }) => tookMs)), statuses }
}

const askPage = (): Promise<Response> => fetch(`${url}/`)
const askHome = (at: number): Promise<Response> =>
  fetch(`${url}/api/app/home`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token: others[at % others.length]?.token ?? '' },
    body: '{}',
  })

const runAttack = async (attack: Attack): Promise<AttackResult> => {
  const worker = new Worker(new URL('upload-attack.ts', import.meta.url), { workerData: attack })
  const [result] = await Promise.race([
    once(worker, 'message'),
    once(worker, 'error').then(([error]) => Promise.reject(error)),
  ])
  return result as AttackResult
}

const show = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')

/** Everybody else asks before, during and shortly after the attack; without one, what they would notice anyway. */
const measure = async (name: string, attack: Attack | undefined): Promise<boolean> => {
  const memoryBefore = memoryOf(pid)
  let memoryMost = memoryBefore
  let decoderMost = 0
  const enough = new AbortController()
  const watching = (async () => {
    while (!enough.signal.aborted) {
      memoryMost = Math.max(memoryMost, memoryOf(pid))
      decoderMost = Math.max(decoderMost, memoryOf(decoderOf(pid) ?? 0))
      await wait(askEveryMs)
    }
  })()
  const asking = [keepAsking(askPage, enough.signal), keepAsking(askHome, enough.signal)] as const
  await wait(500)
  const result = attack === undefined ? {} : await runAttack(attack)
  await wait(attack === undefined ? quietForMs : 500)
  enough.abort()
  const [page, home] = await Promise.all(asking)
  await watching
  console.log(`${name}: ${show(result)}`)
  console.log(`  GET /     slowest ${Math.round(page.slowestMs)} ms  (${show(page.statuses)})`)
  console.log(`  app/home  slowest ${Math.round(home.slowestMs)} ms  (${show(home.statuses)})`)
  console.log(
    `  memory    +${Math.round(memoryMost - memoryBefore)} MB in the server, ${Math.round(decoderMost)} MB in the process that decodes`,
  )
  const statuses = [result, page.statuses, home.statuses].flatMap((counts) => Object.keys(counts))
  const isAnswered = statuses.every((status) => Number(status) < 500)
  if (!isAnswered) console.log('  FAILED: an error of the server, or a broken connection')
  const isQuick = Math.max(page.slowestMs, home.slowestMs) <= slowestMaxMs
  if (!isQuick) console.log(`  FAILED: somebody waited longer than ${slowestMaxMs} ms`)
  return isAnswered && isQuick
}

try {
  // The models that read a photo are loaded with the first one; that is not what is measured.
  const [first] = await newAccounts(1)
  const warmUp: Attack = {
    url,
    atOnce: 1,
    shots: [{ token: first?.token ?? '', body: 0 }],
    bodies: [bodyOf(await noisyPhoto(1600, 1000))],
    forMs: 60_000,
  }
  await runAttack(warmUp)
  for (let read = 0; read === 0; await wait(askEveryMs))
    read = (await services.pool.query('SELECT FROM photo WHERE sealed_reading IS NOT NULL')).rowCount ?? 0

  await measure('nobody attacks', undefined)

  /** Nobody may send many a day, so there are many of them, each with a few. */
  const sendHostile = async (name: string, files: readonly Buffer[]): Promise<boolean> => {
    const attackers = await newAccounts(200)
    const shots = Array.from({ length: attackers.length * 15 }, (_, at) => ({
      token: attackers[at % attackers.length]?.token ?? '',
      body: at % files.length,
    }))
    console.log(`files of ${files.map((file) => `${Math.ceil(file.length / 1000)} kB`).join(', ')}`)
    return measure(name, { url, atOnce: 4, shots, bodies: files.map(bodyOf), forMs: hostileForMs })
  }
  const areScansHarmless = await sendHostile('four JPEGs of 2,646 scans at once', [jpegOfManyScans(2646)])
  // What is accepted, and costs as much as a file can that is.
  const dearest = [jpegOfManyScans(imageLimits.jpegScans), await hugePng(), await hugeWebp()]
  const areDearestHarmless = await sendHostile('four of the dearest accepted files at once', dearest)

  const photo = await noisyPhoto(2800, 2400)
  console.log(`photos of ${(photo.length / 1e6).toFixed(1)} MB`)
  const [greedy] = await newAccounts(1)
  const isCrowdHarmless = await measure('100 photos of one account at once', {
    url,
    atOnce: 100,
    shots: Array.from({ length: 100 }, () => ({ token: greedy?.token ?? '', body: 0 })),
    bodies: [bodyOf(photo)],
    forMs: 60_000,
  })
  if (!areScansHarmless || !areDearestHarmless || !isCrowdHarmless) process.exitCode = 1
} finally {
  await close()
  await server.stop()
}
