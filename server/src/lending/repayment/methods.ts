import type { Collector, PayMethod } from '../../providers/collection/public.ts'
import type { Services } from '../services.ts'

type Means = Pick<Services, 'collectors'>

/** A way to pay, with who takes the money. */
export type OfferedMethod = PayMethod & { readonly collector: Collector }

/** Every way to pay once: where two providers offer the same, the first of them takes it. */
export const offeredMethods = ({ collectors }: Means): OfferedMethod[] => {
  const all = collectors.flatMap((collector) => collector.methods.map((method) => ({ ...method, collector })))
  return all.filter(({ methodId }, index) => all.findIndex((other) => other.methodId === methodId) === index)
}

/** Undefined for one that the settings no longer name. */
export const collectorOf = ({ collectors }: Means, provider: string): Collector | undefined =>
  collectors.find((collector) => collector.provider === provider)

/** Whose money the staff enters; undefined where every provider can be asked. */
export const staffCollectorOf = ({ collectors }: Means): Collector | undefined =>
  collectors.find(({ isEnteredByStaff }) => isEnteredByStaff)
