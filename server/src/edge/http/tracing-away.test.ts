import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startWorkers } from '../../app.ts'
import { signOrder } from '../../lending/payout/test-payout.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { sandboxAccounts } from '../../providers/payout/test-accounts.ts'
import { openTestServer } from './test-server.ts'

const { pool } = await testDatabase()

test('while the collector is away work goes on, and the end waits two seconds at most', async () => {
  const server = await openTestServer(pool, { settings: { traceEndpoint: 'http://127.0.0.1:1' } })
  const { orderId } = await signOrder(server, sandboxAccounts.instant)
  await startWorkers(server.services)
  await expect.poll(() => server.logged.join('')).toMatch(/"job":"payout".*"msg":"job done"/)
  expect(orderId).not.toBe('')
  const startedMs = performance.now()
  await server.services.tracing?.stop()
  expect(performance.now() - startedMs).toBeLessThan(5_000)
  expect(server.logged.join('')).not.toMatch(/"level":"(warn|error)"/)
})

test('not asked for, the whole server loads nothing of the library but what the metrics have', async () => {
  const script = `
    import { registerHooks } from 'node:module'
    const packages = new Set()
    registerHooks({
      load: (url, context, next) => {
        const [, name] = /node_modules\\/(@opentelemetry\\/[^/]+)/.exec(url) ?? []
        if (name !== undefined) packages.add(name)
        return next(url, context)
      },
    })
    await import(process.argv[1] + 'app.ts')
    await import(process.argv[1] + 'desk-main.ts')
    const { openTracing } = await import(process.argv[1] + 'platform/open-tracing.ts')
    await openTracing(undefined, '0.0.0')
    const unset = [...packages]
    await (await openTracing('http://127.0.0.1:1', '0.0.0')).stop()
    console.log(JSON.stringify({ unset, set: [...packages] }))`
  const sources = new URL('../../', import.meta.url).href
  const ran = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, sources])
  const { unset, set } = JSON.parse(ran.stdout) as { unset: string[]; set: string[] }
  expect(unset.filter((name) => name !== '@opentelemetry/api')).toEqual([])
  expect(set).toContain('@opentelemetry/sdk-trace')
  expect(set).toContain('@opentelemetry/exporter-trace-otlp-http')
})
