import { Counter, Histogram } from 'prom-client'
import type { MetricRow } from './metric-row.ts'

const callKinds = ['messages', 'bureau', 'payout', 'collection', 'files'] as const
export type CallKind = (typeof callKinds)[number]

/**
 * How a call to somebody outside ended. Refused: it answered, and not what we asked for. Unavailable: it did not answer, or
 * said that it cannot now. Failed: our own side threw.
 */
const callOutcomes = ['ok', 'refused', 'unavailable', 'failed'] as const
export type CallOutcome = (typeof callOutcomes)[number]

const unsentReasons = ['unreachable', 'misconfigured', 'unavailable'] as const

export type ProviderCall = { readonly kind: CallKind; readonly provider: string; readonly operation: string }

/** What this process has asked of others. Each server shows it among its metrics. */
export type CallMeter = {
  readonly calls: Histogram<'kind' | 'provider' | 'operation' | 'outcome'>
  readonly unsent: Counter<'channel' | 'reason'>
}

export const callMetrics = {
  hola_provider_call_duration_seconds: {
    type: 'histogram',
    help: 'Time that calls to providers took, by kind, provider, operation and outcome.',
    labels: {
      kind: callKinds,
      provider: 'providers',
      operation: [
        'phone',
        'mail',
        'ask',
        'send',
        'find',
        'key_of',
        'statement',
        'request',
        'search',
        'put',
        'get',
        'delete',
      ],
      outcome: callOutcomes,
    },
    of: 'process',
  },
  hola_messages_not_sent_total: {
    type: 'counter',
    help: 'Messages to people that were not sent, by channel and reason, since the start of this process.',
    labels: { channel: ['phone', 'mail'], reason: unsentReasons },
    of: 'process',
  },
} as const satisfies Readonly<Record<string, MetricRow>>

/** Of no registry: several servers in one process (tests) each have their own. */
export const openCallMeter = (): CallMeter => ({
  calls: new Histogram({
    name: 'hola_provider_call_duration_seconds',
    help: callMetrics.hola_provider_call_duration_seconds.help,
    labelNames: ['kind', 'provider', 'operation', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [],
  }),
  unsent: new Counter({
    name: 'hola_messages_not_sent_total',
    help: callMetrics.hola_messages_not_sent_total.help,
    labelNames: ['channel', 'reason'],
    registers: [],
  }),
})
