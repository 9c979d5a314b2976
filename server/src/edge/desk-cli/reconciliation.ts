import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Finding } from '../../lending/reconciliation/public.ts'
import { causes, reconcile } from '../../lending/reconciliation/public.ts'
import type { Services } from '../services.ts'
import type { Hand } from '../../staff/act/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import type { Answer } from './print.ts'
import { parts, showMoney, table } from './print.ts'
import { DeskProblem } from './problem.ts'

const kindWords = { payout: 'paid out', collection: 'collected' } as const

const outcomeOf = ({ outcome, problem, differences, unexplainedCount }: Finding): string => {
  if (outcome === 'outage') return `NO STATEMENT NOW: ${problem}`
  if (outcome === 'no_statement') return `no statement: ${problem}`
  if (differences.length === 0) return 'in order'
  return `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}, ${unexplainedCount} unexplained`
}

const summary = (findings: readonly Finding[]): string =>
  table(
    ['PROVIDER', 'KIND', 'MATCHED', 'OURS', 'THEIRS', 'OUTCOME'],
    findings.map((finding) => [
      finding.provider,
      kindWords[finding.kind],
      String(finding.matchedCount),
      showMoney(finding.ours),
      finding.theirs === null ? '-' : showMoney(finding.theirs),
      outcomeOf(finding),
    ]),
  )

const listed = ({ provider, kind, differences }: Finding): string =>
  differences.length === 0
    ? ''
    : `${provider}, ${kindWords[kind]}:\n${table(
        ['CAUSE', 'ID', 'LOAN', 'OURS', 'THEIRS', 'OUR DAY', 'THEIR DAY', 'WHAT IT IS'],
        differences.map(({ cause, id, orderNumber, ours, theirs, ourDay, theirDay }) => [
          cause,
          id,
          orderNumber ?? '-',
          showMoney(ours),
          showMoney(theirs),
          ourDay ?? '-',
          theirDay ?? '-',
          causes[cause].words,
        ]),
      )}`

const toJson = ({ provider, kind, day, outcome, problem, matchedCount, ours, theirs, ...found }: Finding): object => ({
  provider,
  kind,
  day,
  outcome,
  problem,
  matched_count: matchedCount,
  ours_centavos: ours,
  theirs_centavos: theirs,
  unexplained_count: found.unexplainedCount,
  differences: found.differences.map((difference) => ({
    cause: difference.cause,
    is_explained: causes[difference.cause].isExplained,
    id: difference.id,
    provider_id: difference.providerId,
    order_number: difference.orderNumber,
    ours_centavos: difference.ours,
    theirs_centavos: difference.theirs,
    our_day: difference.ourDay,
    their_day: difference.theirDay,
  })),
})

const isInOrder = ({ outcome, unexplainedCount }: Finding): boolean => outcome !== 'outage' && unexplainedCount === 0

/** Compares a day, yesterday by default, and prints every difference with its cause. */
export const reconcileDay = async (services: Services, hand: Hand, given: CivilDay | undefined): Promise<Answer> => {
  const today = civilDayOf(services.clock.now())
  const day = given ?? addDays(today, -1)
  if (day > today) throw new DeskProblem(`${day} has not come yet.`)
  const findings = await reconcile(services, day)
  const unexplained = findings.reduce((sum, { unexplainedCount }) => sum + unexplainedCount, 0)
  await inTransaction(services.pool, (tx) =>
    recordAct(tx, services, hand, { act: 'reconcile', userId: null, details: { day, unexplained_count: unexplained } }),
  )
  return {
    text: parts(`The books of ${day}`, summary(findings), ...findings.map(listed)),
    json: findings.map(toJson),
    exitCode: findings.every(isInOrder) ? 0 : 1,
  }
}
