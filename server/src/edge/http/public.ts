// What other rooms may use of this one. Nothing of it is imported past this file.

export type { ApiRow } from './api.ts'
export { mountApi } from './api.ts'
export { mountHealth } from './health.ts'
export { openMetrics } from './metrics.ts'
export { serveOpenApi } from './openapi.ts'
export { mountProviderWebhooks } from './provider-webhooks.ts'
export { mountSandboxApi } from './sandbox-api.ts'
export { openHttpServer } from './server.ts'
export { builtWebRoot, serveWebApp } from './static-files.ts'
