import { join } from 'node:path'
import { createServer } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    partsUrl: string
  }
}

/** The page of the parts is in no build: it comes from where `npm run dev` has it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const web = await createServer({
    configFile: join(import.meta.dirname, '..', '..', 'web', 'vite.config.ts'),
    server: { port: 0, hmr: false },
    logLevel: 'error',
  })
  await web.listen()
  project.provide('partsUrl', new URL('ui.html', web.resolvedUrls?.local[0]).href)
  return () => web.close()
}
