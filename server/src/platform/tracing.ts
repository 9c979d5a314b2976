/** What a span may say. Nothing of it says who somebody is: names of our own tables, codes, and the number of an order. */
export type SpanFacts = {
  readonly path?: string
  readonly status?: number
  readonly code?: string
  readonly job?: string
  readonly attempt?: number
  readonly kind?: string
  readonly provider?: string
  readonly operation?: string
  readonly outcome?: string
  readonly order_number?: string
}

/** A piece of work in a trace. */
export type Span = {
  readonly traceId: string
  /** Its place in the trace as text, to be handed on: the W3C's `traceparent`. */
  readonly place: string
  readonly end: (name: string, facts: SpanFacts) => void
}

export type Tracing = {
  /** A request that came, a job that was taken, a call to somebody outside; below `parent`, or the first of a new trace. */
  readonly start: (kind: 'server' | 'consumer' | 'client', parent?: string) => Span
  /** Sends what is left, within a short limit, and no more after it. */
  readonly stop: () => Promise<void>
}
