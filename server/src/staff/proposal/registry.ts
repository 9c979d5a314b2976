import type { ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import type { Kind } from './kind.ts'
import { block, unblock } from './kinds/block.ts'
import { coupon } from './kinds/coupon.ts'
import { exportData } from './kinds/export.ts'
import { limit } from './kinds/limit.ts'
import { member } from './kinds/member.ts'
import { place } from './kinds/place.ts'
import { publication } from './kinds/publication.ts'
import { refund } from './kinds/refund.ts'
import { transfer } from './kinds/transfer.ts'

/** How each kind of proposal is carried out. One missing or one too many does not compile. */
export const registry = {
  refund,
  transfer,
  place,
  publication,
  limit,
  coupon,
  block,
  unblock,
  export: exportData,
  member,
} as const satisfies { readonly [Name in ProposalKind]: Kind<Name> }
