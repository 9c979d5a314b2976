/** A day as `YYYY-MM-DD`; the strings compare in the order of time. */
export type Day = string

export type Sex = 'F' | 'M' | 'X'

/** What a card says, and what the form says: the fields that both have. */
export type Person = {
  readonly dni: string
  readonly surname: string
  readonly givenNames: string
  readonly sex: Sex
  readonly birth: Day
}

/** The day, or null when the calendar has none such (31 February, month 13). */
export const dayOf = (year: number, month: number, day: number): Day | null => {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}

export const addYears = (day: Day, years: number): Day => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // A card of 29 February runs out on the 28th in a year that has no 29th.
  return dayOf(year + years, month, date) ?? dayOf(year + years, month, 28) ?? day
}
