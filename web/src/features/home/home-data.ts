import type { RetOf } from '@hola/core/contract/contract.ts'
import type { Remote } from '../../lib/remote.ts'

export type Home = RetOf<'app/home'>

/** Home's one answer, with when it was read. */
export type ReadyHome = Remote<Home> & { status: 'ready' }
