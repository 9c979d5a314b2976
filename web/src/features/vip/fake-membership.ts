import type { Membership } from './ladder.ts'

/** An answer of app/membership_info with the levels as shipped. */
export const fakeMembership = (more: Partial<Membership> = {}): Membership => ({
  level: 2,
  loans_cleared_on_time_count: 2,
  loan_counts_from_days: 14,
  loans_to_next_level_count: 1,
  levels: [
    {
      level: 1,
      name: 'Starting',
      loans_cleared_on_time_count: 0,
      fee_basis_points: 1000,
      limit_opened_basis_points: 7500,
    },
    { level: 2, name: 'Known', loans_cleared_on_time_count: 1, fee_basis_points: 900, limit_opened_basis_points: 8500 },
    {
      level: 3,
      name: 'Trusted',
      loans_cleared_on_time_count: 3,
      fee_basis_points: 800,
      limit_opened_basis_points: 9500,
    },
    {
      level: 4,
      name: 'Full trust',
      loans_cleared_on_time_count: 6,
      fee_basis_points: 700,
      limit_opened_basis_points: 10_000,
    },
  ],
  ...more,
})
