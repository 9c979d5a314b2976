/** Where a page of what waits begins: after this one. */
export type WaitingKey = { readonly since: Date; readonly id: string }

/** Which of everything that waits is wanted, the longest waiting first. */
export type WaitingPage = {
  readonly after?: WaitingKey | undefined
  /** Only what waits since this instant or longer. */
  readonly until?: Date | undefined
  /** Only these, by their ids. */
  readonly ids?: readonly string[] | undefined
  /** All but these. */
  readonly except?: readonly string[] | undefined
  readonly limit: number
}

type Columns = {
  readonly since: string
  /** The columns of the id, whose texts are joined by a slash, with their types. */
  readonly id: readonly (readonly [name: string, type: 'text' | 'uuid' | 'date'])[]
}

/** The parts of an id. A slash can only stand in the last of them. */
const partsOf = (id: string, count: number): string[] => {
  const parts = id.split('/')
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join('/')]
}

/**
 * The end of a question for such a page: further conditions, the order and the limit. An index on the time and the id in
 * this order answers it without a look at any other row.
 */
export const waitingSql = (
  { since, id }: Columns,
  { after, until, ids, except = [], limit }: WaitingPage,
  given: readonly unknown[] = [],
): { readonly and: string; readonly orderAndLimit: string; readonly values: readonly unknown[] } => {
  const values = [...given]
  const put = (value: unknown, type: string): string => `$${values.push(value)}::${type}`
  const key = [since, ...id.map(([name]) => name)].join(', ')
  const conditions: string[] = []
  if (after !== undefined) {
    const parts = partsOf(after.id, id.length)
    const wanted = id.map(([, type], at) => put(parts[at], type))
    conditions.push(`(${key}) > (${[put(after.since, 'timestamptz'), ...wanted].join(', ')})`)
  }
  if (until !== undefined) conditions.push(`${since} <= ${put(until, 'timestamptz')}`)
  if (ids !== undefined) {
    const rows = ids.map((one) => partsOf(one, id.length))
    const lists = id.map(([, type], at) =>
      put(
        rows.map((row) => row[at]),
        `${type}[]`,
      ),
    )
    conditions.push(`(${id.map(([name]) => name).join(', ')}) IN (SELECT * FROM unnest(${lists.join(', ')}))`)
  }
  if (except.length > 0)
    conditions.push(`concat_ws('/', ${id.map(([name]) => name).join(', ')}) <> ALL(${put(except, 'text[]')})`)
  return {
    and: conditions.map((condition) => `AND ${condition}`).join(' '),
    orderAndLimit: `ORDER BY ${key} LIMIT ${put(limit, 'integer')}`,
    values,
  }
}
