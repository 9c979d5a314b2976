import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

// The alert rules, by Prometheus' own tool.

const promtool = process.env['PROMTOOL'] ?? 'promtool'
const missing = spawnSync(promtool, ['--version']).error && 'promtool is not here (Debian: prometheus; or PROMTOOL)'

describe.skipIf(missing !== undefined)(`promtool${missing === undefined ? '' : `: skipped, ${missing}`}`, () => {
  const run = (...args: string[]): { status: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync(promtool, args, {
      cwd: join(import.meta.dirname, '..', 'deploy', 'prometheus'),
      encoding: 'utf8',
    })
    return { status, output: `${stdout}${stderr}` }
  }

  test('reads the rules and the example of scraping', () => {
    expect(run('check', 'rules', 'alerts.yaml')).toEqual({ status: 0, output: expect.stringContaining('rules found') })
    expect(run('check', 'config', '--syntax-only', 'prometheus.yaml')).toMatchObject({ status: 0 })
  })

  test('finds every case of the rules as it is written', () => {
    expect(run('test', 'rules', 'alerts.test.yaml')).toEqual({ status: 0, output: expect.stringContaining('SUCCESS') })
  })
})
