import { describe, expect, test } from 'vitest'
import { ok, problem } from '../platform/finding.ts'
import type { Adapter } from './registry.ts'
import { adapter, registry } from './registry.ts'
import { matching } from './settings-reader.ts'
import { readAlone } from './test-reading.ts'

type Means = { readonly clock: string }
type Port = { readonly provider: string; readonly says: string }

const sandbox: Adapter<Means, Port> = adapter({
  name: 'sandbox',
  isSandbox: true,
  rows: [],
  read: () => ({}),
  open: (_settings, { clock }) => ({ provider: 'sandbox', says: clock }),
})

const vendor = (name: string, parts: { readonly note?: string; readonly turnedOnBy?: string } = {}) => {
  const key = `${name.toUpperCase()}_KEY`
  const vendorAdapter: Adapter<Means, Port> = adapter({
    name,
    ...parts,
    rows: [{ name: key, default: 'none', meaning: `key of ${name}` }],
    read: ({ needed, readUrl }) => ({
      key: needed(key, matching(/^[a-z]+$/), 'small letters', '', 'hidden'),
      url: readUrl(`${name.toUpperCase()}_URL`, `https://${name}.example`),
    }),
    open: (settings, { clock }) => ({ provider: name, says: `${settings.key} ${settings.url} ${clock}` }),
  })
  return vendorAdapter
}

const parts = {
  setting: 'WHO',
  meaning: 'who does it: sandbox only plays',
  need: 'somebody real',
  adapters: [sandbox, vendor('acme', { note: 'far away' }), vendor('best'), vendor('own', { turnedOnBy: 'OWN_KEY' })],
}
const one = registry(parts)
const several = registry({ ...parts, several: true })

const reading = (chosen: typeof one, env: Record<string, string>, inProduction = false) => {
  const { settings, lines } = readAlone(chosen, env, { inProduction })
  return { settings, lines, names: settings.map(({ provider }) => provider) }
}

describe('choosing', () => {
  test('nothing is the sandbox', () => {
    expect(reading(one, {})).toMatchObject({ names: ['sandbox'], lines: [] })
  })

  test('one by its name', () => {
    expect(reading(one, { WHO: 'acme', ACME_KEY: 'abc' })).toEqual({
      settings: [{ provider: 'acme', key: 'abc', url: 'https://acme.example' }],
      lines: [],
      names: ['acme'],
    })
  })

  test('several in their order, where the kind allows it', () => {
    const env = { WHO: 'best, acme', ACME_KEY: 'abc', BEST_KEY: 'abc' }
    expect(reading(several, env)).toMatchObject({ names: ['best', 'acme'], lines: [] })
    expect(reading(one, env).lines).toEqual(['WHO must be sandbox, acme or best'])
  })

  test.each(['nobody', 'acme,acme', 'acme,', 'own', 'acme,nobody'])('%s is refused with who there is', (WHO) => {
    const { lines } = reading(several, { WHO, ACME_KEY: 'abc' })
    expect(lines).toEqual(['WHO must be sandbox, acme or best'])
  })

  test('one that a setting of its own turns on comes last', () => {
    const env = { WHO: 'acme', ACME_KEY: 'abc', OWN_KEY: 'xyz' }
    expect(reading(one, env)).toMatchObject({ names: ['acme', 'own'], lines: [] })
  })
})

describe('complaints', () => {
  test('what the chosen one needs is missed, what the others need is not', () => {
    expect(reading(one, { WHO: 'acme' }).lines).toEqual(['ACME_KEY is missing: WHO=acme needs small letters'])
  })

  test('a mistyped setting of one that was not chosen is found', () => {
    expect(reading(one, { BEST_KEY: '1', OWN_URL: 'ftp://x' }).lines).toEqual([
      'BEST_KEY must be small letters',
      'OWN_URL must be like https://own.example',
    ])
  })

  test('production takes no sandbox, not even beside a real one, and no address without https', () => {
    const needed = 'production needs somebody real, acme or best'
    expect(reading(one, {}, true).lines).toEqual([`WHO is missing: ${needed}`])
    expect(reading(several, { WHO: 'acme,sandbox', ACME_KEY: 'abc' }, true).lines).toEqual([
      `WHO is "acme,sandbox": ${needed}`,
    ])
    expect(reading(one, { WHO: 'acme', ACME_KEY: 'abc', ACME_URL: 'http://acme.example' }, true).lines).toEqual([
      'ACME_URL must be like https://acme.example',
    ])
  })
})

test('its rows of the settings table name everybody', () => {
  expect(one.names).toEqual(['sandbox', 'acme', 'best'])
  expect(one.chooser).toEqual({
    name: 'WHO',
    default: 'sandbox',
    meaning: 'who does it: sandbox only plays; acme (far away) or best in production',
  })
  expect(several.chooser.meaning).toMatch(/ in production, one or several with commas$/)
  expect(one.rows.map(({ name }) => name)).toEqual(['ACME_KEY', 'BEST_KEY', 'OWN_KEY'])
})

test('what an adapter has read is opened by that adapter, with what all are given', () => {
  const { settings } = reading(one, { WHO: 'acme', ACME_KEY: 'abc' })
  expect(one.open(settings[0], { clock: 'now' })).toEqual({ provider: 'acme', says: 'abc https://acme.example now' })
  expect(() => one.open({ provider: 'nobody' }, { clock: 'now' })).toThrow('WHO knows no nobody')
})

test('a kind without a sandbox cannot be made', () => {
  expect(() => registry({ ...parts, adapters: [vendor('acme')] })).toThrow('WHO has no sandbox')
})

describe('checking', () => {
  const means = { publicUrl: 'https://hola.example', inProduction: true, clock: { now: () => new Date(0) } }
  const asked = registry({
    ...parts,
    adapters: [
      sandbox,
      adapter({
        name: 'acme',
        rows: [],
        read: () => ({ key: 'of-acme' }),
        open: () => ({ provider: 'acme', says: '' }),
        check: async ({ key }, { publicUrl }) => [ok(`takes ${key}`), problem(`does not know ${publicUrl}`)],
      }),
      vendor('best'),
    ],
  })
  const check = (env: Record<string, string>) => asked.check(reading(asked, env).settings[0], means)

  test('each finding of the adapter has the setting in front that chose it', async () => {
    expect(await check({ WHO: 'acme' })).toEqual([
      { state: 'ok', words: 'WHO=acme: takes of-acme' },
      { state: 'problem', words: 'WHO=acme: does not know https://hola.example' },
    ])
  })

  test('an adapter without a check says so in a line', async () => {
    expect(await check({})).toEqual([{ state: 'ok', words: expect.stringMatching(/^WHO=sandbox: /) }])
    expect(await check({ WHO: 'best', BEST_KEY: 'k' })).toEqual([
      { state: 'ok', words: expect.stringMatching(/^WHO=best: /) },
    ])
  })
})
