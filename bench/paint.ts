import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { brotliCompressSync } from 'node:zlib'
import { chromium, type Browser, type Page } from 'playwright-core'
import { discard, newDataDir, startServer } from '../e2e/server.ts'
import { installedBrowser, noBrowser } from '../tools/browser.ts'
import { dist, reactAloneFolder } from './first-screen.ts'
import { median } from './median.ts'
import { phone, slowCpu } from './phone.ts'
import { freePort } from '../server/src/platform/free-port.ts'

// How soon a guest on a cheap phone sees Home and can use it, against two pages that do less: Home as plain HTML with
// the same style sheets, and React drawing one empty div. All come from one small server over the same slow line, in
// turns, and only ratios within one turn are compared: the machine may be busy. Each of the two also runs against itself:
// what differs from one there is noise.

export const lcpRatioMax = 1.1
export const readyRatioMax = 1.3

export const lines = {
  'Slow 4G': { latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 },
  '3G': { latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 },
} as const
export type Line = keyof typeof lines

type Paint = { lcpMs: number; readyMs: number; shift: number }

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Kept, because compressing takes as long as the line does. */
const compressedFiles = new Map<string, Buffer>()

const send = (response: ServerResponse, path: string, body: Buffer): void => {
  const type = contentTypes[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  const compressed = compressedFiles.get(path) ?? brotliCompressSync(body)
  compressedFiles.set(path, compressed)
  response.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'content-length': compressed.length })
  response.end(compressed)
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Serves the three pages from one place; the app's calls go on to the real server. */
const serve = async (appUrl: string, pages: Map<string, string>): Promise<{ server: Server; url: string }> => {
  const folders = [dist, reactAloneFolder]
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const page = pages.get(pathname)
      if (page !== undefined) return send(response, `${pathname}.html`, Buffer.from(page))
      const file = folders.map((folder) => join(folder, pathname)).find((path) => existsSync(path))
      if (pathname.startsWith('/assets/') && file) return send(response, file, readFileSync(file))
      const headers = Object.entries(request.headers).filter(([name]) =>
        /^(content-type|x-|authorization|accept)/.test(name),
      )
      const body = await readBody(request)
      const passed = await fetch(`${appUrl}${request.url}`, {
        method: request.method ?? 'GET',
        headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      })
      response.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? '' })
      response.end(Buffer.from(await passed.arrayBuffer()))
    }
    answer().catch((problem: unknown) => response.destroy(problem instanceof Error ? problem : undefined))
  })
  server.listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the bench has no port')
  return { server, url: `http://127.0.0.1:${address.port}` }
}

/** Home as it stands when all has come, without what runs. */
const staticHome = async (browser: Browser, url: string): Promise<string> => {
  const context = await phone(browser)
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  const html = await page.evaluate(() => {
    for (const running of document.querySelectorAll('script, template, noscript, link[rel=modulepreload]')) {
      running.remove()
    }
    return `<!doctype html>${document.documentElement.outerHTML}`
  })
  await context.close()
  return html
}

const slowDown = async (page: Page, line: Line): Promise<void> => {
  const session = await slowCpu(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...lines[line] })
}

declare global {
  interface Window {
    paint: Paint
  }
}

/** Runs in the page before anything else. `isReady` is the text of a function that says whether it can be used. */
const watch = (isReady: string): string => `
  window.paint = { lcpMs: 0, readyMs: 0, shift: 0 }
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.paint.lcpMs = entry.startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.paint.shift += entry.value })
    .observe({ type: 'layout-shift', buffered: true })
  const look = () => { if ((${isReady})()) window.paint.readyMs = performance.now(); else requestAnimationFrame(look) }
  requestAnimationFrame(look)
`

const measure = async (browser: Browser, url: string, line: Line, isReady: string): Promise<Paint> => {
  const context = await phone(browser)
  const page = await context.newPage()
  await slowDown(page, line)
  await page.addInitScript(watch(isReady))
  await page.goto(url, { waitUntil: 'commit', timeout: 120_000 })
  await page.waitForFunction(() => window.paint.readyMs > 0, undefined, { timeout: 120_000 })
  await page.waitForLoadState('networkidle')
  const paint = await page.evaluate(() => window.paint)
  await context.close()
  return paint
}

export type PaintRatios = {
  line: Line
  lcp: number
  lcpNull: number
  ready: number
  readyNull: number
  shift: number
  lcpMs: number
  readyMs: number
}

export const paintRatios = async (rounds: number): Promise<PaintRatios[]> => {
  const found = installedBrowser()
  if (!found) throw new Error(noBrowser)
  const app = await startServer(await newDataDir(), await freePort())
  const browser = await chromium.launch({ executablePath: found.path, args: found.args })
  const pages = new Map<string, string>([
    ['/', readFileSync(join(dist, 'index.html'), 'utf8')],
    ['/react', readFileSync(join(reactAloneFolder, 'index.html'), 'utf8')],
  ])
  const { server, url } = await serve(app.url, pages)
  try {
    pages.set('/static', await staticHome(browser, url))
    const painted = "() => performance.getEntriesByType('paint').length > 0 && document.readyState === 'complete'"
    const drawn = "() => document.querySelector('#app > *') !== null"
    const results: PaintRatios[] = []
    for (const line of Object.keys(lines) as Line[]) {
      const rows: Record<'still' | 'home' | 'react' | 'stillAgain' | 'reactAgain', Paint>[] = []
      for (let round = 0; round < rounds; round += 1) {
        const still = await measure(browser, `${url}/static`, line, painted)
        const home = await measure(
          browser,
          `${url}/`,
          line,
          "() => document.querySelector('#app > :not([data-first-paint])') !== null",
        )
        const react = await measure(browser, `${url}/react`, line, drawn)
        const stillAgain = await measure(browser, `${url}/static`, line, painted)
        const reactAgain = await measure(browser, `${url}/react`, line, drawn)
        rows.push({ still, home, react, stillAgain, reactAgain })
      }
      results.push({
        line,
        lcp: median(rows.map(({ home, still }) => home.lcpMs / still.lcpMs)),
        ready: median(rows.map(({ home, react }) => home.readyMs / react.readyMs)),
        lcpNull: median(rows.map(({ stillAgain, still }) => stillAgain.lcpMs / still.lcpMs)),
        readyNull: median(rows.map(({ reactAgain, react }) => reactAgain.readyMs / react.readyMs)),
        shift: Math.max(...rows.map(({ home }) => home.shift)),
        lcpMs: median(rows.map(({ home }) => home.lcpMs)),
        readyMs: median(rows.map(({ home }) => home.readyMs)),
      })
    }
    return results
  } finally {
    server.close()
    server.closeAllConnections()
    await browser.close()
    await discard(app)
  }
}
