import type { CallPath } from '@hola/core/contract/contract.ts'
import type { Services } from '../lending/services.ts'
import type { CallContext as ContextWith, Handler as HandlerWith } from '../platform/handler.ts'

export type { Services }

export type CallContext = ContextWith<Services>
export type Handler<P extends CallPath> = HandlerWith<P, Services>
