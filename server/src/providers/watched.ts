import type { CallKind, CallMeter, CallOutcome, ProviderCall } from '../platform/call-meter.ts'
import { placeInTrace } from '../platform/task.ts'
import type { Tracing } from '../platform/tracing.ts'
import type { Bureau } from './bureau/public.ts'
import { BureauProblem } from './bureau/public.ts'
import type { Collector } from './collection/public.ts'
import { CollectionProblem } from './collection/public.ts'
import type { Files } from './files/public.ts'
import type { Messages, Sent } from './messages/public.ts'
import type { Payouts } from './payout/public.ts'
import { StatementProblem } from './payout/public.ts'

/** Measures one call, whatever comes of it. */
type Measure = <Result>(
  call: ProviderCall,
  outcomeOf: (result: Result) => CallOutcome,
  work: () => Promise<Result>,
) => Promise<Result>

/** Our place in a trace is not told to the provider: it would learn which of our requests belong together. */
const measureBy =
  ({ calls }: CallMeter, tracing: Tracing | undefined): Measure =>
  async (call, outcomeOf, work) => {
    const endTimer = calls.startTimer(call)
    const span = tracing?.start('client', placeInTrace())
    const end = (outcome: CallOutcome): void => {
      endTimer({ outcome })
      span?.end(`${call.kind} ${call.operation}`, { ...call, outcome })
    }
    try {
      const result = await work()
      end(outcomeOf(result))
      return result
    } catch (error) {
      end('failed')
      throw error
    }
  }

const ok = (): CallOutcome => 'ok'

const byKind = ({ kind }: { readonly kind: string }): CallOutcome =>
  kind === 'unavailable' ? 'unavailable' : 'refused'

const ofSent = (sent: Sent): CallOutcome => (sent === 'sent' ? 'ok' : byKind(sent))

const ofPayout = ({ kind }: { readonly kind: string }): CallOutcome =>
  kind === 'unknown' ? 'unavailable' : kind === 'failed' ? 'refused' : 'ok'

/** The ports of providers, the same to everybody who calls them, with each call measured. */
export const watchProviders = (meter: CallMeter, tracing?: Tracing) => {
  const measure = measureBy(meter, tracing)
  const as =
    (kind: CallKind, provider: string) =>
    (operation: string): ProviderCall => ({ kind, provider, operation })

  return {
    messages: ({ send }: Messages, providers: Readonly<Record<'phone' | 'mail', string>>): Messages => ({
      send: async (message) => {
        const { channel } = message
        const call = as('messages', providers[channel])(channel)
        const sent = await measure(call, ofSent, () => send(message))
        if (sent !== 'sent') meter.unsent.inc({ channel, reason: sent.kind })
        return sent
      },
    }),

    bureau: (bureau: Bureau, provider: string): Bureau => {
      const call = as('bureau', provider)
      return {
        ...bureau,
        ask: (cuil) =>
          measure(
            call('ask'),
            (answer) => (answer instanceof BureauProblem ? byKind(answer) : 'ok'),
            () => bureau.ask(cuil),
          ),
      }
    },

    payouts: (payouts: Payouts): Payouts => {
      const call = as('payout', payouts.provider)
      return {
        ...payouts,
        send: (payout) => measure(call('send'), ofPayout, () => payouts.send(payout)),
        find: (payout, id) => measure(call('find'), ofPayout, () => payouts.find(payout, id)),
        keyOf: (id) => measure(call('key_of'), ok, () => payouts.keyOf(id)),
        statement: (day) =>
          measure(
            call('statement'),
            (lines) => (lines instanceof StatementProblem ? 'unavailable' : 'ok'),
            () => payouts.statement(day),
          ),
      }
    },

    collector: (collector: Collector): Collector => {
      const call = as('collection', collector.provider)
      // That there is no such payment is an answer.
      const outcomeOf = (answer: unknown): CallOutcome =>
        answer instanceof CollectionProblem && answer.kind !== 'unknown' ? byKind(answer) : 'ok'
      return {
        ...collector,
        request: (ask) => measure(call('request'), outcomeOf, () => collector.request(ask)),
        find: (id) => measure(call('find'), outcomeOf, () => collector.find(id)),
        search: (reference) => measure(call('search'), outcomeOf, () => collector.search(reference)),
        statement: (day) => measure(call('statement'), outcomeOf, () => collector.statement(day)),
      }
    },

    files: (files: Files, store: string): Files => {
      const call = as('files', store)
      return {
        ...files,
        put: (bytes) => measure(call('put'), ok, () => files.put(bytes)),
        get: (name) => measure(call('get'), ok, () => files.get(name)),
        delete: (name) => measure(call('delete'), ok, () => files.delete(name)),
      }
    },
  }
}
