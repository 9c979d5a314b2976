import type { CallPath } from '@hola/core/contract/contract.ts'
import type { CallContext as ContextWith, Handler as HandlerWith } from '../platform/handler.ts'
import type { Clock } from '@hola/core/clock.ts'
import type { Tx } from '../platform/db/public.ts'
import type { CommonSettings } from '../platform/services.ts'
import type { Services as ProviderServices } from '../providers/services.ts'
import type { Decisions } from './application/decisions.ts'
import type { Photos } from './application/photos.ts'
import type { FaceIndex } from './identity/face-index.ts'
import type { ImageCleaner } from './identity/image-cleaner.ts'
import type { IdentityReader } from './identity/reader.ts'
import type { IdentityRules } from './identity/rules.ts'

/** With how many messages with codes may go out in an hour, of the whole product. */
export type PersonSettings = CommonSettings & { readonly messagesPerHourMax: number }

/** What the staff has stopped for a while. */
export type Switches = {
  readonly stoppedUntil: (tx: Tx, means: { readonly clock: Clock }, target: 'applications') => Promise<Date | undefined>
}

/** What the rooms about a person are given. */
export type Services = ProviderServices & {
  readonly settings: PersonSettings
  readonly photos: Photos
  readonly decisions: Decisions
  readonly switches: Switches
  readonly identity: {
    readonly cleaner: ImageCleaner
    readonly reader: IdentityReader
    readonly rules: IdentityRules
    readonly faces: FaceIndex
    /** Ends the process of the cleaner and the thread of the reader, and lets the faces rest. */
    readonly close: () => Promise<void>
  }
}

export type CallContext = ContextWith<Services>
export type Handler<P extends CallPath> = HandlerWith<P, Services>
