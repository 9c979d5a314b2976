import { addDays, civilDay, daysBetween, startOfDay } from '@hola/core/calendar.ts'
import { JOURNAL_DAYS_MAX } from '@hola/core/desk-contract/exports.ts'
import { refuse } from '@hola/core/errors.ts'
import { situationOf } from '@hola/core/portfolio.ts'
import { logAccess } from '../../platform/access-log.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { readSteps } from '../../person/application/public.ts'
import { journalOf } from '../../lending/ledger/public.ts'
import { listDebtors } from '../../lending/portfolio/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import { listAllowedReports } from '../../staff/proposal/public.ts'
import type { DeskHandler } from './context.ts'

export const showJournal: DeskHandler<'exports/journal'> = async ({ services }, { from_day, to_day }) => {
  const [fromDay, toDay] = [civilDay(from_day), civilDay(to_day)]
  if (daysBetween(fromDay, toDay) < 0 || daysBetween(fromDay, toDay) >= JOURNAL_DAYS_MAX) return refuse('bad_request')
  const lines = await inTransaction(services.pool, (tx) => journalOf(tx, { fromDay, toDay }))
  return {
    lines: lines.map(({ day, account, debit, credit }) => ({
      day,
      account,
      debit_centavos: debit,
      credit_centavos: credit,
    })),
  }
}

/** So long after a second person has allowed it. */
const ALLOWED_MS = 24 * 3_600_000
const DEBTORS_PAGE = 200
const THOUSAND_PESOS = 100_000

export const debtorsAllowed: DeskHandler<'exports/debtors_allowed'> = async ({ services, member }) => {
  const since = new Date(services.clock.now().getTime() - ALLOWED_MS)
  const { memberId } = member
  const allowed = await inTransaction(services.pool, (tx) => listAllowedReports(tx, { memberId, since }))
  return {
    reports: allowed.map(({ proposalId, day, decidedAt }) => ({
      proposal_id: proposalId,
      day: civilDay(day),
      until_at: new Date(decidedAt.getTime() + ALLOWED_MS).toISOString(),
    })),
  }
}

/** One part of the report. That her data left stands in the list of everybody who is in it, written before it does. */
export const writeDebtors: DeskHandler<'exports/debtors'> = async (
  { services, member },
  { proposal_id: proposalId, after_user_id: after },
) => {
  const { memberId, name } = member
  const since = new Date(services.clock.now().getTime() - ALLOWED_MS)
  return inTransaction(services.pool, async (tx) => {
    const report = (await listAllowedReports(tx, { memberId, since })).find((one) => one.proposalId === proposalId)
    if (report === undefined) return refuse('proposal_not_found')
    const day = civilDay(report.day)
    const rows = await listDebtors(tx, { day, before: startOfDay(addDays(day, 1)) }, { after, limit: DEBTORS_PAGE })
    if (after === undefined)
      await recordAct(
        tx,
        services,
        { memberId, name, why: report.why },
        { act: 'export_debtors', userId: null, details: { proposal_id: proposalId, day } },
      )
    const debtors = []
    for (const { userId, daysLate, owed } of rows.filter((row) => row.owed > 0)) {
      const { basic } = await readSteps(tx, services.sealer, userId)
      await logAccess(tx, services, {
        userId,
        actor: 'desk',
        actorName: name,
        categories: ['form', 'loans_and_payments'],
        purpose: 'central_bank',
      })
      debtors.push({
        user_id: userId,
        // Who erased her account owed nothing then; a row without a form is an account that is being made.
        cuil: basic?.info.cuil ?? '',
        name: basic === null ? '' : `${basic.info.last_name} ${basic.info.first_name}`,
        situation_count: situationOf(daysLate),
        late_days: daysLate,
        thousands_count: Math.floor((2 * owed + THOUSAND_PESOS) / (2 * THOUSAND_PESOS)),
      })
    }
    return { day, debtors, next_user_id: rows.length < DEBTORS_PAGE ? null : (rows.at(-1)?.userId ?? null) }
  })
}
