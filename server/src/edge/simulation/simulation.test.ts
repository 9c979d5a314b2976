import { isProof, tellFigure, tellProof } from '@hola/core/test-proof.ts'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { openTestServer } from '../http/test-server.ts'
import { jobHandlers } from '../../job-handlers.ts'
import { simulate } from './simulate.ts'

// `npm run simulate` plays larger books.
const WHOLE_BOOK = 400
const BORROWERS = isProof ? WHOLE_BOOK : 12

const openBook = async () => {
  const { pool } = await testDatabase()
  return (await openTestServer(pool)).services
}
const [book, ...smallBooks] = [await openBook(), await openBook(), await openBook(), await openBook()] as const

describe('a book of loans in virtual time, on rails that fail and in a process that dies', () => {
  test('two years: after every step each rule of the books holds', async () => {
    const seed = process.env['SIMULATION_SEED'] ?? 'hola'
    console.log(`SIMULATION_SEED=${seed} repeats this`)
    const startedAt = performance.now()
    const { counts, totals } = await simulate(book, jobHandlers, { seed, borrowers: BORROWERS, days: 730 })
    console.log(
      `${Math.round((performance.now() - startedAt) / 1000)} s ${JSON.stringify({ counts, totals }, null, 1)}`,
    )
    const told = ['loans', 'payments', 'deaths', 'providers down', 'reversals', 'refunds', 'write-offs']
    tellFigure(
      'loan book',
      `two years of ${BORROWERS} borrowers, every rule after every step`,
      told.map((what) => `${counts[what] ?? 0} ${what}`).join(', '),
    )
    tellProof('borrowers of the loan book', BORROWERS, WHOLE_BOOK)
    // A book in which little happens would prove little. In a small one chance may halve what is rare.
    const share = (isProof ? 1 : 1 / 2) * (BORROWERS / 2_000)
    expect(counts['borrowers']).toBe(BORROWERS)
    // So many among two thousand borrowers.
    for (const [what, least] of [
      ['loans', 1_900],
      ['payments', 1_900],
      ['deaths', 800],
      ['providers down', 400],
      ['payouts failed', 100],
      ['accounts corrected', 80],
      ['reversals', 80],
      ['refunds', 20],
      ['refunds by the provider', 20],
      ['waivers', 40],
      ['plans', 60],
      ['plans kept', 15],
      ['plans not kept', 15],
      ['write-offs', 60],
      ['un-placed', 10],
      ['transfers reversed', 10],
      ['loans counted again by the clerk', 300],
      ['extensions', 100],
      ['placed by hand', 60],
      ['paid twice', 60],
      ['wrong amounts', 100],
      ['fee coupons', 300],
      ['withdrawn under way', 80],
      ['looked back on a withdrawal: lapsed', 150],
    ] as const)
      expect([what, (counts[what] ?? 0) >= Math.floor(least * share)]).toEqual([what, true])
  })

  test('the same seed is the same book to the last hash in any order; another seed is another', async () => {
    const digests: string[] = []
    for (const [index, services] of smallBooks.entries()) {
      const seed = `seed ${Math.min(index, 1)}`
      const report = await simulate(services, jobHandlers, { seed, borrowers: 5, days: 200, atOnce: 2 ** index })
      digests.push(report.digest)
    }
    expect(digests[1]).toBe(digests[2])
    expect(digests[0]).not.toBe(digests[1])
  })
})
