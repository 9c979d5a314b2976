import { personCode } from '@hola/core/desk-contract/codes.ts'
import { addDays, civilDayOf, isBusinessDay } from '@hola/core/calendar.ts'
import type { CivilDay, Holidays } from '@hola/core/calendar.ts'
import { isWritten, requestKinds } from '@hola/core/consumer.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { COUNT_MAX } from '@hola/core/desk-contract/counts.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { say } from '@hola/i18n/words.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { RequestPlaces, Settled, StaffProblem } from '../../rights/consumer/public.ts'
import {
  answerTemplates,
  answerUntil,
  answeredAt,
  businessDaysFor,
  countWaiting,
  isAnswerTemplate,
  isLate,
  listRequestPage,
  openRequest,
  requestMessage,
  templateWords,
} from '../../rights/consumer/public.ts'
import { findOrderByNumber } from '../../staff/proposal/public.ts'
import { answerByHand, confirmByHand, seeRequest } from '../../staff/request/public.ts'
import type { Services } from '../services.ts'
import type { DeskHandler } from './context.ts'

const PAGE = 50

type Shown = DeskRetOf<'requests/show'>['request']

/** Which business day of its clock today is: the one on which it came is none. */
const businessDay = (from: CivilDay, today: CivilDay, holidays: Holidays): number => {
  let number = 0
  for (let day = addDays(from, 1); day <= today && number < 1000; day = addDays(day, 1))
    if (isBusinessDay(day, holidays)) number += 1
  return number
}

const show = ({ request, situation }: Settled, { clock, reference: { holidays } }: Services): Shown => {
  const now = clock.now()
  const { kind, userId, concludedAt } = request
  const of = businessDaysFor[kind]
  return {
    tracking_number: request.trackingNumber,
    kind,
    situation: situation.name,
    order_number: situation.orderNumber,
    person: userId === null ? null : personCode(userId),
    is_proven: request.isProven,
    received_at: request.receivedAt.toISOString(),
    answer_until_at: answerUntil(request, holidays).toISOString(),
    business_days:
      of === undefined
        ? null
        : { number: businessDay(civilDayOf(request.receivedAt), civilDayOf(concludedAt ?? now), holidays), of },
    acknowledged_at: request.acknowledgedAt?.toISOString() ?? null,
    answered_at: answeredAt(request)?.toISOString() ?? null,
    is_late: isLate(request, holidays, now),
    concluded_at: concludedAt?.toISOString() ?? null,
    can_confirm: concludedAt === null && !isWritten(kind) && !request.isProven,
    can_answer: concludedAt === null,
  }
}

type Kept = { readonly [name: string]: readonly [at: number, trackingNumber: string] }

const writePlaces = (places: RequestPlaces): string => {
  const kept = Object.fromEntries(
    Object.entries(places).map(([name, { at, trackingNumber }]) => [name, [at.getTime(), trackingNumber]]),
  )
  return Buffer.from(JSON.stringify(kept)).toString('base64url')
}

/** The places that were handed out, or null for what we never gave. */
const readPlaces = (given: string): RequestPlaces | null => {
  try {
    const kept = JSON.parse(Buffer.from(given, 'base64url').toString()) as Kept
    const places = Object.entries(kept).map(([name, [at, trackingNumber]]) => {
      if (![...requestKinds, 'all'].includes(name) || !Number.isSafeInteger(at) || typeof trackingNumber !== 'string')
        throw new TypeError('not a place')
      return [name, { at: new Date(at), trackingNumber }] as const
    })
    return Object.fromEntries(places)
  } catch {
    return null
  }
}

export const listRequests: DeskHandler<'requests/list'> = async ({ services }, { list, kind, after }) => {
  const places = after === undefined ? {} : readPlaces(after)
  if (places === null) return refuse('bad_request')
  return inTransaction(services.pool, async (tx) => {
    const { requests, next } = await listRequestPage(tx, services, { list, kind, after: places, limit: PAGE })
    return {
      now: services.clock.now().toISOString(),
      requests: requests.map((one) => show(one, services)),
      next: next === undefined ? null : writePlaces(next),
      counts: { ...(await countWaiting(tx, COUNT_MAX)) },
    }
  })
}

export const showRequest: DeskHandler<'requests/show'> = async ({ services }, { tracking_number: typed }) =>
  inTransaction(services.pool, async (tx) => {
    const found = await openRequest(tx, services, typed)
    if (found === undefined) return refuse('consumer_request_not_found')
    return {
      now: services.clock.now().toISOString(),
      request: show(found, services),
      templates: [...answerTemplates[found.request.kind]],
    }
  })

export const openOne: DeskHandler<'requests/open'> = async (
  { services, member: { memberId, name } },
  { tracking_number: typed, why },
) =>
  inTransaction(services.pool, async (tx) => {
    const found = await seeRequest(tx, services, { memberId, name, why }, typed)
    if (found === undefined) return refuse('consumer_request_not_found')
    return {
      address: found.address,
      channel: found.request.channel,
      language: found.request.language,
      user_id: found.request.userId,
      typed_order_number: found.typed.orderNumber,
      note: found.typed.note,
      said: found.said ?? null,
    }
  })

export const showTemplate: DeskHandler<'requests/template'> = async (
  { services },
  { tracking_number: typed, template },
) =>
  inTransaction(services.pool, async (tx) => {
    const found = await openRequest(tx, services, typed)
    if (found === undefined || !isAnswerTemplate(found.request.kind, template))
      return refuse('consumer_request_not_found')
    return { words: templateWords(found.request, template) }
  })

export const previewAnswer: DeskHandler<'requests/preview'> = async ({ services }, { tracking_number: typed, words }) =>
  inTransaction(services.pool, async (tx) => {
    const found = await openRequest(tx, services, typed)
    if (found === undefined) return refuse('consumer_request_not_found')
    // Where it goes is not shown: whoever needs to know opens the request.
    const { subject, text } = requestMessage({ kind: found.request.channel, value: '' }, found.request, {
      steps: words,
      publicUrl: services.settings.publicUrl,
    })
    return { subject, text }
  })

const refusalOf = (problem: StaffProblem, language: WireLanguage): Refusal =>
  problem === 'no_such_request'
    ? refuse('consumer_request_not_found')
    : refuse('request_not_possible', { problem: say(`desk_care_request_${problem}`, language) })

export const confirmOne: DeskHandler<'requests/confirm'> = async (
  { services, language, member: { memberId, name } },
  { tracking_number: typed, order_number: orderNumber, why },
) =>
  inTransaction(services.pool, async (tx) => {
    const order = orderNumber === undefined ? undefined : await findOrderByNumber(tx, orderNumber)
    if (typeof order === 'string') return refuse('order_not_found')
    const settled = await confirmByHand(tx, services, { memberId, name, why }, { typed, order })
    return typeof settled === 'string' ? refusalOf(settled, language) : { request: show(settled, services) }
  })

export const answerOne: DeskHandler<'requests/answer'> = async (
  { services, language, member: { memberId, name } },
  { tracking_number: typed, words, is_end: isEnd, why },
) =>
  inTransaction(services.pool, async (tx) => {
    const settled = await answerByHand(tx, services, { memberId, name, why }, { typed, words, isEnd })
    return typeof settled === 'string' ? refusalOf(settled, language) : { request: show(settled, services) }
  })
