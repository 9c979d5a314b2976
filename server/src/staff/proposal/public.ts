// What other rooms may use of this one. Nothing of it is imported past this file.

export type { Effect } from './kind.ts'
export { NotPossible } from './kind.ts'
export { giveCouponAlone } from './kinds/coupon.ts'
export { findOrderByNumber } from './order.ts'
export type { Preview } from './proposals.ts'
export {
  approveProposal,
  declineProposal,
  propose,
  rehearse,
  areDetailsOf,
  stateOf,
  withdrawProposal,
} from './proposals.ts'
export type { KeptDetails, ProposalRow } from './store.ts'
export {
  findProposal,
  findUnusedExport,
  listAllowedReports,
  listOpenProposals,
  listProposalsToSign,
  sumOpenProposals,
} from './store.ts'
