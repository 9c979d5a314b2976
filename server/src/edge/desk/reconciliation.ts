import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDay, civilDayOf } from '@hola/core/calendar.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { refuse } from '@hola/core/errors.ts'
import type { DaySummary, Finding } from '../../lending/reconciliation/public.ts'
import { causes, insertNote, listDaySummaries, listFindings, listNotes } from '../../lending/reconciliation/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import { listMembers } from '../../staff/member/public.ts'
import type { DeskHandler } from './context.ts'
import { oneLine } from './one-line.ts'

const NOTES_MAX = 200
const NOTES_OF_MONTH_MAX = 1000
const DIFFERENCES_MAX = 500
type Day = DeskRetOf<'reconciliation/month'>['days'][number]

const stateOf = (found: DaySummary | undefined): Day['state'] => {
  if (found === undefined || found.outageCount > 0) return 'not_yet'
  if (found.unexplainedCount > 0) return 'difference'
  if (found.differenceCount > 0) return 'explained'
  return found.comparedCount === 0 ? 'no_statement' : 'in_order'
}

const daysOf = (month: string): CivilDay[] => {
  const first = civilDay(`${month}-01`)
  return Array.from({ length: 31 }, (_, index) => addDays(first, index)).filter((day) => day.startsWith(month))
}

export const showMonth: DeskHandler<'reconciliation/month'> = async ({ services }, { month: asked }) => {
  const today = civilDayOf(services.clock.now())
  const month = asked ?? today.slice(0, 7)
  const days = daysOf(month)
  const span = { from: days[0] ?? today, until: days.at(-1) ?? today }
  return inTransaction(services.pool, async (tx) => {
    const found = new Map((await listDaySummaries(tx, span)).map((one) => [one.day, one]))
    const notes = await listNotes(tx, { ...span, limit: NOTES_OF_MONTH_MAX })
    return {
      month,
      days: days.map((day) => {
        const summary = found.get(day)
        return {
          day,
          state: stateOf(summary),
          matched_count: summary?.matchedCount ?? 0,
          difference_count: summary?.differenceCount ?? 0,
          unexplained_count: summary?.unexplainedCount ?? 0,
          note_count: notes.filter((note) => note.day === day).length,
          is_past: day < today,
        }
      }),
    }
  })
}

const showFinding = (finding: Finding & { readonly foundAt: Date }) => ({
  provider: finding.provider,
  kind: finding.kind,
  outcome: finding.outcome,
  problem: finding.problem === null ? null : oneLine(finding.problem),
  matched_count: finding.matchedCount,
  ours_centavos: finding.ours,
  theirs_centavos: finding.theirs,
  unexplained_count: finding.unexplainedCount,
  difference_count: finding.differences.length,
  differences: finding.differences.slice(0, DIFFERENCES_MAX).map((one) => ({
    cause: one.cause,
    is_explained: causes[one.cause].isExplained,
    id: one.id,
    provider_id: one.providerId,
    order_number: one.orderNumber,
    ours_centavos: one.ours,
    theirs_centavos: one.theirs,
    our_day: one.ourDay,
    their_day: one.theirDay,
  })),
  found_at: finding.foundAt.toISOString(),
})

export const showDay: DeskHandler<'reconciliation/day'> = async ({ services }, { day }) =>
  inTransaction(services.pool, async (tx) => {
    const findings = await listFindings(tx, day)
    const notes = await listNotes(tx, { from: day, until: day, limit: NOTES_MAX })
    const names = new Map((await listMembers(tx)).map(({ memberId, name }) => [memberId, name]))
    return {
      findings: findings.map(showFinding),
      notes: notes.map((note) => ({
        provider: note.provider,
        kind: note.kind,
        difference_id: note.differenceId,
        words: note.words,
        noted_by: names.get(note.notedBy) ?? '',
        noted_at: note.notedAt.toISOString(),
      })),
    }
  })

/** The desk holds no provider's key: the job of the server compares. */
export const runDay: DeskHandler<'reconciliation/run'> = async ({ services, member }, { day, why }) => {
  if (day >= civilDayOf(services.clock.now())) return refuse('day_not_over')
  const { memberId, name } = member
  await inTransaction(services.pool, async (tx) => {
    await services.jobs.enqueue(tx, 'reconciliation', { day, try_number: 0 })
    await recordAct(tx, services, { memberId, name, why }, { act: 'reconcile', userId: null, details: { day } })
  })
  return {}
}

export const noteDifference: DeskHandler<'reconciliation/note'> = async ({ services, member }, body) => {
  const { day, provider, kind, difference_id: differenceId, why } = body
  const { memberId, name } = member
  return inTransaction(services.pool, async (tx) => {
    const found = (await listFindings(tx, day)).find((one) => one.provider === provider && one.kind === kind)
    const isKnown = differenceId === null || found?.differences.some(({ id }) => id === differenceId)
    if (found === undefined || !isKnown) return refuse('receipt_not_found')
    const notedAt = services.clock.now()
    await insertNote(tx, services.random.uuid(), {
      provider,
      kind,
      day,
      differenceId,
      words: why,
      notedBy: memberId,
      notedAt,
    })
    await recordAct(
      tx,
      services,
      { memberId, name, why },
      {
        act: 'note_difference',
        userId: null,
        details: { day, provider, kind, difference_id: differenceId },
      },
    )
    return {}
  })
}
