/** Label values that no list names: a name of the route table, a code of the closed list of refusals, the build. */
export type OpenLabel = 'routes' | 'codes' | 'build' | 'providers'

/** One metric: what it means, and every value that its labels can have, so that nobody can make up series. */
export type MetricRow = {
  readonly type: 'gauge' | 'counter' | 'histogram'
  readonly help: string
  readonly labels: Readonly<Record<string, readonly string[] | OpenLabel>>
  /** Process: each has its own, and they add up. Product: every process that shows it shows the same. */
  readonly of: 'process' | 'product'
}
