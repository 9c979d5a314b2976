import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@hola/core/contract/contract.ts'
import { describe, expect, test } from 'vitest'
import { settingNames } from '../server/src/edge/settings.ts'
import { root, textOf } from './tree.ts'

// The files by which others run the product, held against the product: no container engine is needed for it.

const units = ['hola-web@', 'hola-jobs', 'hola-desk', 'hola-migrate'].map((name) => `deploy/systemd/${name}.service`)

const NAME = String.raw`([A-Z][A-Z0-9_]{2,})`
/** Where each kind of file sets a variable. */
const setIn: Readonly<Record<string, RegExp>> = {
  Dockerfile: new RegExp(String.raw`(?<=^ENV .*?)\b${NAME}=`, 'gm'),
  'compose.yaml': new RegExp(String.raw`(?:^ +|[{,] *)${NAME}: `, 'gm'),
  'deploy/kubernetes.yaml': new RegExp(String.raw`(?:^ +${NAME}: |name: ${NAME}, value)`, 'gm'),
  'deploy/systemd/hola.env': new RegExp(`^${NAME}=`, 'gm'),
  ...Object.fromEntries(units.map((unit) => [unit, new RegExp(String.raw`(?<=^Environment=.*?)\b${NAME}=`, 'gm')])),
}
/** Of the programs around us. */
const foreign = /^(POSTGRES_|NODE_ENV$|ALL$|CMD$)/

const namesIn = (path: string): string[] =>
  [...textOf(path).matchAll(setIn[path] ?? /(?!)/g)].map(([, one, other]) => one ?? other ?? '')

const readsSettings = (unit: string): boolean => textOf(unit).includes('EnvironmentFile=/etc/hola/hola.env')

const known = new Set(settingNames.flatMap((name) => [name, `${name}_FILE`]))

test.each(Object.keys(setIn))('%s sets nothing that is no setting', (path) => {
  const names = namesIn(path)
  expect(names).not.toEqual([])
  expect(names.filter((name) => !known.has(name) && !foreign.test(name))).toEqual([])
})

describe('every way to run it', () => {
  test('starts files that are there', () => {
    const started = [...Object.keys(setIn), 'compose.yaml'].flatMap((path) =>
      [...textOf(path).matchAll(/\b(?:server|tools)\/[\w/-]+\.ts\b/g)].map(([file]) => file),
    )
    expect(started).toContain('server/src/main.ts')
    expect(started.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  test('asks for readiness where traffic is decided, and for health where a process is', () => {
    expect(textOf('deploy/kubernetes.yaml').match(/readinessProbe: \{ httpGet: \{ path: \/readyz/g)).toHaveLength(2)
    expect(textOf('deploy/kubernetes.yaml').match(/livenessProbe: \{ httpGet: \{ path: \/healthz/g)).toHaveLength(2)
    expect(textOf('Dockerfile')).toContain('/healthz')
    for (const proxy of ['Caddyfile', 'haproxy.cfg']) expect(textOf(`deploy/proxy/${proxy}`)).toContain('/readyz')
  })

  test('waits longer for the end than the port stays open', () => {
    const drain = (path: string): number => Number(/DRAIN_SECONDS\W+(\d+)/.exec(textOf(path))?.[1])
    const grace = (path: string, pattern: RegExp): number => Number(pattern.exec(textOf(path))?.[1])
    expect(grace('compose.yaml', /stop_grace_period: (\d+)s/)).toBeGreaterThan(drain('compose.yaml') + 30)
    expect(grace('deploy/kubernetes.yaml', /terminationGracePeriodSeconds: (\d+)/)).toBeGreaterThan(
      drain('deploy/kubernetes.yaml') + 30,
    )
    for (const unit of units.slice(0, 2))
      expect(grace(unit, /TimeoutStopSec=(\d+)/)).toBeGreaterThan(drain('deploy/systemd/hola.env') + 30)
  })

  test('is nobody special, and its root can be read only', () => {
    expect(textOf('Dockerfile')).toMatch(/^USER node$/m)
    expect(textOf('compose.yaml')).toContain('read_only: true')
    expect(textOf('deploy/kubernetes.yaml')).toContain('readOnlyRootFilesystem: true')
    for (const unit of units) expect(textOf(unit)).toMatch(/^User=hola$[\s\S]*^ProtectSystem=strict$/m)
  })

  test('lets a photograph through the proxy', () => {
    const megabytes = Number(/client_max_body_size (\d+)m;/.exec(textOf('deploy/proxy/nginx.conf'))?.[1])
    const { body_limit_bytes: limit } = contract['app/upload_image_info']
    expect(megabytes * 1024 * 1024).toBeGreaterThan(limit)
  })

  test('leaves to each unit what it sets by itself: for systemd the file of settings wins', () => {
    const ofAll = new Set(namesIn('deploy/systemd/hola.env'))
    for (const unit of units) expect(namesIn(unit).filter((name) => ofAll.has(name) && readsSettings(unit))).toEqual([])
    for (const unit of units) expect(namesIn(unit)).toContain('DATABASE_URL_FILE')
  })

  test('carries no secret', () => {
    for (const path of [...Object.keys(setIn), 'deploy/proxy/Caddyfile'])
      expect(textOf(path)).not.toMatch(/[A-Za-z0-9+/]{43}=|APP_USR-/)
  })
})
