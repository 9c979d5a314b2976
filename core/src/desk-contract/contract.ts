import type * as z from 'zod/mini'
import { actCalls } from './acts.ts'
import { caseCalls } from './cases.ts'
import { jobCalls } from './jobs.ts'
import { payoutCalls } from './payouts.ts'
import { productCalls } from './products.ts'
import { loanCalls } from './loans.ts'
import { personCalls } from './people.ts'
import { exportCalls } from './exports.ts'
import { portfolioCalls } from './portfolio.ts'
import { proposalCalls } from './proposals.ts'
import { queueCalls } from './queue.ts'
import { receiptCalls } from './receipts.ts'
import { reconciliationCalls } from './reconciliation.ts'
import { sandboxCalls } from './sandbox.ts'
import { arrearsCalls } from './arrears.ts'
import { requestCalls } from './requests.ts'
import { sessionCalls } from './session.ts'
import { staffCalls } from './staff.ts'
import { statementCalls } from './statements.ts'
import { switchCalls } from './switches.ts'

/** Every call of the lender's desk. */
export const deskContract = {
  ...sessionCalls,
  ...staffCalls,
  ...proposalCalls,
  ...queueCalls,
  ...caseCalls,
  ...actCalls,
  ...switchCalls,
  ...payoutCalls,
  ...jobCalls,
  ...receiptCalls,
  ...statementCalls,
  ...reconciliationCalls,
  ...productCalls,
  ...personCalls,
  ...sandboxCalls,
  ...loanCalls,
  ...portfolioCalls,
  ...exportCalls,
  ...requestCalls,
  ...arrearsCalls,
}

export type DeskPath = keyof typeof deskContract

/** What a handler receives: the body after the check, without the confirmation. */
export type DeskBodyOf<Path extends DeskPath> = z.output<(typeof deskContract)[Path]['body']>

export type DeskRetOf<Path extends DeskPath> = z.output<(typeof deskContract)[Path]['ret']>

export type PowerOf<Path extends DeskPath> = (typeof deskContract)[Path]['power']
