import type { RetOf } from '@hola/core/contract/contract.ts'

export type Membership = RetOf<'app/membership_info'>

/** One level, seen from where she stands. */
export type Rung = {
  readonly level: number
  readonly name: string
  readonly state: 'done' | 'now' | 'later'
  /** How many more loans on time lead there; zero up to where she stands. */
  readonly missing: number
  readonly fee: number
  readonly opened: number
}

type Standing = Pick<Membership, 'level' | 'levels' | 'loans_to_next_level_count'>

const rungsOf = ({ levels }: Standing): Membership['levels'] => levels.toSorted((one, other) => one.level - other.level)

/** The levels from the first to the highest. Only the distance to the next is told; those above are as much further. */
export const ladderOf = (standing: Standing): Rung[] => {
  const { level: here, loans_to_next_level_count: toNext } = standing
  const rungs = rungsOf(standing)
  const next = rungs.find(({ level }) => level > here)
  const counted = (next?.loans_cleared_on_time_count ?? 0) - (toNext ?? 0)
  return rungs.map(
    ({ level, name, loans_cleared_on_time_count: asked, fee_basis_points, limit_opened_basis_points }) => ({
      level,
      name,
      state: level === here ? 'now' : level < here ? 'done' : 'later',
      missing: level > here ? asked - counted : 0,
      fee: fee_basis_points,
      opened: limit_opened_basis_points,
    }),
  )
}

/** How much of the way from this level to the next lies behind her, 0 to 1; all of it at the highest. */
export const progressOf = (standing: Standing): number => {
  const { level: here, loans_to_next_level_count: toNext } = standing
  const rungs = rungsOf(standing)
  const [from, to] = [rungs.find(({ level }) => level === here), rungs.find(({ level }) => level > here)]
  if (from === undefined || to === undefined || toNext === null) return 1
  return 1 - toNext / (to.loans_cleared_on_time_count - from.loans_cleared_on_time_count)
}
