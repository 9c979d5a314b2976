import type { Clock, Random } from '@hola/core/clock.ts'
import type { CallMeter } from './call-meter.ts'
import type { Pool } from './db/pool.ts'
import type { Jobs } from './jobs/queue.ts'
import type { Log } from './log.ts'
import type { Reference } from './reference/reference.ts'
import type { LearningKeyring } from './sealed/keyring.ts'
import type { Sealer } from './sealed/sealer.ts'
import type { Tracing } from './tracing.ts'

export type Mode = 'sandbox' | 'production'

/** What must never leave the server; 32 bytes each. */
export type Secrets = {
  readonly codePepper: Uint8Array
  /** Replaced ones, under which codes may have been sent a moment ago. */
  readonly oldCodePeppers?: readonly Uint8Array[]
  readonly fieldKey: Uint8Array
  /** Those that FIELD_KEY replaces: they open what they have sealed until it is sealed anew. */
  readonly oldFieldKeys?: readonly Uint8Array[]
}

/** The settings that act below the edge. */
export type CommonSettings = { readonly mode: Mode; readonly publicUrl: string; readonly secrets: Secrets }

/**
 * What every storey is given. No room reaches for the environment, the machine's clock or chance by itself: what is not
 * in here does not exist for a handler, and a test replaces any of it. Each storey adds what it has in a `services.ts` of
 * its own; app.ts puts everything together.
 */
export type Services = {
  readonly settings: CommonSettings
  readonly pool: Pool
  readonly clock: Clock
  /** The machine's own time, which files and other programs know; the product's differs from it in the sandbox alone. */
  readonly machineClock: Clock
  readonly random: Random
  readonly sealer: Sealer
  /** The keys of the sealer, which may change while the process runs. */
  readonly keyring: LearningKeyring
  readonly jobs: Jobs
  readonly reference: Reference
  readonly log: Log
  /** What this process has asked of providers. */
  readonly callMeter: CallMeter
  /** Undefined where no traces are sent. */
  readonly tracing: Tracing | undefined
}
