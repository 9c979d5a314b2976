import type { CallPath } from '@hola/core/contract/contract.ts'
import type {
  CallContext as ContextWith,
  ContextOf as ContextOfWith,
  Handler as HandlerWith,
} from '../platform/handler.ts'
import type { Services as RightsServices } from '../rights/services.ts'
import type { SandboxClock } from '../platform/sandbox-clock.ts'
import type { Settings } from './settings.ts'

export type FillState = {
  /** not_here: others than the sandbox's own providers pay out or collect, and their books cannot be made up. */
  readonly state: 'empty' | 'filling' | 'filled' | 'not_here'
  readonly doneOfThousand: number
}

/** Fills the desk of a sandbox with a made-up book, once. `start` does not wait for the end, `ended` does. */
export type Fill = {
  readonly state: () => Promise<FillState>
  /** Of 300 borrowers unless told otherwise. */
  readonly start: (borrowers?: number) => Promise<void>
  readonly ended: () => Promise<void>
}

/** Everything the application is given. */
export type Services = RightsServices & {
  readonly settings: Settings
  /** The same clock with its handle to move it; only in sandbox mode. */
  readonly sandboxClock: SandboxClock | undefined
  /** Only in sandbox mode. */
  readonly fill: Fill | undefined
}

export type CallContext = ContextWith<Services>
export type ContextOf<P extends CallPath> = ContextOfWith<P, Services>
export type Handler<P extends CallPath> = HandlerWith<P, Services>
