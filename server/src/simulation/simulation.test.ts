import { describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../db/test-database.ts'
import { openTestServer } from '../http/test-server.ts'
import { simulate } from './simulate.ts'

// About a minute when nothing else runs; far more on a machine that is busy.
vi.setConfig({ testTimeout: 900_000 })

const openBook = async () => {
  const { pool } = await testDatabase()
  return (await openTestServer(pool)).services
}
const [book, ...smallBooks] = [await openBook(), await openBook(), await openBook(), await openBook()] as const

describe('a book of loans in virtual time, on rails that fail and in a process that dies', () => {
  test('2,000 borrowers over two years: after every step each rule of the books holds', async () => {
    const seed = process.env['SIMULATION_SEED'] ?? 'hola'
    console.log(`SIMULATION_SEED=${seed} repeats this`)
    const startedAt = performance.now()
    const { counts, totals } = await simulate(book, { seed, borrowers: 2_000, days: 730 })
    console.log(
      `${Math.round((performance.now() - startedAt) / 1000)} s ${JSON.stringify({ counts, totals }, null, 1)}`,
    )
    // A book in which little happens would prove little.
    expect(counts['borrowers']).toBe(2_000)
    for (const [what, least] of [
      ['loans', 1_900],
      ['payments', 2_000],
      ['deaths', 1_000],
      ['providers down', 300],
      ['payouts failed', 100],
      ['accounts corrected', 50],
      ['reversals', 50],
      ['refunds', 50],
      ['extensions', 50],
      ['placed by hand', 20],
      ['paid twice', 20],
      ['wrong amounts', 50],
    ] as const)
      expect([what, (counts[what] ?? 0) >= least]).toEqual([what, true])
  })

  test('the same seed is the same book to the last hash, another seed is another', async () => {
    const digests: string[] = []
    for (const [index, services] of smallBooks.entries()) {
      const report = await simulate(services, { seed: `seed ${Math.min(index, 1)}`, borrowers: 25, days: 240 })
      digests.push(report.digest)
    }
    expect(digests[1]).toBe(digests[2])
    expect(digests[0]).not.toBe(digests[1])
  })
})
