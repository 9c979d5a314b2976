import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { someOf } from '@hola/core/test-proof.ts'
import { describe, expect, test } from 'vitest'
import { startWorkers } from '../../app.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { bcraBureau } from '../../providers/bureau/bcra.ts'
import { debts, entity, startBcra } from '../../providers/bureau/test-bcra.ts'
import type { BcraReply } from '../../providers/bureau/test-bcra.ts'
import { applyInfo, newDni, openReviewServer } from './test-review.ts'

// The product as it runs: the real queue and its workers, the clock of the sandbox, the real adapter of the registry.
const { pool } = await testDatabase()
const real = new Date()
const bcra = await startBcra()
const bureau = bcraBureau(bcra, {
  limits: { attempts: 2, pauseMs: 1, pauseMaxMs: 10, attemptLimitMs: 2_000, apartMs: 0 },
})
const { app, services, submitted, logged, decisions } = await openReviewServer(pool, { now: () => real, bureau })
await startWorkers(services)

const move = (advanceMs: number) =>
  app.inject({ method: 'POST', url: '/sandbox/api/clock', payload: { advance_ms: advanceMs } })
const cuilOf = (dni: string): string => suggestCuil(dni, 'f') ?? ''

test('the clock of the sandbox moved by two minutes decides', async () => {
  const dni = newDni()
  bcra.willReply({ Deudas: [debts(cuilOf(dni), ['202609', entity(1, 100)])] })
  const person = await submitted({ dni })
  expect((await applyInfo(person)).application.state).toBe('in_review')
  await move(120_000)
  await expect.poll(async () => (await applyInfo(person)).application.state).toBe('approved')
})

test('two servers beside each other decide it once', async () => {
  const dni = newDni()
  bcra.willReply({ Deudas: [debts(cuilOf(dni), ['202609', entity(1, 100)])] })
  const second = await openReviewServer(pool, { now: () => real, bureau })
  await startWorkers(second.services)
  const person = await submitted({ dni })
  await move(120_000)
  await expect.poll(async () => (await applyInfo(person)).application.state).toBe('approved')
  expect(await decisions(person)).toHaveLength(1)
})

describe('hostile answers of the registry leave the application waiting, never approved', () => {
  const answers: [string, BcraReply][] = [
    ['500', { status: 500 }],
    ['silence', 'silence'],
    ['garbage', { status: 200, text: '<html>' }],
    ['somebody else', debts('20123456786', ['202609', entity(1, 1)])],
    ['no end', 'no end'],
  ]
  test.each(someOf('hostile answers of the registry', answers, 1))(
    'an answer of the registry: %s',
    async (_, reply) => {
      const dni = newDni()
      bcra.willReply({ Deudas: [reply] })
      const person = await submitted({ dni })
      await move(120_000)
      await expect.poll(async () => (await applyInfo(person)).review_stage).toBe('waiting_for_bureau')
      expect(await decisions(person)).toEqual([])

      bcra.willReply({ Deudas: [debts(cuilOf(dni), ['2026-09', entity(2, 100)])] })
      await move(5 * 60_000)
      await expect.poll(async () => (await applyInfo(person)).application.state).toBe('approved')
      expect(logged.join('')).not.toContain(dni)
    },
  )

  test('400: a person looks', async () => {
    bcra.willReply({ Deudas: [{ status: 400 }] })
    const person = await submitted()
    await move(120_000)
    await expect.poll(async () => (await applyInfo(person)).review_stage).toBe('with_a_person')
  })
})
