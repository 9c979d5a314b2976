import type { TestProject } from 'vitest/node'
import { appNames, buildIfStale } from '../tools/web-build.ts'
import { discard, newDataDir, startServer } from './server.ts'
import { freePort } from '../server/src/platform/free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    url: string
    dataDir: string
  }
}

/** One server for all suites; those that stop or move it start one of their own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const app of appNames) await buildIfStale(app)
  const server = await startServer(await newDataDir(), await freePort())
  project.provide('url', server.url)
  project.provide('dataDir', server.dataDir)
  return () => discard(server)
}
