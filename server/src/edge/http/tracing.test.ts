import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startWorkers } from '../../app.ts'
import { signOrder } from '../../lending/payout/test-payout.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { sandboxAccounts } from '../../providers/payout/test-accounts.ts'
import { openTestServer } from './test-server.ts'

const { pool } = await testDatabase()

type SentSpan = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

/** A collector as the protocol wants it. */
const received: string[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    if (request.url === '/v1/traces') received.push(body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
afterAll(() => collector.close())

const spans = (): SentSpan[] =>
  received
    .map((text) => JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] })
    .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)))

describe('with a collector', () => {
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  let orderNumber = ''
  let logged: string[] = []

  beforeAll(async () => {
    const server = await openTestServer(pool, { settings: { traceEndpoint: endpoint } })
    logged = server.logged
    const { orderId } = await signOrder(server, sandboxAccounts.instant)
    await startWorkers(server.services)
    await vi.waitFor(
      () => {
        if (!/"job":"payout".*"msg":"job done"/.test(logged.join(''))) throw new Error('the payout is not done')
      },
      { timeout: 30_000 },
    )
    const { rows } = await pool.query<{ number: string }>(
      'SELECT order_number AS number FROM loan_order WHERE order_id = $1',
      [orderId],
    )
    orderNumber = rows[0]?.number ?? ''
    await server.services.tracing?.stop()
  })

  test('one trace holds the phone’s request, the job that it led to and the call to the provider', () => {
    const request = spans().find(({ name }) => name === 'loan/apply')
    const job = spans().find(({ name }) => name === 'job payout')
    const call = spans().find(({ name }) => name === 'payout send')
    expect([job?.traceId, call?.traceId]).toEqual([request?.traceId, request?.traceId])
    expect(request?.parentSpanId ?? '').toBe('')
    expect(job?.parentSpanId).toBe(request?.spanId)
    expect(call?.parentSpanId).toBe(job?.spanId)
    expect(call?.attributes).toContainEqual({ key: 'hola.outcome', value: { stringValue: 'ok' } })
    expect(logged.join('')).toContain(`"trace_id":"${request?.traceId}"`)
  })

  test('spans say which order, and nothing about anybody', () => {
    expect(spans().find(({ name }) => name === 'job payout')?.attributes).toContainEqual({
      key: 'hola.order_number',
      value: { stringValue: orderNumber },
    })
    expect(spans().length).toBeGreaterThan(5)
    // Everything that was sent, but for the trace's own numbers and times, and for which program it was.
    const numbers = /^((trace|span|parentSpan)Id|(start|end)TimeUnixNano)$/
    const sent = received.map((text) =>
      JSON.stringify(JSON.parse(text, (key, value: unknown) => (numbers.test(key) ? undefined : value))),
    )
    // Not a name, a document, a phone, an account or an id of ours; not a token, which has 43 characters or more.
    expect(sent.join('')).not.toMatch(/romero|luc[ií]a|\d{7,}|\+54|@|[0-9a-f]{8}-[0-9a-f]{4}-|[\w-]{43}/i)
    expect(sent.join('')).toContain(orderNumber)
  })
})
