import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Where the web app's build ends up. */
export const builtWebRoot = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/** Where the build of the desk's app ends up. */
export const builtDeskRoot = fileURLToPath(new URL('../../../../desk/dist/', import.meta.url))

export const isDeskBuilt = (): boolean => existsSync(join(builtDeskRoot, 'index.html'))

const YEAR_SECONDS = 31_536_000

/** The sandbox's page, which production must not hand out under any spelling. */
const isSandboxPage = (path: string) => /^\/*sandbox\.html/i.test(path)

/** The one form of a range that is followed; HTTP lets a server ignore any other, and what is no range at all. */
const isRange = (text: string): boolean => {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(text) ?? []
  return first !== undefined && (last === '' || Number(first) <= Number(last))
}

/** The `Content-Range` of a refusal, when somebody asked for a part of a file that lies behind its end. */
export const endOfFile = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('statusCode' in error) || error.statusCode !== 416) return undefined
  const headers: unknown = 'headers' in error ? error.headers : undefined
  return (headers as Record<string, string> | undefined)?.['Content-Range'] ?? 'bytes */*'
}

/**
 * Serves the built web app. Hashed files never change, so a browser keeps them for a year; the pages that name them are
 * asked for again each time and answered with 304 while they are the same. Compressed files lie beside each file since
 * the build. Routes live in the hash, so `/` is the only page: any other address is a plain 404.
 */
export const serveWebApp = (
  app: FastifyInstance,
  { webRoot, withSandbox }: { webRoot: string; withSandbox: boolean },
): void => {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    if (headers.range !== undefined && !isRange(headers.range)) delete headers.range
  })
  app.register(fastifyStatic, {
    root: webRoot,
    index: ['index.html'],
    preCompressed: true,
    // The manifest in `.vite` is for tools.
    dotfiles: 'ignore',
    // A checkout without a build (the dev server, most tests) is no reason to complain.
    suppressWarning: true,
    cacheControl: false,
    allowedPath: (path) => !/\.(br|gz)$/.test(path) && (withSandbox || !isSandboxPage(path)),
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(`${webRoot}assets/`)
      reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  if (withSandbox) {
    app.get('/sandbox', (_request, reply) => reply.sendFile('sandbox.html'))
  }
}

/** Both languages: nothing is known of who asks. */
export const notFoundPage = `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>404</title></head>
<body>
<h1>404</h1>
<p>Esta página no existe. <a href="/">Volver al inicio</a></p>
<p lang="en">This page does not exist. <a href="/">Back to Home</a></p>
</body>
</html>
`
