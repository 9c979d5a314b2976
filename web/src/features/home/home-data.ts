import type { RetOf } from '@hola/core/contract/contract.ts'
import type { Remote } from '../../lib/remote.ts'

export type Home = RetOf<'app/home'>

/** Home's one answer, with when it was read. */
export type ReadyHome = Remote<Home> & { status: 'ready' }

export const stepUrls = {
  basic: '/pages/step/step-basic/step-basic',
  social: '/pages/step/step-social/step-social',
  withdrawal: '/pages/step/step-withdrawal/step-withdrawal',
  photos: '/pages/upload/upload-id-card/upload-id-card',
} as const
