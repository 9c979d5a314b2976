import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { m } from '@hola/i18n/compiled/messages.js'
import { leanMessage, leanRuntime } from './lean-messages.ts'

type Messages = Record<string, (inputs: object, options: { locale: string }) => string>

const compiled = join(import.meta.dirname, '../../i18n/src/compiled')
const inputs = new Proxy({}, { get: (_, name) => `<${String(name)}>` })

/** All lean messages in one module, which Node reads as it is. */
const importTogether = async (codes: readonly string[]): Promise<Messages> => {
  const folder = await mkdtemp(join(tmpdir(), 'hola-lean-'))
  try {
    const file = join(folder, 'messages.mjs')
    const runtime = leanRuntime(await readFile(join(compiled, 'runtime.js'), 'utf8'))
    await writeFile(file, [runtime, ...codes.map((code) => code.replace(/^import.*\n/, ''))].join('\n'))
    return await import(/* @vite-ignore */ pathToFileURL(file).href)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('every message says the same in every language before and after', { timeout: 20_000 }, async () => {
  const names = Object.keys(m)
  const lean = new Map<string, string>()
  for (const name of names) {
    const code = leanMessage(name, await readFile(join(compiled, 'messages', `${name}.js`), 'utf8'))
    if (code !== undefined) lean.set(name, code)
  }
  const before = m as unknown as Messages
  const after = await importTogether([...lean.values()])
  for (const name of lean.keys()) {
    for (const locale of ['en', 'es', 'vi']) {
      expect(after[name]?.(inputs, { locale }), `${name} in ${locale}`).toBe(before[name]?.(inputs, { locale }))
    }
  }
  // Should Paraglide ever write its files in another way, nothing would be leaner and the first screen too heavy.
  expect(lean.size).toBeGreaterThan(names.length * 0.9)
})
