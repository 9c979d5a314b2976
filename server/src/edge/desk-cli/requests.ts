import type { StaffProblem, Settled, SituationName, WholeRequest } from '../../rights/consumer/public.ts'
import { isWritten } from '@hola/core/consumer.ts'
import { answerUntil, listRequests } from '../../rights/consumer/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { Hand } from '../../staff/act/public.ts'
import { answerByHand, confirmByHand, seeRequest } from '../../staff/request/public.ts'
import { findOrderByNumber } from './order.ts'
import type { Answer } from './print.ts'
import { pairs, parts, showTime, table } from './print.ts'
import { DeskProblem } from './problem.ts'

const standings: Readonly<Record<SituationName, string>> = {
  which_loan: 'nobody knows which loan it is about',
  confirm_regret: 'asked for without a log-in: to be confirmed',
  on_its_way: 'withdrawn while the money was on its way',
  return: 'she is to give back what she received',
  no_account: 'no account has this address',
  confirm_end: 'asked for without a log-in: to be confirmed',
  after_loan: 'done when her loan is repaid',
  in_hand: 'to be answered in words',
  to_cancel: 'about to be carried out',
  to_end: 'about to be carried out',
  cancelled: 'done: the loan has no effect, no money left',
  withdrawn: 'done: the capital is back',
  ended: 'done: the service has ended',
  answered: 'done: answered',
  paid: 'not possible: the loan was repaid',
  too_late: 'not possible: the days to withdraw are over',
  not_returned: 'not possible: the capital was not back by the last day, the loan goes on as agreed',
  no_loan: 'not possible: there is no loan',
  declined: 'not possible: ended at the desk',
}

/** What a person answers waits for her words; of the others the message that goes out by itself is the answer. */
const isLate = ({ request }: Settled, { clock, reference }: Services): boolean =>
  (isWritten(request.kind) || request.acknowledgedAt === null) && clock.now() > answerUntil(request, reference.holidays)

const answeredText = (settled: Settled, services: Services): string => {
  const { acknowledgedAt, kind } = settled.request
  if (isLate(settled, services)) return 'NO, LATE'
  return acknowledgedAt === null || isWritten(kind) ? 'no' : showTime(acknowledgedAt)
}

const requestJson = ({ request, situation }: Settled, { reference }: Services): object => ({
  tracking_number: request.trackingNumber,
  kind: request.kind,
  state: request.state,
  situation: situation.name,
  received_at: request.receivedAt.toISOString(),
  answer_until_at: answerUntil(request, reference.holidays).toISOString(),
  acknowledged_at: request.acknowledgedAt?.toISOString() ?? null,
  concluded_at: request.concludedAt?.toISOString() ?? null,
  is_proven: request.isProven,
  user_id: request.userId,
  order_number: situation.orderNumber,
})

/** What consumers have asked for by the two buttons, or complained of, and is going on. Nothing in it says who asked. */
export const showRequests = async (services: Services): Promise<Answer> => {
  const open = await inTransaction(services.pool, (tx) => listRequests(tx, services))
  return {
    text:
      open.length === 0
        ? 'Nobody waits for an answer.'
        : table(
            ['NUMBER', 'KIND', 'RECEIVED', 'ANSWER BY', 'ANSWERED', 'LOAN', 'STANDS'],
            open.map((settled) => [
              settled.request.trackingNumber,
              settled.request.kind,
              showTime(settled.request.receivedAt),
              showTime(answerUntil(settled.request, services.reference.holidays)),
              answeredText(settled, services),
              settled.situation.orderNumber ?? '-',
              standings[settled.situation.name],
            ]),
          ),
    json: open.map((settled) => requestJson(settled, services)),
    exitCode: open.some((settled) => isLate(settled, services)) ? 1 : 0,
  }
}

const problemWords: Readonly<Record<StaffProblem, string>> = {
  no_such_request: 'There is no request with this number.',
  has_ended: 'This request has ended: see it with "request".',
  not_to_confirm: 'What waits for words is answered, not confirmed.',
  no_account: 'No account has this address: say with --loan which loan it is about.',
  not_hers: 'That loan belongs to somebody else than the address of the request.',
}

const whole = ({ request, situation, typed, address, said }: WholeRequest, { reference }: Services): string => {
  return pairs([
    ['number', request.trackingNumber],
    ['kind', request.kind],
    ['stands', standings[situation.name]],
    ['received', showTime(request.receivedAt)],
    ['answer by', showTime(answerUntil(request, reference.holidays))],
    ['number sent', request.acknowledgedAt === null ? '-' : showTime(request.acknowledgedAt)],
    ['ended', request.concludedAt === null ? '-' : showTime(request.concludedAt)],
    ['address', address],
    ['language', request.language],
    ['account', request.userId ?? '-'],
    ['proven', request.isProven ? 'yes' : 'no'],
    ['loan', situation.orderNumber ?? '-'],
    ['loan as typed', typed.orderNumber || '-'],
    ['note', typed.note || '-'],
    ['said by the desk', said ?? '-'],
  ])
}

/** One request with the address and what was typed; that it was seen is written down. */
export const showRequest = async (services: Services, hand: Hand, typed: string): Promise<Answer> => {
  const settled = await inTransaction(services.pool, async (tx) => {
    const found = await seeRequest(tx, services, hand, typed)
    if (found === undefined) throw new DeskProblem(problemWords.no_such_request)
    return found
  })
  return {
    text: whole(settled, services),
    json: {
      ...requestJson(settled, services),
      address: settled.address,
      language: settled.request.language,
      typed_order_number: settled.typed.orderNumber,
      note: settled.typed.note,
      said: settled.said ?? null,
    },
  }
}

const done = (services: Services, settled: Settled, ...lines: string[]): Answer => ({
  text: parts(`${settled.request.trackingNumber}: ${standings[settled.situation.name]}.`, ...lines),
  json: requestJson(settled, services),
})

/** Who asked is known by other means than a log-in: her request is carried out. */
export const confirm = async (
  services: Services,
  hand: Hand,
  { typed, loan }: { readonly typed: string; readonly loan: string | undefined },
): Promise<Answer> => {
  const settled = await inTransaction(services.pool, async (tx) => {
    const order = loan === undefined ? undefined : await findOrderByNumber(tx, loan)
    const confirmed = await confirmByHand(tx, services, hand, { typed, order })
    if (typeof confirmed === 'string') throw new DeskProblem(problemWords[confirmed])
    return confirmed
  })
  return done(services, settled, 'She is told so.')
}

/** Words of a person, to whoever asked. */
export const answer = async (
  services: Services,
  hand: Hand,
  { typed, words, isEnd }: { readonly typed: string; readonly words: string; readonly isEnd: boolean },
): Promise<Answer> => {
  const settled = await inTransaction(services.pool, async (tx) => {
    const answered = await answerByHand(tx, services, hand, { typed, words, isEnd })
    if (typeof answered === 'string') throw new DeskProblem(problemWords[answered])
    return answered
  })
  return done(
    services,
    settled,
    isEnd ? 'Your words are on their way, and the request has ended.' : 'Your words are on their way.',
  )
}
