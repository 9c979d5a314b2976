import { readFileSync } from 'node:fs'
import type { Clock, Random } from '@hola/core/clock.ts'
import type { CallPath } from '@hola/core/contract/contract.ts'
import { contract } from '@hola/core/contract/contract.ts'
import type { DeskCall } from '@hola/core/desk-contract/call.ts'
import type { DeskPath } from '@hola/core/desk-contract/contract.ts'
import { deskContract } from '@hola/core/desk-contract/contract.ts'
import { CatalogueProblem, parseProducts } from '@hola/core/product/parse-products.ts'
import type { FastifyInstance } from 'fastify'
import { messageWebhooks } from './person/account/public.ts'
import { openPrinter } from './lending/agreement/public.ts'
import { readReference, warnOfTableEnd } from './platform/reference/public.ts'
import { publishShipped } from './lending/catalog/public.ts'
import { buildOf } from './platform/build.ts'
import { openCallMeter } from './platform/call-meter.ts'
import { systemClock, systemRandom } from './platform/clock.ts'
import { readCouponGifts } from './lending/coupon/public.ts'
import type { Pool } from './platform/db/public.ts'
import { inTransaction, poolOfDesk, shareOfPool } from './platform/db/public.ts'
import { handlers } from './handlers.ts'
import { deskHandlers } from './edge/desk/public.ts'
import type { ApiRow } from './edge/http/public.ts'
import {
  builtDeskRoot,
  builtWebRoot,
  deskHeaders,
  mountApi,
  mountDeskApi,
  mountHealth,
  mountProviderWebhooks,
  mountSandboxApi,
  openHttpServer,
  serveOpenApi,
  serveWebApp,
} from './edge/http/public.ts'
import { openMetrics } from './edge/metrics/public.ts'
import {
  openFaceIndex,
  openIdentityReader,
  openImageCleaner,
  openPhotos,
  readIdentityRules,
} from './person/identity/public.ts'
import { openFill } from './edge/simulation/public.ts'
import { jobHandlers } from './job-handlers.ts'
import type { JobHandlers, JobName } from './platform/jobs/public.ts'
import { jobTable, openQueue } from './platform/jobs/public.ts'
import type { Log } from './platform/log.ts'
import { readMembership } from './lending/membership/public.ts'
import { payoutWebhook } from './lending/payout/public.ts'
import { bureauRegistry } from './providers/bureau/public.ts'
import { collectionRegistry } from './providers/collection/public.ts'
import { openFiles } from './providers/files/public.ts'
import { openMessages } from './providers/messages/public.ts'
import { payoutRegistry } from './providers/payout/public.ts'
import { watchProviders } from './providers/watched.ts'
import { collectionWebhooks } from './lending/repayment/public.ts'
import { findLastReasons, loadRules, readReviewRules } from './lending/review/public.ts'
import { fileWithdrawal, settleRequestsOf, announcePayoutTo } from './rights/consumer/public.ts'
import { stoppedUntil } from './staff/switch/public.ts'
import { openSandboxClock } from './platform/sandbox-clock.ts'
import { openTracing } from './platform/open-tracing.ts'
import { createSealer, loadKeyring } from './platform/sealed/public.ts'
import type { Services } from './edge/services.ts'
import type { Settings } from './edge/settings.ts'

const productsFile = new URL('../data/products.json', import.meta.url)

/** What the application stands on. `clock` is the machine's; in sandbox mode the product's own is built on it. */
export type Dependencies = {
  readonly settings: Settings
  readonly pool: Pool
  readonly log: Log
  readonly clock?: Clock
  readonly random?: Random
}

/**
 * From a migrated database to everything a handler needs: reference data read and checked, the catalogue in its table,
 * the clock, the job queue. A file that breaks a rule throws here, before anything listens.
 */
export const openServices = async ({
  settings,
  pool,
  log,
  clock: realClock = systemClock,
  random = systemRandom,
}: Dependencies): Promise<Services> => {
  const reference = readReference()
  const { levels: membershipLevels, loanCountsFromDays } = readMembership()
  const products = parseProducts(readFileSync(productsFile, 'utf8'))
  if (products instanceof CatalogueProblem) throw new Error(`products.json: ${products.reason}`)
  const couponGifts = readCouponGifts()
  const reviewRules = readReviewRules()

  const sandboxClock = settings.mode === 'sandbox' ? await openSandboxClock(pool, realClock) : undefined
  const clock = sandboxClock ?? realClock
  warnOfTableEnd({ clock, reference, log })
  await inTransaction(pool, (tx) => publishShipped(tx, products, clock.now()))
  const review = await inTransaction(pool, (tx) => loadRules(tx, reviewRules, clock.now()))
  const tracing = await openTracing(settings.traceEndpoint, buildOf(settings).version)
  const jobs = await openQueue(jobTable, {
    pool,
    log,
    offsetMs: () => sandboxClock?.offsetMs() ?? 0,
    supervise: settings.role !== 'web',
    tracing,
  })

  const keyring = await loadKeyring(pool, settings.secrets)
  const sealer = createSealer(keyring, random)
  const callMeter = openCallMeter()
  const watch = watchProviders(callMeter, tracing)
  const { providers } = settings
  const messages = watch.messages(
    openMessages(providers.messages, {
      pool,
      clock,
      random,
      sealer,
      machineClock: realClock,
      publicUrl: settings.publicUrl,
    }),
    {
      phone: providers.messages.phone.provider,
      mail: providers.messages.mail.provider,
    },
  )
  const bureau = watch.bureau(bureauRegistry.open(providers.bureau, { clock }), providers.bureau.provider)
  const payouts = watch.payouts(payoutRegistry.open(providers.payout, { settings, pool, clock, random, jobs }))
  const collectionMeans = { ...settings, pool, clock, machineClock: realClock, log }
  const collectors = providers.collection.map((one) => watch.collector(collectionRegistry.open(one, collectionMeans)))
  const files = watch.files(
    openFiles(providers.files, { dataDir: settings.dataDir, sealer, random }),
    providers.files.store,
  )
  // Both start with the first photo: a start of the server does not wait for them.
  const cleaner = openImageCleaner({ onError: (error) => log.error({ err: error }, 'decoding a photo') })
  const reader = openIdentityReader({ onError: (error) => log.error({ err: error }, 'reading a photo') })
  const faces = openFaceIndex({ pool, sealer, onError: (error) => log.error({ err: error }, 'reading the faces') })
  const close = async (): Promise<void> => {
    faces.close()
    await Promise.all([cleaner.close(), reader.close()])
  }
  const identity = { cleaner, reader, rules: readIdentityRules(), faces, close }
  const printer = openPrinter({ onError: (error) => log.error({ err: error }, 'printing a document') })
  const photos = openPhotos({ sealer, clock, jobs, rules: identity.rules })

  const services: Omit<Services, 'fill'> = {
    settings,
    pool,
    clock,
    machineClock: realClock,
    sandboxClock,
    random,
    sealer,
    keyring,
    jobs,
    callMeter,
    tracing,
    messages,
    photos,
    decisions: { findLastReasons },
    switches: { stoppedUntil },
    consumerRequests: { settle: settleRequestsOf, fileWithdrawal: fileWithdrawal, announcePayout: announcePayoutTo },
    files,
    printer,
    identity,
    bureau,
    payouts,
    collectors,
    review,
    log,
    reference,
    membershipLevels,
    loanCountsFromDays,
    couponGifts,
  }
  // In production the made-up book is not switched off, it is not there.
  return { ...services, fill: sandboxClock === undefined ? undefined : openFill(services, jobHandlers) }
}

/** Of the connections of the pool, all jobs together and those of one queue hold at most so many: the rest is for requests. */
const JOB_CONNECTIONS = 8
const QUEUE_CONNECTIONS = 4

/**
 * Takes jobs from now on. Throws when a job has no handler. Stopped by `services.jobs.stop()`. Jobs that all wait for the
 * lock of one loan wait with the connections of their queue, and the other queues and the requests go on.
 */
export const startWorkers = async (services: Services): Promise<void> => {
  const ofAllJobs = shareOfPool(services.pool, JOB_CONNECTIONS)
  const own = (): JobHandlers<typeof jobTable> =>
    jobHandlers({ ...services, pool: shareOfPool(ofAllJobs, QUEUE_CONNECTIONS) })
  const handlers = Object.fromEntries(
    (Object.keys(jobTable) as JobName<typeof jobTable>[]).map((name) => [name, own()[name]]),
  )
  await services.jobs.startWorkers(handlers, services.sandboxClock?.refresh)
  // In the sandbox nobody is looked for by her face. Filling it takes a while: the first photo does not wait for all of it.
  const { identity, log } = services
  if (services.settings.mode === 'production')
    identity.faces.refresh().catch((error: unknown) => log.error({ err: error }, 'reading the faces'))
}

type Stopping = {
  /** Whether the process was asked to stop, and waits for those who still come; never, unless told. */
  readonly isStopping?: () => boolean
}

/** Beside it what only tests replace: some handlers of the table, and the folder of the built web app. */
export type BuildOptions = Stopping & {
  readonly replaced?: Readonly<Record<string, ApiRow['handler']>>
  readonly webRoot?: string
  /** How long the figures of /metrics are shown before they are read again. */
  readonly figuresKeptMs?: number
}

/**
 * The whole server from what it is given, ready for `listen` or `inject`. Read it from top to bottom: this is the order
 * in which a request meets things, and there is no other place where a route comes from.
 */
export const buildServer = (
  services: Services,
  { replaced = {}, webRoot = builtWebRoot, isStopping = () => false, figuresKeptMs }: BuildOptions = {},
): FastifyInstance => {
  // The house rules: limits, security headers, one way to read JSON, one exit for errors, one for unknown paths.
  const metrics = openMetrics(services, { figuresKeptMs })
  const app = openHttpServer(services, metrics)
  app.addHook('onClose', () => metrics.close())

  // The contract, call by call: headers and token, body, handler, answer. What a row says is also what /openapi.json prints.
  mountApi(
    app,
    services,
    (Object.keys(contract) as CallPath[]).map((path) => ({
      path,
      call: contract[path],
      handler: replaced[path] ?? handlers[path],
    })),
  )
  serveOpenApi(app, contract)

  mountProviderWebhooks(
    app,
    services,
    [payoutWebhook(services), ...collectionWebhooks(services), ...messageWebhooks(services)],
    metrics,
  )

  // For the machinery around us: /healthz, /readyz, /metrics.
  mountHealth(app, services, { metrics, isStopping })

  // In production the sandbox is not switched off, it is not there.
  if (services.sandboxClock !== undefined) mountSandboxApi(app, services, services.sandboxClock)

  // Last, because it takes every address that is left.
  serveWebApp(app, { webRoot, withSandbox: services.sandboxClock !== undefined })

  return app
}

/** What a process answers that only works off the queue: how it is doing. Borrowers are answered by others. */
export const buildJobsServer = (services: Services, { isStopping = () => false }: Stopping = {}): FastifyInstance => {
  const metrics = openMetrics(services)
  const app = openHttpServer(services, metrics)
  app.addHook('onClose', () => metrics.close())
  mountHealth(app, services, { metrics, isStopping })
  return app
}

/**
 * The server of the lender's desk, on a port and an origin of its own: nothing of the borrowers' API is here, and nothing
 * of this there. Its transactions have the rights of the desk.
 */
export const buildDeskServer = (
  services: Services,
  { webRoot = builtDeskRoot }: { readonly webRoot?: string } = {},
): FastifyInstance => {
  const app = openHttpServer(services, { observeRequest: () => {} }, deskHeaders)
  const isSandbox = services.sandboxClock !== undefined
  const rows = (Object.keys(deskContract) as DeskPath[])
    .map((path) => ({ path, call: deskContract[path] as DeskCall, handler: deskHandlers[path] }))
    // In production the sandbox's way in is not switched off, it is not there.
    .filter(({ call }) => isSandbox || call.sandbox !== true)
  mountDeskApi(app, { ...services, pool: poolOfDesk(services.pool) }, rows)
  serveWebApp(app, { webRoot, withSandbox: false })
  return app
}
