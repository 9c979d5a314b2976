import * as z from 'zod/mini'
import {
  askedDay,
  days,
  instant,
  line,
  listOf,
  positiveMoney,
  sha256,
  signedMoney,
  typed,
  uuid,
  whole,
} from '../contract/fields.ts'
import { PLAN_PARTS_MAX } from '../loan/plan.ts'
import { pesos } from '../money.ts'
import { deskCalls } from './call.ts'
import type { StaffRole } from './roles.ts'
import { staffRoles } from './roles.ts'
import { switchTarget } from './switches.ts'

/** A coupon above either is given by two people. */
export const COUPON_ALONE_FEE_MAX = pesos(5_000)
export const COUPON_ALONE_DAYS_MAX = 15
/** One member alone gives a person one of them in so many days: many small ones are a large one. */
export const COUPON_ALONE_EVERY_DAYS = 30

const PRODUCTS_TEXT_MAX = 40_000

const orderNumber = typed(40)
const receiptDetails = z.strictObject({ provider: typed(40), provider_payment_id: typed(100) })
const planPart = z.strictObject({ due_day: askedDay, amount_centavos: positiveMoney })

/**
 * Everything that takes two people: who may propose it, and what a proposal says. A supervisor who is not the proposer
 * approves or declines it.
 */
export const proposalKinds = {
  refund: {
    propose: ['treasury', 'supervisor'],
    /** Without an amount, the whole credit at the time of approval. By hand unless the payout provider is to send it. */
    details: z.strictObject({
      order_number: orderNumber,
      amount_centavos: z.nullable(positiveMoney),
      way: z.optional(z.enum(['by_hand', 'provider'])),
    }),
  },
  refund_reversal: {
    propose: ['treasury', 'supervisor'],
    details: z.strictObject({ order_number: orderNumber, refund_id: uuid }),
  },
  /** Sends a payout again, under its own key, that has been without an answer and without an id of the provider for a day. */
  payout_resend: {
    propose: ['treasury', 'supervisor'],
    details: z.strictObject({ order_number: orderNumber }),
  },
  transfer: {
    propose: ['treasury', 'supervisor'],
    details: z.strictObject({
      provider_payment_id: typed(100),
      amount_centavos: positiveMoney,
      paid_day: askedDay,
      reference: z.nullable(typed(200)),
    }),
  },
  place: {
    propose: ['treasury', 'supervisor'],
    details: z.strictObject({ provider: typed(40), provider_payment_id: typed(100), order_number: orderNumber }),
  },
  /** Takes money off the loan on which it was placed by hand; it is in suspense again. */
  unplacing: {
    propose: ['treasury', 'supervisor'],
    details: receiptDetails,
  },
  transfer_reversal: {
    propose: ['treasury', 'supervisor'],
    details: receiptDetails,
  },
  /** A transfer that was taken back as a mistake has come after all. */
  transfer_restoration: {
    propose: ['treasury', 'supervisor'],
    details: receiptDetails,
  },
  /** A transfer that is nobody's was sent back to whoever had sent it. */
  transfer_return: {
    propose: ['treasury', 'supervisor'],
    details: receiptDetails,
  },
  /** Enters the transfers of a bank statement that are not in the books yet. */
  statement: {
    propose: ['treasury', 'supervisor'],
    details: z.strictObject({ import_id: uuid }),
  },
  waiver: {
    propose: ['support', 'treasury', 'supervisor'],
    details: z.strictObject({ order_number: orderNumber, amount_centavos: positiveMoney }),
  },
  waiver_reversal: {
    propose: ['support', 'treasury', 'supervisor'],
    details: z.strictObject({ order_number: orderNumber, waiver_id: uuid }),
  },
  plan: {
    propose: ['support', 'treasury', 'supervisor'],
    details: z.strictObject({ order_number: orderNumber, parts: listOf(planPart, PLAN_PARTS_MAX) }),
  },
  plan_reversal: {
    propose: ['support', 'treasury', 'supervisor'],
    details: z.strictObject({ order_number: orderNumber }),
  },
  write_off: {
    propose: ['treasury', 'supervisor'],
    details: z.strictObject({ order_number: orderNumber }),
  },
  write_off_reversal: {
    propose: ['treasury', 'supervisor'],
    details: z.strictObject({ order_number: orderNumber }),
  },
  /** Hands a late loan to an agency; she was told before. */
  agency: {
    propose: ['treasury', 'supervisor'],
    details: z.strictObject({ order_number: orderNumber, agency: typed(80) }),
  },
  publication: {
    propose: ['treasury', 'supervisor'],
    /** A file like server/data/products.json. */
    details: z.strictObject({ products_json: z.string().check(z.maxLength(PRODUCTS_TEXT_MAX)) }),
  },
  limit: {
    propose: ['analyst', 'supervisor'],
    /** `no`: whoever has the same face or image is another person; without it nobody of whom one is known is approved. */
    details: z.strictObject({
      user_id: uuid,
      limit_centavos: positiveMoney,
      same_person: z.optional(z.literal('no')),
    }),
  },
  coupon: {
    propose: ['support', 'supervisor'],
    details: z.strictObject({
      user_id: uuid,
      fee_reduction_centavos: z.nullable(positiveMoney),
      extension_days: z.nullable(whole(1, 365)),
      valid_days: days.check(z.minimum(1)),
    }),
  },
  block: {
    propose: ['analyst', 'support', 'supervisor'],
    details: z.strictObject({ user_id: uuid }),
  },
  unblock: {
    propose: ['analyst', 'support', 'supervisor'],
    details: z.strictObject({ user_id: uuid }),
  },
  export: {
    propose: ['support', 'supervisor'],
    details: z.strictObject({ order_number: orderNumber }),
  },
  /** The debtors of a day, with their names, for the central bank. */
  debtors_report: {
    propose: ['treasury', 'supervisor'],
    details: z.strictObject({ day: askedDay }),
  },
  start: {
    propose: ['treasury', 'supervisor'],
    details: z.strictObject({ target: switchTarget }),
  },
  member: {
    propose: ['supervisor'],
    /** The hash of the code that whoever proposes hands to the new member. */
    details: z.strictObject({ name: typed(60), role: z.enum(staffRoles), code_sha256: sha256 }),
  },
} as const satisfies Readonly<
  Record<string, { readonly propose: readonly StaffRole[]; readonly details: z.ZodMiniType }>
>

export type ProposalKind = keyof typeof proposalKinds

export const proposalKindNames = Object.keys(proposalKinds) as [ProposalKind, ...ProposalKind[]]

export type ProposalDetails<Kind extends ProposalKind> = z.output<(typeof proposalKinds)[Kind]['details']>

export const mayPropose = (role: StaffRole, kind: ProposalKind): boolean =>
  proposalKinds[kind].propose.some((one) => one === role)

/** Why a proposal cannot be carried out now. */
export const proposalProblems = [
  'no_such_loan',
  'no_credit',
  'more_than_credit',
  'no_such_money',
  'not_in_suspense',
  'not_paid_out',
  'no_transfer_account',
  'day_not_come',
  'entered_already',
  'no_such_person',
  'one_gift',
  'coupon_given_lately',
  'fee_above_all',
  'products_not_usable',
  'nothing_changes',
  'case_not_waiting',
  'limit_not_offered',
  'case_not_decidable',
  'same_person_not_said',
  'blocked_already',
  'not_blocked',
  'name_taken',
  'nothing_kept',
  'not_placed',
  'not_placed_by_hand',
  'not_entered_by_hand',
  'already_reversed',
  'not_reversed_by_hand',
  'no_such_refund',
  'sent_by_provider',
  'no_such_waiver',
  'more_than_late_charges',
  'nothing_owed',
  'written_off',
  'already_written_off',
  'not_written_off',
  'not_overdue',
  'being_withdrawn',
  'already_paid_off',
  'no_plan',
  'plan_running',
  'term_not_over',
  'wrong_number_of_parts',
  'days_not_in_order',
  'parts_do_not_sum',
  'part_too_small',
  'not_stopped',
  'no_such_statement',
  'nothing_to_enter',
  'day_not_counted',
  'promised',
  'no_notice',
  'handed_already',
  'complaint_open',
  'payout_not_waiting',
] as const

export type ProposalProblem = (typeof proposalProblems)[number]

/** One thing that changes when a proposal is carried out. */
const effect = z.strictObject({
  name: line(120),
  before: z.nullable(z.union([line(500), signedMoney])),
  after: z.nullable(z.union([line(500), signedMoney])),
})

const proposal = z.strictObject({
  proposal_id: uuid,
  kind: z.enum(proposalKindNames),
  user_id: z.nullable(uuid),
  order_id: z.nullable(uuid),
  why: line(500),
  proposed_by: uuid,
  proposer: line(60),
  proposed_at: instant,
  expires_at: instant,
  state: z.enum(['open', 'expired', 'approved', 'declined', 'withdrawn']),
  decided_by: z.nullable(uuid),
  decider: z.nullable(line(60)),
  decided_at: z.nullable(instant),
  decision_why: z.nullable(line(500)),
})

/** What would happen now. `seen_sha256` names exactly that: approving says what was seen. */
const preview = z.strictObject({
  effects: listOf(effect, 500),
  seen_sha256: sha256,
})

/** A kind and what it says; each kind checks its own details. */
const proposed = z.strictObject({
  kind: z.enum(proposalKindNames),
  details: z.record(
    line(40),
    z.nullable(
      z.union([z.string().check(z.maxLength(PRODUCTS_TEXT_MAX)), signedMoney, listOf(planPart, PLAN_PARTS_MAX)]),
    ),
  ),
})

const reason = typed(500)

export const proposalCalls = deskCalls({
  'proposals/list': {
    power: 'see_proposals',
    kind: 'read',
    summary:
      'The proposals that wait for a decision, the ones that end first first: all, or those about one person or loan.',
    body: z.strictObject({ user_id: z.optional(uuid), order_id: z.optional(uuid) }),
    ret: z.strictObject({ proposals: listOf(proposal, 200) }),
  },
  'proposals/show': {
    power: 'see_proposals',
    kind: 'read',
    summary: 'One proposal, and while it waits what would happen now if it were approved.',
    body: z.strictObject({ proposal_id: uuid }),
    ret: z.strictObject({ proposal, preview: z.nullable(preview), problem: z.nullable(line(500)) }),
  },
  'proposals/preview': {
    power: 'make_proposals',
    kind: 'read',
    summary: 'What would happen now if this were proposed and approved.',
    body: proposed,
    ret: preview,
  },
  'proposals/propose': {
    power: 'make_proposals',
    kind: 'act',
    summary: 'Proposes something for a second person to approve within 24 hours.',
    body: z.strictObject({ ...proposed.shape, why: reason }),
    ret: z.strictObject({ proposal, preview }),
  },
  'proposals/approve': {
    power: 'decide_proposals',
    kind: 'confirmed',
    summary: 'Approves what somebody else proposed: it is carried out at once, exactly as it was seen, or not at all.',
    body: z.strictObject({ proposal_id: uuid, seen_sha256: sha256, why: reason }),
    /** `told`: shown once to whoever approved and kept nowhere, like the link of an invitation. */
    ret: z.strictObject({ proposal, told: z.record(line(40), line(300)) }),
  },
  'proposals/decline': {
    power: 'decide_proposals',
    kind: 'act',
    summary: 'Declines what somebody else proposed.',
    body: z.strictObject({ proposal_id: uuid, why: reason }),
    ret: z.strictObject({ proposal }),
  },
  'proposals/withdraw': {
    power: 'make_proposals',
    kind: 'act',
    summary: 'Takes one’s own proposal back.',
    body: z.strictObject({ proposal_id: uuid, why: reason }),
    ret: z.strictObject({ proposal }),
  },
})
