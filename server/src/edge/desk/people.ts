import { COUPON_ALONE_DAYS_MAX, COUPON_ALONE_FEE_MAX } from '@hola/core/desk-contract/proposals.ts'
import { FIELD_OPEN_SECONDS } from '@hola/core/desk-contract/people.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import { say } from '@hola/i18n/words.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { listLastPeople } from '../../staff/act/public.ts'
import type { Note } from '../../staff/note/public.ts'
import { listNotes, writeNote } from '../../staff/note/public.ts'
import { NotPossible, findOrderByNumber, giveCouponAlone } from '../../staff/proposal/public.ts'
import { listEvents, openField as open, search, showPerson, visitPerson } from '../../staff/record/public.ts'
import type { DeskHandler } from './context.ts'
import { readPlace, writePlace } from './place.ts'
import { refusalOf } from './proposals.ts'

const PAGE = 50
const NOTES_PAGE = 20
const RECENT_MAX = 20
/** Whose record a member opened within this time is offered to her again. */
const RECENT_MS = 7 * 24 * 3_600_000

export const find: DeskHandler<'search/find'> = async ({ services, member }, { text }) => {
  const result = await inTransaction(services.pool, (tx) => search(tx, services, member, text))
  if (result instanceof Refusal) return result
  return {
    by: [...result.by],
    found: result.found.map(({ by, userId, orderNumber, trackingNumber }) => ({
      by,
      user_id: userId,
      order_number: orderNumber,
      tracking_number: trackingNumber,
    })),
  }
}

export const recentPeople: DeskHandler<'people/recent'> = async ({ services, member: { memberId } }) => {
  const since = new Date(services.clock.now().getTime() - RECENT_MS)
  const people = await inTransaction(services.pool, (tx) =>
    listLastPeople(tx, { memberId, act: 'see_person', since, limit: RECENT_MAX }),
  )
  return { people: people.map(({ userId, actedAt }) => ({ user_id: userId, seen_at: actedAt.toISOString() })) }
}

export const show: DeskHandler<'people/show'> = async ({ services, member, language }, { user_id: userId }) => {
  const person = await inTransaction(services.pool, (tx) => showPerson(tx, services, member, userId))
  if (person instanceof Refusal) return person
  const { application, level } = person
  return {
    user_id: userId,
    now_at: person.now.toISOString(),
    seen_at: person.seenAt.toISOString(),
    created_at: person.createdAt.toISOString(),
    blocked_at: person.blockedAt?.toISOString() ?? null,
    erased_at: person.erasedAt?.toISOString() ?? null,
    level: level?.name[language] ?? null,
    fields: { ...person.masked },
    application:
      application === undefined
        ? null
        : {
            state: application.state,
            submitted_at: application.submittedAt?.toISOString() ?? null,
            limit_centavos: application.limitCentavos,
          },
    owed_centavos: person.owed,
    owed_tomorrow_centavos: person.owedTomorrow,
    loans: person.loans.map((loan) => ({
      order_number: loan.order_number,
      order_id: loan.order_id,
      state: loan.state,
      amount_centavos: loan.amount_centavos,
      payoff_centavos: loan.payoff_centavos,
      due_day: loan.due_day,
      overdue_days: loan.overdue_days,
    })),
    consents: person.consents.map(({ kind, givenAt, expiresAt, withdrawnAt }) => ({
      kind,
      given_at: givenAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      withdrawn_at: withdrawnAt?.toISOString() ?? null,
    })),
    coupons: person.coupons.map((coupon) => ({
      coupon_id: coupon.couponId,
      fee_reduction_centavos: coupon.kind === 'fee_reduction' ? coupon.feeReduction : null,
      extension_days: coupon.kind === 'fee_reduction' ? null : coupon.extensionDays,
      expires_at: coupon.expiresAt.toISOString(),
      used_at: coupon.usedAt?.toISOString() ?? null,
    })),
  }
}

export const events: DeskHandler<'people/events'> = async (
  { services, member },
  { user_id: userId, show: group, before: cursor },
) => {
  const before = cursor === undefined ? undefined : readPlace(cursor)
  if (cursor !== undefined && before === undefined) return refuse('bad_request')
  const found = await inTransaction(
    services.pool,
    async (tx) =>
      (await visitPerson(tx, services, member, userId)) ??
      // One more than is shown tells whether there is another page.
      listEvents(tx, userId, { group, before, limit: PAGE + 1 }),
  )
  if (found instanceof Refusal) return found
  const shown = found.slice(0, PAGE)
  const last = shown.at(-1)
  return {
    events: shown.map((event) => ({
      event_id: event.id,
      at: event.at.toISOString(),
      kind: event.kind,
      name: event.name,
      order_number: event.orderNumber,
      amount_centavos: event.amount,
      actor: event.actor,
      why: event.why,
      subject: event.subject,
    })),
    next: found.length > PAGE && last !== undefined ? writePlace(last) : null,
  }
}

/** Whoever does not see people opens the account of a loan, which money goes back to, and nothing else of a person. */
export const openField: DeskHandler<'people/open'> = async (
  { services, member },
  { user_id: userId, field, order_id: orderId, why },
) => {
  const isOfLoan = orderId !== undefined
  if (isOfLoan && field !== 'account') return refuse('bad_request')
  if (!may(member.role, isOfLoan ? 'see_loans' : 'see_people')) return refuse('not_your_role')
  const { memberId, name } = member
  const opened = await inTransaction(services.pool, (tx) =>
    open(tx, services, { memberId, name, why }, { userId, field, orderId }),
  )
  return opened instanceof Refusal ? opened : { value: opened.value, open_seconds: FIELD_OPEN_SECONDS }
}

const showNote = ({ noteId, writtenAt, author, orderNumber, text }: Note) => ({
  note_id: noteId,
  written_at: writtenAt.toISOString(),
  author,
  order_number: orderNumber,
  text,
})

export const notes: DeskHandler<'people/notes'> = async ({ services, member }, { user_id: userId, before: cursor }) => {
  const before = cursor === undefined ? undefined : readPlace(cursor)
  if (cursor !== undefined && before === undefined) return refuse('bad_request')
  const found = await inTransaction(
    services.pool,
    async (tx) =>
      (await visitPerson(tx, services, member, userId)) ??
      listNotes(tx, services, userId, { before, limit: NOTES_PAGE + 1 }),
  )
  if (found instanceof Refusal) return found
  const shown = found.slice(0, NOTES_PAGE)
  const last = shown.at(-1)
  return {
    notes: shown.map(showNote),
    next: found.length > NOTES_PAGE && last !== undefined ? writePlace({ at: last.writtenAt, id: last.noteId }) : null,
  }
}

export const note: DeskHandler<'people/note'> = ({ services, member }, body) =>
  inTransaction(services.pool, async (tx) => {
    const { user_id: userId, order_number: orderNumber, application_id: applicationId = null } = body
    const refusal = await visitPerson(tx, services, member, userId)
    if (refusal !== undefined) return refusal
    const key = orderNumber === undefined ? undefined : await findOrderByNumber(tx, orderNumber)
    if (key === 'none' || key === 'many' || (key !== undefined && key.userId !== userId))
      return refuse('loan_not_found')
    const { memberId, name } = member
    const order = key === undefined || orderNumber === undefined ? null : { orderId: key.orderId, orderNumber }
    const written = await writeNote(
      tx,
      services,
      { memberId, name, why: say('desk_note_why', 'es', {}) },
      { userId, order, applicationId, text: body.text.trim() },
    )
    return { note: showNote(written) }
  })

/** A small coupon is given by one member alone; a larger one is proposed, and refused here. */
export const coupon: DeskHandler<'people/coupon'> = async ({ services, member, language }, { why, ...details }) => {
  const { fee_reduction_centavos: fee, extension_days: extensionDays } = details
  if ((fee ?? 0) > COUPON_ALONE_FEE_MAX || (extensionDays ?? 0) > COUPON_ALONE_DAYS_MAX)
    return refuse('two_people_needed')
  const { memberId, name } = member
  const given = await inTransaction(services.pool, (tx) =>
    giveCouponAlone(tx, services, { memberId, name, why }, details),
  )
  return given instanceof NotPossible ? refusalOf(given, language) : {}
}
