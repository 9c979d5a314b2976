import { levelOf, loansToNextLevel } from '@hola/core/membership.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import { findStanding } from '../order/public.ts'

/** The person's level, what each level gives, and how far the next one is. */
export const membershipInfo: Handler<'app/membership_info'> = async ({ services, language, user: { userId } }) => {
  const { clearedLoans, clearedOnTimeCount } = await inTransaction(services.pool, (tx) =>
    findStanding(tx, services, userId),
  )
  const levels = services.membershipLevels
  return {
    level: levelOf(levels, clearedLoans).level,
    loans_cleared_on_time_count: clearedOnTimeCount,
    loan_counts_from_days: services.loanCountsFromDays,
    loans_to_next_level_count: loansToNextLevel(levels, clearedLoans),
    levels: levels.map((level) => ({
      level: level.level,
      name: level.name[language],
      loans_cleared_on_time_count: level.loansClearedOnTime,
      fee_basis_points: level.feeBasisPoints,
      limit_opened_basis_points: level.limitOpenedBasisPoints,
    })),
  }
}
