// What other rooms may use of this one. Nothing of it is imported past this file.

export type { Metrics } from './metrics.ts'
export { openMetrics } from './metrics.ts'
