import { setTimeout as wait } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, TraceFlags, trace } from '@opentelemetry/api'
import type { Context } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Tracing } from './tracing.ts'

/** A collector that is away costs its spans and nothing else: few wait for it, and none for long. */
const EXPORT_LIMIT_MS = 5_000
const WAITING_SPANS_MAX = 2_048
const STOP_LIMIT_MS = 2_000

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT } as const

const PLACE = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/

/** Below a place that another process wrote down; one that cannot be read begins a new trace. */
const contextOf = (parent: string | undefined): Context => {
  const [, traceId, spanId] = PLACE.exec(parent ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
}

/** Nothing is registered with the library's globals: several servers can live in one process (tests do). */
export const openOtlpTracing = (endpoint: string, version: string): Tracing => {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_LIMIT_MS })
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: WAITING_SPANS_MAX,
    exportTimeoutMillis: EXPORT_LIMIT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'hola', 'service.version': version }),
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('hola')
  return {
    start: (kind, parent) => {
      const span = tracer.startSpan(kind, { kind: kinds[kind], root: parent === undefined }, contextOf(parent))
      const { traceId, spanId } = span.spanContext()
      return {
        traceId,
        place: `00-${traceId}-${spanId}-01`,
        end: (name, facts) => {
          const attributes = Object.entries(facts).map(([fact, value]) => [`hola.${fact}`, value] as const)
          span.updateName(name).setAttributes(Object.fromEntries(attributes)).end()
        },
      }
    },
    stop: async () => {
      const stopped = provider.shutdown().catch(() => undefined)
      await Promise.race([stopped, wait(STOP_LIMIT_MS, undefined, { ref: false })])
    },
  }
}
