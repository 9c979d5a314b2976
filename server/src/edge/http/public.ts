// What other rooms may use of this one. Nothing of it is imported past this file.

export type { ApiRow } from './api.ts'
export { mountApi } from './api.ts'
export { mountDeskApi } from './desk-api.ts'
export { mountHealth } from './health.ts'
export { serveOpenApi } from './openapi.ts'
export { mountProviderWebhooks } from './provider-webhooks.ts'
export { mountSandboxApi } from './sandbox-api.ts'
export { deskHeaders } from './security-headers.ts'
export { openHttpServer } from './server.ts'
export { builtDeskRoot, builtWebRoot, isDeskBuilt, serveWebApp } from './static-files.ts'
