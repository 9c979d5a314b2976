import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDay, startOfDay } from '@hola/core/calendar.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { listBalances, readPortfolio } from '../../lending/portfolio/public.ts'
import type { DeskHandler } from './context.ts'

type Shown = NonNullable<DeskRetOf<'portfolio/show'>['portfolio']>
type Read = NonNullable<Awaited<ReturnType<typeof readPortfolio>>>

const monthsBetween = (month: CivilDay, day: CivilDay): number =>
  (Number(day.slice(0, 4)) - Number(month.slice(0, 4))) * 12 + Number(day.slice(5, 7)) - Number(month.slice(5, 7))

const showAgeing = ({ ageing }: Read, day: CivilDay): Shown['ageing'] =>
  ageing
    .filter((row) => row.day === day)
    .map(({ bucket, loansCount, principal }) => ({ bucket, loans_count: loansCount, principal_centavos: principal }))

const show = (read: Read): Shown => {
  const { day, before, moved, flows, reasons, points, vintages, rolls } = read
  const ageing = showAgeing(read, day)
  return {
    day,
    month_before_day: before,
    outstanding_now_centavos: ageing.reduce<number>((sum, row) => sum + row.principal_centavos, moved.principal),
    paid_out_today_centavos: moved.paidOut,
    collected_today_centavos: moved.collected,
    ageing,
    ageing_month_before: showAgeing(read, before),
    flows: flows.map((flow) => ({
      day: flow.day,
      lent_count: flow.lentCount,
      lent_centavos: flow.lent,
      paid_out_centavos: flow.paidOut,
      collected_centavos: flow.collected,
      applications_count: flow.applicationsCount,
      approved_count: flow.approvedCount,
      refused_count: flow.refusedCount,
    })),
    reasons: reasons.map(({ outcome, reason, count }) => ({ outcome, reason, decisions_count: count })),
    vintages: vintages.map(({ vintage, lent, loansCount }) => ({
      month: vintage,
      lent_centavos: lent,
      loans_count: loansCount,
      points: points
        .filter((point) => point.vintage === vintage)
        .map((point) => ({
          months_count: monthsBetween(vintage, point.day),
          day: point.day,
          late_centavos: point.late,
        })),
    })),
    rolls: rolls.map((roll) => ({
      day: roll.day,
      from_bucket: roll.fromBucket,
      to_end: roll.toEnd,
      loans_count: roll.loansCount,
      principal_centavos: roll.principal,
    })),
  }
}

export const showPortfolio: DeskHandler<'portfolio/show'> = async ({ services }, { days_count: daysCount }) => {
  const read = await inTransaction(services.pool, (tx) => readPortfolio(tx, daysCount))
  return { portfolio: read === undefined ? null : show(read) }
}

const PAGE = 1000

export const showBalances: DeskHandler<'portfolio/balances'> = async ({ services }, { day, after }) => {
  const before = startOfDay(addDays(civilDay(day), 1))
  const rows = await inTransaction(services.pool, (tx) =>
    listBalances(
      tx,
      { day, before },
      { after: after && { userId: after.user_id, orderId: after.order_id }, limit: PAGE },
    ),
  )
  return {
    made_at: services.clock.now().toISOString(),
    balances: rows.map((row) => ({
      user_id: row.userId,
      order_id: row.orderId,
      order_number: row.orderNumber,
      payout_day: row.payoutDay,
      due_day: row.dueDay,
      late_days: row.daysLate,
      principal_centavos: row.principal,
      interest_centavos: row.interest,
      late_centavos: row.late,
    })),
  }
}
