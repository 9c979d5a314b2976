import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { builtWebRoot } from './static-files.ts'
import { openTestServer } from './test-server.ts'

const webRoot = `${await mkdtemp(join(tmpdir(), 'hola-web-'))}/`
afterAll(() => rm(webRoot, { recursive: true }))

const script = 'export const answer = 42\n'.repeat(50)
const write = async (name: string, text: string) => {
  await writeFile(join(webRoot, name), text)
  await writeFile(join(webRoot, `${name}.br`), brotliCompressSync(text))
  await writeFile(join(webRoot, `${name}.gz`), gzipSync(text))
}
await mkdir(join(webRoot, 'assets'))
await mkdir(join(webRoot, '.vite'))
await write('index.html', '<!doctype html><title>home</title>')
await write('sandbox.html', '<!doctype html><title>sandbox</title>')
await write('assets/app-Zx81.js', script)
await writeFile(join(webRoot, '.vite/manifest.json'), '{}')
await writeFile(join(webRoot, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')

const { pool } = await testDatabase()
const start = async (mode: 'sandbox' | 'production') => {
  const { app } = await openTestServer(pool, { settings: { mode }, webRoot })
  return { app, address: await app.listen({ port: 0, host: '127.0.0.1' }) }
}
const { address: sandbox } = await start('sandbox')
const { address: production, app } = await start('production')

test('the app that is served is the one that a build leaves in web/dist', () => {
  const checkout = join(import.meta.dirname, '..', '..', '..', '..')
  expect(builtWebRoot).toBe(join(checkout, 'web', 'dist', '/'))
})

describe('a hashed file', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('for a browser that takes %s', async (accepted, encoding) => {
    const answer = await fetch(`${production}/assets/app-Zx81.js`, { headers: { 'accept-encoding': accepted } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('content-type')).toMatch(/^(text|application)\/javascript; charset=utf-8$/i)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text()).toBe(script)
  })
})

describe('the page', () => {
  test('is asked for again each time and answered with 304 while it is the same', async () => {
    const first = await fetch(`${production}/`, { headers: { 'accept-encoding': 'br' } })
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    expect(await first.text()).toContain('<title>home</title>')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    // Not by fetch, which asks for a fresh copy as soon as a caller names an ETag.
    const second = await app.inject({ url: '/', headers: { 'if-none-match': etag, 'accept-encoding': 'br' } })
    expect(second.statusCode).toBe(304)
    expect(second.body).toBe('')
  })

  test.each(['/', '/index.html', '/assets/app-Zx81.js', '/favicon.svg'])('HEAD %s has no body', async (path) => {
    const answer = await fetch(`${production}${path}`, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('')
  })

  test('keeps its query: the web app cleans the address by itself', async () => {
    expect((await fetch(`${production}/?utm=1`)).status).toBe(200)
  })
})

describe('a part of a file', () => {
  const ask = (range: string, accepted = 'identity') =>
    app.inject({ url: '/assets/app-Zx81.js', headers: { range, 'accept-encoding': accepted } })

  test('that is there is 206', async () => {
    const answer = await ask('bytes=0-5')
    expect([answer.statusCode, answer.body]).toEqual([206, 'export'])
    expect(answer.headers['content-range']).toBe(`bytes 0-5/${script.length}`)
  })

  test.each(['identity', 'br'])('that is not there is 416 and says how long the file is (%s)', async (accepted) => {
    const answer = await ask('bytes=999999-', accepted)
    expect([answer.statusCode, answer.body]).toEqual([416, ''])
    const size = accepted === 'br' ? brotliCompressSync(script).length : script.length
    expect(answer.headers).toMatchObject({
      'content-range': `bytes */${size}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    })
    expect(answer.headers).not.toHaveProperty('content-encoding')
  })

  test.each(['bytes', 'bytes=', 'bytes=a-b', 'bytes=-', 'lines=1-2', 'bytes=5-2', 'bytes=1-2,x'])(
    'asked for by %s, which is no range, is the whole file',
    async (range) => {
      const answer = await ask(range)
      expect([answer.statusCode, answer.body]).toEqual([200, script])
    },
  )
})

test.each([
  '/nope',
  '/pages/index/index',
  '/assets/',
  '/assets/gone.js',
  '/.vite/manifest.json',
  '/index.html.br',
  '/assets/app-Zx81.js.gz',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/package.json',
  '/assets/..%5c..%5cindex.html',
])('%s is a plain 404 page with a way Home', async (path) => {
  const answer = await fetch(`${production}${path}`)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await answer.text()).toContain('<a href="/">')
})

describe('the sandbox', () => {
  test('has its page in sandbox mode', async () => {
    const answer = await fetch(`${sandbox}/sandbox`, { headers: { 'accept-encoding': 'br' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(await answer.text()).toContain('<title>sandbox</title>')
  })

  test.each([
    '/sandbox',
    '/sandbox/',
    '/sandbox.html',
    '/sandbox%2ehtml',
    '/Sandbox.html',
    '//sandbox.html',
    '/./sandbox.html',
    '/assets/../sandbox.html',
    '/sandbox.html.br',
    '/sandbox.html.gz',
  ])('%s does not exist in production', async (path) => {
    const answer = await fetch(`${production}${path}`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('sandbox')
  })

  test.each([
    ['GET', '/sandbox/api/messages'],
    ['GET', '/sandbox/api/clock'],
    ['POST', '/sandbox/api/clock'],
    ['POST', '/sandbox/api/clock/reset'],
  ])('%s %s does not exist in production', async (method, path) => {
    const answer = await fetch(`${production}${path}`, {
      method,
      ...(method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
    })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })
})

test('the built app is looked for where its workspace builds it', async () => {
  expect(builtWebRoot).toMatch(/\/web\/dist\/$/)
  await expect(access(join(builtWebRoot, '..', 'vite.config.ts'))).resolves.toBeUndefined()
})
