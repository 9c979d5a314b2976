import { start as endStops } from '../../switch/public.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'

/** Starts again what was stopped, before its time. */
export const start: Kind<'start'> = {
  carryOut: async (tx, services, { target }) => {
    if ((await endStops(tx, services, target)) === 0) return new NotPossible('not_stopped')
    return {
      userId: null,
      orderId: null,
      effects: [{ name: target, before: 'stopped', after: 'running' }],
      act: { act: 'start', details: { target } },
    }
  },
}
