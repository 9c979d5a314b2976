import { setTimeout as wait } from 'node:timers/promises'
import { isProof, tellFigure, tellProof } from '@hola/core/test-proof.ts'
import { describe, expect, test } from 'vitest'
import { PER_NETWORK_MAX } from '../../person/account/limits.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { countCodes, serverProcesses } from '../http/test-process.ts'
import type { ProcessAnswer } from '../http/test-process.ts'
import { openTestServer } from '../http/test-server.ts'
import type { Member } from './test-fleet.ts'
import { startFleet } from './test-fleet.ts'
import { proxyName } from './test-proxy.ts'
import { openTraffic, timesInWords } from './test-traffic.ts'
import { countJobs, countUnheardPayouts, expectWholeBook, openJobs } from './test-whole-book.ts'

const BORROWERS_AT_ONCE = isProof ? 32 : 4
const REQUESTS_FOR_CODES = 60
const KILLS_IN_PROOF = 50
const KILLS = isProof ? KILLS_IN_PROOF : 3
/** A process that was started again is left alone for at most so long. */
const UNHARMED_MS = 1_500
const ASKED_AGAIN_AFTER_MS = 121_000
const LOOK_MS = 5
const LOOKS_MAX = 400

const { connectionString, pool } = await testDatabase()
const { secrets, start } = await serverProcesses(connectionString)
// Makes what is no call of a borrower, and reads what is kept in the end.
const witness = await openTestServer(pool, { settings: { secrets } })

describe('four web and two jobs processes behind a proxy', async () => {
  const fleet = await startFleet(start)

  test('a limit is counted over all of them: twenty codes for one network, whoever is asked', async () => {
    const answers = await Promise.all(
      Array.from({ length: REQUESTS_FOR_CODES }, async (_, at) => {
        const answer = await fetch(`${fleet.url}/api/user/get_code`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.7' },
          body: JSON.stringify({ purpose: 'login', phone: `+5491166${String(at).padStart(6, '0')}` }),
        })
        return (await answer.json()) as ProcessAnswer
      }),
    )
    expect(countCodes(answers)).toEqual({ 0: PER_NETWORK_MAX, 429: REQUESTS_FOR_CODES - PER_NETWORK_MAX })
    tellFigure(
      'load',
      `${REQUESTS_FOR_CODES} requests for codes at once from one network, over the fleet`,
      `${PER_NETWORK_MAX} sent`,
    )
  })

  test('every process is restarted under load: no request fails, nothing happens twice', async () => {
    const traffic = openTraffic(witness, { url: fleet.url, isPatient: false, firstNumber: 0 })
    const startedAt = performance.now()
    const end = traffic.begin(BORROWERS_AT_ONCE)
    await expect.poll(() => traffic.lives.length + traffic.failures.length).toBeGreaterThan(0)
    const members = [...fleet.web, ...fleet.jobs]
    const exitCodes = new Set<number | null>()
    for (const member of members) if (traffic.failures.length === 0) exitCodes.add(await member.restart())
    await end()
    const seconds = (performance.now() - startedAt) / 1000

    expect(traffic.failures).toEqual([])
    expect(exitCodes).toEqual(new Set([0]))
    await expectWholeBook(witness, traffic.lives)
    tellFigure(
      'load',
      `four web and two jobs processes behind ${proxyName}, ${BORROWERS_AT_ONCE} borrowers at once`,
      `${Math.round(traffic.callCount() / seconds)} calls a second, ${traffic.callCount()} calls in ` +
        `${Math.round(seconds)} s, ${traffic.lives.length} loans from the log-in to cleared`,
    )
    tellFigure(
      'load',
      'restarted under load',
      `${members.length} processes, ${traffic.failures.length} failed requests`,
    )
    for (const [call, words] of timesInWords(traffic)) tellFigure('load', call, words)
  })

  /** A payout whose answer died with its process is asked about two minutes later: nobody waits for that here. */
  const moveClock = async (): Promise<void> => {
    await fetch(`${fleet.url}/sandbox/api/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_ms: ASKED_AGAIN_AFTER_MS }),
    })
    await witness.services.sandboxClock?.refresh()
  }

  test('killed again and again under load: no acknowledged write is lost, nothing happens twice', async () => {
    const traffic = openTraffic(witness, { url: fleet.url, isPatient: true, firstNumber: 1_000_000 })
    const end = traffic.begin(BORROWERS_AT_ONCE)
    await expect.poll(() => traffic.lives.length + traffic.failures.length).toBeGreaterThan(0)
    const killInTurn = async (members: readonly Member[], isBusy: () => Promise<boolean>): Promise<void> => {
      for (let kills = 0; kills < KILLS && traffic.failures.length === 0; kills += 1) {
        await wait(Math.random() * UNHARMED_MS)
        for (let looks = 0; looks < LOOKS_MAX && !(await isBusy()); looks += 1) await wait(LOOK_MS)
        await members[kills % members.length]?.killAndStart()
      }
    }
    // In the middle of a job, when there is one; a web process always answers somebody.
    const isAnyJobActive = async () => (await countJobs(witness, `state = 'active'`)) > 0
    await Promise.all([killInTurn(fleet.jobs, isAnyJobActive), killInTurn(fleet.web, async () => true)])
    let isEnded = false
    const ending = end().finally(() => (isEnded = true))
    while (!isEnded) {
      await Promise.race([ending, wait(UNHARMED_MS)])
      // Not while anybody holds a code: it would be too old at once.
      if (traffic.unsignedCount() > 0) continue
      if ((await countUnheardPayouts(witness)) > 0 && (await openJobs(witness)).length === 0) await moveClock()
    }
    const endedAt = performance.now()
    expect(traffic.failures).toEqual([])
    await expect.poll(() => openJobs(witness)).toEqual([])
    const jobsDoneAfter = (performance.now() - endedAt) / 1000
    await expectWholeBook(witness, traffic.lives)

    const jobsThatDied = await countJobs(witness, `state = 'completed' AND retry_count > 0`)
    tellProof('kills of a web and of a jobs process under load', 2 * KILLS, 2 * KILLS_IN_PROOF)
    tellFigure(
      'faults',
      `a jobs process killed ${KILLS} times and a web process ${KILLS} times under load`,
      `${traffic.lives.length} loans, ${traffic.callCount()} calls, ${traffic.askedAgain()} asked again, ` +
        `${jobsThatDied} jobs begun again, ${traffic.givenUp()} codes not waited for: ` +
        `0 acknowledged writes lost, nothing twice; every job done ${jobsDoneAfter.toFixed(1)} s after the last loan`,
    )
  })
})
