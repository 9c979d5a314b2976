import { staffRoles } from '@hola/core/desk-contract/roles.ts'
import type { Services } from '../services.ts'
import { showActs } from './acts.ts'
import type { Hand } from '../../staff/act/public.ts'
import type { SignedIn } from '../../staff/member/public.ts'
import type { Given, Shape } from './arguments.ts'
import { showBooks } from './books.ts'
import { showCase, showCases, showDiffering } from './cases.ts'
import { giveCoupon } from './coupon.ts'
import { approve, askForRetake, refuse } from './decide.ts'
import { writeErased } from './erased.ts'
import { verify, verifyAll } from './evidence.ts'
import { retryJob, showJobs } from './jobs.ts'
import { showPayouts } from './payouts.ts'
import { writePhotos } from './photos.ts'
import type { Answer } from './print.ts'
import { UsageProblem } from './problem.ts'
import { readProducts, showProducts } from './products.ts'
import type { By } from './proposals.ts'
import {
  approve as approveProposal,
  decline,
  propose,
  proposeMember,
  showProposal,
  showProposals,
  withdraw,
} from './proposals.ts'
import { showSuspense } from './receipts.ts'
import { reconcileDay } from './reconciliation.ts'
import { answer, confirm, showRequest, showRequests } from './requests.ts'
import type { Terminal } from './sign-in.ts'
import { inviteFirstSupervisor, signIn, signOut } from './sign-in.ts'
import { showStaff, suspend } from './staff.ts'
import { readCount, readDay, readId, readMoney, readOneOf, readPesos, readSentence } from './values.ts'

/** `member`: who is signed in, for a command that names what she must be allowed to. */
type Command = Shape & {
  readonly run: (services: Services, given: Given, member: SignedIn | undefined, terminal: Terminal) => Promise<Answer>
}

const none = { least: 0, most: 0 }
const one = { least: 1, most: 1 }
const two = { least: 2, most: 2 }
const EXTENSION_DAYS_MAX = 365
const VALID_DAYS_MAX = 3650

/** Looking at a case is an act too; whoever looks for another reason says it. */
const LOOKS = 'to decide the case'

const id = ({ words }: Given): string => readId(words[0] ?? '')
const word = ({ words }: Given): string => words[0] ?? ''
const value = ({ values }: Given, name: string): string => values[name] ?? ''
const hand = (given: Given, member: SignedIn | undefined, usually = LOOKS): Hand => {
  if (member === undefined) throw new Error(`"${given.command}" is done by nobody`)
  return { memberId: member.memberId, name: member.name, why: value(given, 'why') || usually }
}

const readGift = (given: Given): Parameters<typeof giveCoupon>[2]['gift'] => {
  const { fee, days } = given.values
  if ((fee === undefined) === (days === undefined))
    throw new UsageProblem('A coupon takes something off the fee (--fee) or gives days (--days): one of the two.')
  return fee === undefined
    ? { kind: 'interest_free_extension', extensionDays: readCount('days', days ?? '', EXTENSION_DAYS_MAX) }
    : { kind: 'fee_reduction', feeReductionCentavos: readPesos('fee', fee) }
}

const by = (given: Given, member: SignedIn | undefined): By => {
  if (member === undefined) throw new Error(`"${given.command}" is done by nobody`)
  return { member, why: value(given, 'why') }
}

/** The whole desk, in the order in which it is used. */
export const commands: Readonly<Record<string, Command>> = {
  'invite-first': {
    usage: '<name>',
    summary: 'Invites one of the first two supervisors by a link and a code; everybody else is invited at the desk.',
    words: one,
    options: {},
    run: (services, given) => inviteFirstSupervisor(services, word(given).trim()),
  },
  'sign-in': {
    usage: '[--as <name>]',
    summary:
      'Shows a code and waits until a member has confirmed it at the desk. In the sandbox --as takes a made-up one.',
    words: none,
    options: { as: 'optional' },
    run: (services, given, _member, terminal) => signIn(services, terminal, given.values['as']),
  },
  'sign-out': {
    usage: '',
    summary: 'Ends the session of this command line.',
    words: none,
    options: {},
    run: (services, _given, _member, terminal) => signOut(services, terminal),
  },
  cases: {
    usage: '',
    summary: 'The cases that wait for a person, the oldest first.',
    words: none,
    options: {},
    run: (services) => showCases(services),
  },
  case: {
    usage: '<id> [--why <words>]',
    summary: 'Everything that a decision is made from: reasons in words, the identity check, what was done before.',
    words: one,
    options: { why: 'optional' },
    power: 'see_cases',
    run: (services, given, member) => showCase(services, hand(given, member), id(given)),
  },
  differing: {
    usage: '',
    summary:
      'Decisions that may have come out otherwise, had a lender been seen that reports to the bureau a month later.',
    words: none,
    options: {},
    power: 'see_cases',
    run: (services) => showDiffering(services),
  },
  photos: {
    usage: '<id> --to <folder> [--why <words>]',
    summary: 'Writes the three photos into a folder, for your eyes only; that you saw them is written down.',
    words: one,
    options: { to: 'needed', why: 'optional' },
    power: 'see_cases',
    run: (services, given, member) =>
      writePhotos(services, hand(given, member), { userId: id(given), folder: value(given, 'to') }),
  },
  approve: {
    usage: '<id> --limit <pesos> [--same-person no] --why <words>',
    summary: 'Approves a waiting case with a limit; one above what the rules allow is proposed.',
    words: one,
    options: { limit: 'needed', 'same-person': 'optional', why: 'needed' },
    power: 'decide_cases',
    run: (services, given, member) =>
      approve(services, by(given, member), {
        userId: id(given),
        limit: readPesos('limit', value(given, 'limit')),
        isOtherPerson:
          given.values['same-person'] !== undefined &&
          readOneOf('same-person', given.values['same-person'], ['no']) === 'no',
      }),
  },
  refuse: {
    usage: '<id> --reason <code> --why <words>',
    summary: 'Refuses a waiting case; the person is told the reason in words, and when she can try again.',
    words: one,
    options: { reason: 'needed', why: 'needed' },
    power: 'decide_cases',
    run: (services, given, member) =>
      refuse(services, hand(given, member), { userId: id(given), reason: value(given, 'reason') }),
  },
  retake: {
    usage: '<id> --photo front|back|selfie [--reason <code>] --why <words>',
    summary: 'Gives a waiting case back to the person, with one photo to take again and the reason in words.',
    words: one,
    options: { photo: 'needed', reason: 'optional', why: 'needed' },
    power: 'decide_cases',
    run: (services, given, member) =>
      askForRetake(services, hand(given, member), {
        userId: id(given),
        photo: readOneOf('photo', value(given, 'photo'), ['front', 'back', 'selfie']),
        reason: given.values['reason'],
      }),
  },
  coupon: {
    usage: '<id or phone> --fee <pesos> | --days <n> --valid <days> --why <words>',
    summary: 'Gives a person a coupon: something off the fee, or days more to pay; a large one is proposed.',
    words: one,
    options: { fee: 'optional', days: 'optional', valid: 'needed', why: 'needed' },
    power: 'give_coupons',
    run: (services, given, member) =>
      giveCoupon(services, by(given, member), {
        person: word(given),
        gift: readGift(given),
        validDays: readCount('valid', value(given, 'valid'), VALID_DAYS_MAX),
      }),
  },
  products: {
    usage: '',
    summary: 'What is offered now, in which version, since when and by whom.',
    words: none,
    options: {},
    run: (services) => showProducts(services),
  },
  publish: {
    usage: '<file> --why <words>',
    summary:
      'Proposes to offer the products in a file like server/data/products.json; one that breaks a rule is refused.',
    words: one,
    options: { why: 'needed' },
    power: 'make_proposals',
    run: async (services, given, member) =>
      propose(services, by(given, member), {
        kind: 'publication',
        details: { products_json: await readProducts(word(given)) },
      }),
  },
  payouts: {
    usage: '',
    summary: 'Payouts that failed, whose end nobody knows, or that wait for long; the oldest first.',
    words: none,
    options: {},
    run: (services) => showPayouts(services),
  },
  resend: {
    usage: '<loan number> --why <words>',
    summary: 'Proposes to send a payout again, under its own key, that has been without an answer for a day.',
    words: one,
    options: { why: 'needed' },
    power: 'make_proposals',
    run: (services, given, member) =>
      propose(services, by(given, member), { kind: 'payout_resend', details: { order_number: word(given) } }),
  },
  suspense: {
    usage: '[--why <words>]',
    summary: 'Money that came and that no rule can place, the oldest first.',
    words: none,
    options: { why: 'optional' },
    power: 'see_money',
    run: (services, given, member) => showSuspense(services, hand(given, member, 'to place money')),
  },
  place: {
    usage: '<provider> <id> --order <number> --why <words>',
    summary: 'Proposes to put money in suspense on a loan; it counts on the day on which it was paid.',
    words: two,
    options: { order: 'needed', why: 'needed' },
    power: 'make_proposals',
    run: (services, given, member) => {
      const [provider = '', providerPaymentId = ''] = given.words
      const details = { provider, provider_payment_id: providerPaymentId, order_number: value(given, 'order') }
      return propose(services, by(given, member), { kind: 'place', details })
    },
  },
  transfer: {
    usage: '<id> --amount <pesos> --day <day> [--reference <text>] --why <words>',
    summary: 'Proposes to enter a transfer from the statement of TRANSFER_ACCOUNT, under the id of the bank.',
    words: one,
    options: { amount: 'needed', day: 'needed', reference: 'optional', why: 'needed' },
    power: 'make_proposals',
    run: (services, given, member) =>
      propose(services, by(given, member), {
        kind: 'transfer',
        details: {
          provider_payment_id: word(given),
          amount_centavos: readMoney('amount', value(given, 'amount')),
          paid_day: readDay('day', value(given, 'day')),
          reference: value(given, 'reference') || null,
        },
      }),
  },
  refund: {
    usage: '<loan number> [--amount <pesos>] --why <words>',
    summary: 'Proposes to book the credit of a loan, or a part of it, as given back; you make the transfer then.',
    words: one,
    options: { amount: 'optional', why: 'needed' },
    power: 'make_proposals',
    run: (services, given, member) => {
      const { amount } = given.values
      return propose(services, by(given, member), {
        kind: 'refund',
        details: {
          order_number: word(given),
          amount_centavos: amount === undefined ? null : readMoney('amount', amount),
        },
      })
    },
  },
  reconcile: {
    usage: '[--day <day>] [--why <words>]',
    summary: 'Compares the books of a day with the statements of the providers. Without a day, yesterday.',
    words: none,
    options: { day: 'optional', why: 'optional' },
    power: 'reconcile',
    run: (services, given, member) => {
      const { day } = given.values
      return reconcileDay(
        services,
        hand(given, member, 'to see that the books are right'),
        day === undefined ? undefined : readDay('day', day),
      )
    },
  },
  books: {
    usage: '<loan number> [--why <words>]',
    summary: 'The books of a loan, entry by entry, and whether they are whole and unchanged.',
    words: one,
    options: { why: 'optional' },
    power: 'see_loans',
    run: (services, given, member) => showBooks(services, hand(given, member, 'to look into a loan'), word(given)),
  },
  requests: {
    usage: '',
    summary: 'What was asked for by the two buttons of the law, or complained of, and is going on, the oldest first.',
    words: none,
    options: {},
    run: (services) => showRequests(services),
  },
  request: {
    usage: '<number> [--why <words>]',
    summary: 'One such request: the address, what was typed, where it stands.',
    words: one,
    options: { why: 'optional' },
    power: 'see_requests',
    run: (services, given, member) => showRequest(services, hand(given, member, 'to answer a request'), word(given)),
  },
  confirm: {
    usage: '<number> [--loan <number>] --why <words>',
    summary: 'You know who asked, and about which loan: what she asked for is carried out, and she is told.',
    words: one,
    options: { loan: 'optional', why: 'needed' },
    power: 'answer_requests',
    run: (services, given, member) =>
      confirm(services, hand(given, member), { typed: word(given), loan: given.values['loan'] }),
  },
  answer: {
    usage: '<number> --say <words> [--end] --why <words>',
    summary:
      'Sends your words to whoever asked; with --end a complaint is answered, and nothing more comes of a request.',
    words: one,
    options: { say: 'needed', end: 'flag', why: 'needed' },
    power: 'answer_requests',
    run: (services, given, member) =>
      answer(services, hand(given, member), {
        typed: word(given),
        words: readSentence('say', value(given, 'say')),
        isEnd: given.flags.has('end'),
      }),
  },
  jobs: {
    usage: '',
    summary: 'Work that failed every attempt and waits for a person, the oldest first.',
    words: none,
    options: {},
    run: (services) => showJobs(services),
  },
  retry: {
    usage: '<job id> --why <words>',
    summary: 'Has such work tried again.',
    words: one,
    options: { why: 'needed' },
    power: 'retry_jobs',
    run: (services, given, member) => retryJob(services, hand(given, member), id(given)),
  },
  erased: {
    usage: '<loan number> --to <folder> --why <words>',
    summary: 'Writes who a borrower is that erased her account, for an authority; the first time it is proposed.',
    words: one,
    options: { to: 'needed', why: 'needed' },
    power: 'export_data',
    run: (services, given, member) =>
      writeErased(services, by(given, member), { orderNumber: word(given), folder: value(given, 'to') }),
  },
  block: {
    usage: '<id> --why <words>',
    summary: 'Proposes to block an account.',
    words: one,
    options: { why: 'needed' },
    power: 'make_proposals',
    run: (services, given, member) =>
      propose(services, by(given, member), { kind: 'block', details: { user_id: id(given) } }),
  },
  unblock: {
    usage: '<id> --why <words>',
    summary: 'Proposes to open a blocked account again.',
    words: one,
    options: { why: 'needed' },
    power: 'make_proposals',
    run: (services, given, member) =>
      propose(services, by(given, member), { kind: 'unblock', details: { user_id: id(given) } }),
  },
  proposals: {
    usage: '',
    summary: 'What waits for a second person, the ones that end first first.',
    words: none,
    options: {},
    power: 'see_proposals',
    run: (services) => showProposals(services),
  },
  proposal: {
    usage: '<proposal id>',
    summary: 'One proposal, and exactly what would happen now.',
    words: one,
    options: {},
    power: 'see_proposals',
    run: (services, given) => showProposal(services, id(given)),
  },
  'approve-proposal': {
    usage: '<proposal id> --seen <code> --why <words>',
    summary: 'Approves what somebody else proposed, if it is what "proposal" showed; it is carried out at once.',
    words: one,
    options: { seen: 'needed', why: 'needed' },
    power: 'decide_proposals',
    isSensitive: true,
    run: (services, given, member) =>
      approveProposal(services, by(given, member), { proposalId: id(given), seen: value(given, 'seen') }),
  },
  'decline-proposal': {
    usage: '<proposal id> --why <words>',
    summary: 'Declines what somebody else proposed.',
    words: one,
    options: { why: 'needed' },
    power: 'decide_proposals',
    run: (services, given, member) => decline(services, by(given, member), id(given)),
  },
  'withdraw-proposal': {
    usage: '<proposal id> --why <words>',
    summary: 'Takes your own proposal back.',
    words: one,
    options: { why: 'needed' },
    power: 'make_proposals',
    run: (services, given, member) => withdraw(services, by(given, member), id(given)),
  },
  staff: {
    usage: '',
    summary: 'Everybody of the staff.',
    words: none,
    options: {},
    power: 'see_staff',
    run: (services) => showStaff(services),
  },
  invite: {
    usage: '<name> --role <role> --why <words>',
    summary: 'Proposes a new member: you give her a code, whoever approves gives her a link.',
    words: one,
    options: { role: 'needed', why: 'needed' },
    power: 'make_proposals',
    run: (services, given, member) =>
      proposeMember(services, by(given, member), {
        name: word(given).trim(),
        role: readOneOf('role', value(given, 'role'), staffRoles),
      }),
  },
  suspend: {
    usage: '<name> --why <words>',
    summary: 'Suspends a member; she is signed out everywhere.',
    words: one,
    options: { why: 'needed' },
    power: 'suspend_staff',
    isSensitive: true,
    run: (services, given, member) => suspend(services, hand(given, member), word(given)),
  },
  acts: {
    usage: '[--since <day>]',
    summary: 'What was done at the desk: who, when, about whom, why. Without a day, the last 30.',
    words: none,
    options: { since: 'optional' },
    run: (services, given) => {
      const { since } = given.values
      return showActs(services, { since: since === undefined ? undefined : readDay('since', since) })
    },
  },
  verify: {
    usage: '<id> | --all',
    summary: 'Checks the chain of what proves the signatures of a person, or of everybody.',
    words: { least: 0, most: 1 },
    options: { all: 'flag' },
    run: (services, given) => {
      if (given.flags.has('all') === given.words.length > 0)
        throw new UsageProblem('It is: desk verify <id>, or desk verify --all')
      return given.flags.has('all') ? verifyAll(services) : verify(services, id(given))
    },
  },
}
