import type { DeskPath } from '@hola/core/desk-contract/contract.ts'
import { showActs, verifyActs } from './acts.ts'
import { approveCase, listCases, openCase, refuseCase, retakePhoto, showCase, showPhotos, showSame } from './cases.ts'
import { contact, listLate, optOut, previewText, promise, showLate } from './arrears.ts'
import type { DeskHandler } from './context.ts'
import { listJobs, retryJob } from './jobs.ts'
import { askAccount, askPayout, listPayouts, sendPayout } from './payouts.ts'
import { listProducts } from './products.ts'
import { compareReceipt, listReceipts, showReceipt } from './receipts.ts'
import { noteDifference, runDay, showDay, showMonth } from './reconciliation.ts'
import { books, document, list as listLoans, offers, show as showLoan, whatIf } from './loans.ts'
import { coupon, events, find, note, notes, openField, recentPeople, show as showPerson } from './people.ts'
import { approve, decline, listProposals, previewProposal, propose, showProposal, withdraw } from './proposals.ts'
import { handOver, release, showColleagues, showQueue, showQueueCounts, take } from './queue.ts'
import { debtorsAllowed, showJournal, writeDebtors } from './exports.ts'
import { showBalances, showPortfolio } from './portfolio.ts'
import { fillDesk, fillState } from './sandbox.ts'
import { answerOne, confirmOne, listRequests, openOne, previewAnswer, showRequest, showTemplate } from './requests.ts'
import {
  acceptInvitation,
  beginInvitation,
  beginSession,
  challenge,
  letCommandLineIn,
  me,
  sandboxMembers,
  sandboxSignIn,
  signInByPasskey,
  signOut,
} from './session.ts'
import { listStaff, suspend } from './staff.ts'
import { keepStatement, listStatements, readFile, showStatement } from './statements.ts'
import { listSwitches, stop } from './switches.ts'

/** Who answers which call of the desk. One missing or one too many does not compile. */
export const deskHandlers = {
  'session/begin': beginSession,
  'session/sign_in': signInByPasskey,
  'session/sandbox_members': sandboxMembers,
  'session/sandbox_sign_in': sandboxSignIn,
  'session/me': me,
  'session/sign_out': signOut,
  'session/challenge': challenge,
  'session/let_command_line_in': letCommandLineIn,
  'invitation/begin': beginInvitation,
  'invitation/accept': acceptInvitation,
  'staff/list': listStaff,
  'staff/suspend': suspend,
  'proposals/list': listProposals,
  'proposals/show': showProposal,
  'proposals/preview': previewProposal,
  'proposals/propose': propose,
  'proposals/approve': approve,
  'proposals/decline': decline,
  'proposals/withdraw': withdraw,
  'queue/list': showQueue,
  'queue/counts': showQueueCounts,
  'queue/take': take,
  'queue/release': release,
  'queue/hand_over': handOver,
  'queue/colleagues': showColleagues,
  'cases/list': listCases,
  'cases/show': showCase,
  'cases/open': openCase,
  'cases/photos': showPhotos,
  'cases/same': showSame,
  'cases/approve': approveCase,
  'cases/refuse': refuseCase,
  'cases/retake': retakePhoto,
  'switches/list': listSwitches,
  'switches/stop': stop,
  'requests/list': listRequests,
  'requests/show': showRequest,
  'requests/open': openOne,
  'requests/template': showTemplate,
  'requests/preview': previewAnswer,
  'requests/confirm': confirmOne,
  'requests/answer': answerOne,
  'arrears/list': listLate,
  'arrears/show': showLate,
  'arrears/preview': previewText,
  'arrears/contact': contact,
  'arrears/promise': promise,
  'arrears/opt_out': optOut,
  'acts/list': showActs,
  'acts/verify': verifyActs,
  'payouts/list': listPayouts,
  'payouts/ask': askPayout,
  'payouts/send': sendPayout,
  'payouts/account': askAccount,
  'jobs/list': listJobs,
  'jobs/retry': retryJob,
  'receipts/list': listReceipts,
  'receipts/show': showReceipt,
  'receipts/compare': compareReceipt,
  'statements/read': readFile,
  'statements/keep': keepStatement,
  'statements/list': listStatements,
  'statements/show': showStatement,
  'reconciliation/month': showMonth,
  'reconciliation/day': showDay,
  'reconciliation/run': runDay,
  'reconciliation/note': noteDifference,
  'products/list': listProducts,
  'search/find': find,
  'people/recent': recentPeople,
  'people/show': showPerson,
  'people/events': events,
  'people/open': openField,
  'sandbox/fill': fillDesk,
  'portfolio/show': showPortfolio,
  'portfolio/balances': showBalances,
  'exports/journal': showJournal,
  'exports/debtors_allowed': debtorsAllowed,
  'exports/debtors': writeDebtors,
  'sandbox/fill_state': fillState,
  'people/notes': notes,
  'people/note': note,
  'people/coupon': coupon,
  'loans/list': listLoans,
  'loans/show': showLoan,
  'loans/books': books,
  'loans/what_if': whatIf,
  'loans/offers': offers,
  'loans/document': document,
} as const satisfies { readonly [Path in DeskPath]: DeskHandler<Path> }
