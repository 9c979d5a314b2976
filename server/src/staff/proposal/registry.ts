import type { ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import type { Kind } from './kind.ts'
import { agency } from './kinds/agency.ts'
import { block, unblock } from './kinds/block.ts'
import { coupon } from './kinds/coupon.ts'
import { debtorsReport } from './kinds/debtors-report.ts'
import { exportData } from './kinds/export.ts'
import { limit } from './kinds/limit.ts'
import { member } from './kinds/member.ts'
import { payoutResend } from './kinds/payout-resend.ts'
import { place } from './kinds/place.ts'
import { plan, planReversal } from './kinds/plan.ts'
import { publication } from './kinds/publication.ts'
import { transferReturn, transferReversal, transferRestoration, unplacing } from './kinds/receipt-reversal.ts'
import { refund, refundReversal } from './kinds/refund.ts'
import { start } from './kinds/start.ts'
import { statement } from './kinds/statement.ts'
import { transfer } from './kinds/transfer.ts'
import { waiver, waiverReversal } from './kinds/waiver.ts'
import { writeOff, writeOffReversal } from './kinds/write-off.ts'

/** How each kind of proposal is carried out. One missing or one too many does not compile. */
export const registry = {
  refund,
  refund_reversal: refundReversal,
  payout_resend: payoutResend,
  transfer,
  transfer_reversal: transferReversal,
  transfer_restoration: transferRestoration,
  transfer_return: transferReturn,
  statement,
  place,
  unplacing,
  waiver,
  waiver_reversal: waiverReversal,
  plan,
  plan_reversal: planReversal,
  write_off: writeOff,
  write_off_reversal: writeOffReversal,
  publication,
  limit,
  coupon,
  block,
  unblock,
  export: exportData,
  debtors_report: debtorsReport,
  member,
  start,
  agency,
} as const satisfies { readonly [Name in ProposalKind]: Kind<Name> }
