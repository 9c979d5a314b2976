import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { isProof } from '@hola/core/test-proof.ts'
import { systemRandom } from '../../platform/clock.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createSealer } from '../../platform/sealed/public.ts'
import { openFaceIndex } from './face-index.ts'
import type { FaceIndex } from './face-index.ts'
import { openDescriptor, sealDescriptor } from './face-seal.ts'
import { deleteGoneFaces, forgetFace, listFacesUnderAnotherDni, upsertTrace } from './face-store.ts'
import { faceDistance } from './faces.ts'
import type { Descriptor } from './faces.ts'
import { compareWithAll } from './reuse.ts'
import { syntheticFaces } from './test-faces.ts'

const { pool } = await testDatabase()
const sealer = createSealer(randomBytes(32), systemRandom)
const at = new Date('2026-11-16T15:00:00Z')
const distanceMax = 0.45
const { face, near } = syntheticFaces(11)

const opened: FaceIndex[] = []
/** As another process has it. */
const newIndex = (): FaceIndex => {
  const index = openFaceIndex({
    pool,
    sealer,
    onError: (error) => {
      throw error
    },
  })
  opened.push(index)
  return index
}
afterAll(() => opened.forEach((index) => index.close()))

type Someone = { readonly userId: string; readonly dniIndex: Buffer; readonly descriptor: Descriptor }

const newPerson = async (descriptor: Descriptor, dniIndex: Buffer = randomBytes(32)): Promise<Someone> => {
  const userId = randomUUID()
  await pool.query(
    `WITH made AS (INSERT INTO account (user_id, created_at) VALUES ($1, $2))
     SELECT FROM account`,
    [userId, at],
  )
  await pool.query(`INSERT INTO application (user_id, state, started_at) VALUES ($1, 'in_progress', $2)`, [userId, at])
  return { userId, dniIndex, descriptor }
}

const leave = ({ userId, dniIndex, descriptor }: Someone, meanwhile: () => Promise<void> = async () => {}) =>
  inTransaction(pool, async (tx) => {
    const face = { faceId: randomUUID(), sealedDescriptor: sealDescriptor(sealer, userId, descriptor) }
    await upsertTrace(tx, { userId, dniIndex, face, at })
    await meanwhile()
  })

const newFace = async (descriptor: Descriptor, dniIndex?: Buffer): Promise<Someone> => {
  const person = await newPerson(descriptor, dniIndex)
  await leave(person)
  return person
}

/** Who is found, as a verdict does it: what the index finds, compared exactly. */
const findWith = async (index: FaceIndex, { userId, dniIndex, descriptor }: Someone): Promise<string[]> => {
  const faceIds = await index.search(descriptor, distanceMax)
  const others = await inTransaction(pool, (tx) =>
    listFacesUnderAnotherDni(tx, { faceIds, userId, dniIndexes: [dniIndex] }),
  )
  return others
    .filter((one) => faceDistance(descriptor, openDescriptor(sealer, one.userId, one.sealedDescriptor)) <= distanceMax)
    .map((one) => one.userId)
}

/** Every order in which two can each take their steps. */
const interleavings = (first: number, second: number): (0 | 1)[][] => {
  if (first === 0 && second === 0) return [[]]
  const begin = (who: 0 | 1, rest: (0 | 1)[][]): (0 | 1)[][] => rest.map((order) => [who, ...order])
  return [
    ...(first > 0 ? begin(0, interleavings(first - 1, second)) : []),
    ...(second > 0 ? begin(1, interleavings(first, second - 1)) : []),
  ]
}

describe('two who leave the same face at the same moment', () => {
  const orders = interleavings(3, 3)
  test.each([
    ['and nobody else looks meanwhile', false],
    ['and others look between any two steps', true],
  ])('meet in every order of their steps, %s', async (_, isWatched) => {
    expect(orders).toHaveLength(20)
    const indexes = [newIndex(), newIndex()] as const
    await Promise.all(indexes.map((index) => index.refresh()))
    for (const order of orders) {
      const shared = face()
      const people = [await newPerson(shared), await newPerson(near(shared, 0.2))] as const
      const found: string[][] = [[], []]
      const steps = people.map((person, who) => {
        const written = Promise.withResolvers<void>()
        const mayCommit = Promise.withResolvers<void>()
        let committed: Promise<void>
        return [
          async () => {
            committed = leave(person, async () => {
              written.resolve()
              await mayCommit.promise
            })
            await written.promise
          },
          async () => {
            mayCommit.resolve()
            await committed
          },
          async () => {
            found[who] = await findWith(indexes[who as 0 | 1], person)
          },
        ]
      })
      for (const who of order) {
        if (isWatched) await Promise.all(indexes.map((index) => index.refresh()))
        await steps[who]?.shift()?.()
      }
      expect([found[0], found[1]], `in the order ${order.join('')}`).not.toEqual([[], []])
      for (const [who, others] of found.entries())
        expect(others.filter((userId) => userId !== people[1 - who]?.userId)).toEqual([])
      // What was read too early is not lost to whoever looks later.
      for (const index of indexes) expect(await findWith(index, people[0])).toEqual([people[1].userId])
    }
  })

  test('meet through one process too, whose readings are shared', async () => {
    const index = newIndex()
    const shared = face()
    const people = await Promise.all(Array.from({ length: 8 }, (_, place) => newPerson(near(shared, place / 100))))
    const found = await Promise.all(
      people.map(async (person) => {
        await leave(person)
        return findWith(index, person)
      }),
    )
    const met = new Set(
      found.flatMap((others, who) => others.map((other) => [people[who]?.userId, other].toSorted().join())),
    )
    expect(met.size).toBe(28)
  })
})

test('a search says what comparing with everybody says', async () => {
  const index = newIndex()
  const all = await Promise.all(Array.from({ length: isProof ? 1_000 : 150 }, () => newFace(face())))
  for (let count = 0; count < (isProof ? 400 : 60); count += 1) {
    const other = all[count % all.length]
    if (other === undefined) throw new Error('nobody')
    const isSamePerson = count % 10 === 0
    const person = await newFace(near(other.descriptor, (count % 20) / 20), isSamePerson ? other.dniIndex : undefined)
    const exact = await inTransaction(pool, (tx) => compareWithAll(tx, { sealer, distanceMax }, person.userId))
    expect((await findWith(index, person)).toSorted()).toEqual(exact.map(({ userId }) => userId).toSorted())
  }
})

describe('a face', () => {
  test('that was erased or replaced leaves the memory of every process', async () => {
    const indexes = [newIndex(), newIndex()] as const
    const [erased, replaced, stays] = [await newFace(face()), await newFace(face()), await newFace(face())]
    for (const index of indexes) await index.refresh()
    const before = indexes.map((index) => index.size())
    await inTransaction(pool, async (tx) => {
      await forgetFace(tx, { userId: erased.userId, at })
      await tx.query('DELETE FROM account WHERE user_id = $1', [erased.userId])
    })
    const renewed = { ...replaced, descriptor: face() }
    await leave(renewed)
    for (const [who, index] of indexes.entries()) {
      expect(await index.search(erased.descriptor, distanceMax)).toEqual([])
      expect(await index.search(replaced.descriptor, distanceMax)).toEqual([])
      expect(await index.search(renewed.descriptor, distanceMax)).toHaveLength(1)
      expect(await index.search(stays.descriptor, distanceMax)).toHaveLength(1)
      expect(index.size()).toBe((before[who] ?? 0) - 1)
    }
    await inTransaction(pool, (tx) => deleteGoneFaces(tx, new Date(at.getTime() + 1)))
    expect((await pool.query('SELECT FROM face_gone')).rowCount).toBe(0)
  })

  test('is read once, also when a long transaction holds up what is known to be complete', async () => {
    const index = newIndex()
    await index.refresh()
    const size = index.size()
    const late = await newPerson(face())
    const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const committed = leave(late, async () => {
      written.resolve()
      await mayCommit.promise
    })
    await written.promise
    for (let count = 1; count <= 5; count += 1) {
      await newFace(face())
      await index.refresh()
      expect(index.size()).toBe(size + count)
    }
    mayCommit.resolve()
    await committed
    expect(await index.search(late.descriptor, distanceMax)).toHaveLength(1)
    await index.refresh()
    expect(index.size()).toBe(size + 6)
  })

  test('that was restored from another PostgreSQL server is read once, and then left alone', async () => {
    const person = await newFace(face())
    await pool.query(`UPDATE identity_trace SET face_written_by = '900000000000' WHERE user_id = $1`, [person.userId])
    await pool.query(`INSERT INTO face_gone (face_id, written_by, gone_at) VALUES ($1, '900000000000', $2)`, [
      randomUUID(),
      at,
    ])
    const index = newIndex()
    expect(await index.search(person.descriptor, distanceMax)).toHaveLength(1)
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*) AS count FROM identity_trace WHERE face_written_by > pg_current_xact_id()`,
    )
    expect(rows[0]?.count).toBe(0)
    const [{ size }, before] = [index, index.size()]
    await index.refresh()
    expect(size()).toBe(before)
  })

  test('is found after a reading that failed, and no face is there twice', async () => {
    const person = await newFace(face())
    let failures = 3
    const index = openFaceIndex({
      pool: Object.assign(Object.create(pool) as typeof pool, {
        connect: async () => {
          if (failures-- > 0) throw new Error('no connection')
          return pool.connect()
        },
      }),
      sealer,
      onError: () => {},
    })
    opened.push(index)
    for (let count = 0; count < 3; count += 1) await expect(index.refresh()).rejects.toThrow('no connection')
    expect(await index.search(person.descriptor, distanceMax)).toHaveLength(1)
    const { rows } = await pool.query<{ count: number }>(
      'SELECT count(*) AS count FROM identity_trace WHERE face_id IS NOT NULL',
    )
    expect(index.size()).toBe(rows[0]?.count)
  })
})
