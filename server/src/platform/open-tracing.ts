import type { Tracing } from './tracing.ts'

/** `endpoint`: where a collector takes OTLP over HTTP. Without one nothing of the library is loaded. */
export const openTracing = async (endpoint: string | undefined, version: string): Promise<Tracing | undefined> =>
  endpoint === undefined ? undefined : (await import('./otlp-tracing.ts')).openOtlpTracing(endpoint, version)
