import type { SearchedBy } from '@hola/core/desk-contract/people.ts'
import { PERSON_SEARCHES_PER_HOUR } from '@hola/core/desk-contract/people.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import { checkCuil } from '@hola/core/identifiers/cuil.ts'
import { checkDni } from '@hola/core/identifiers/dni.ts'
import { checkMail } from '@hola/core/identifiers/mail.ts'
import { orderNumbersIn } from '@hola/core/identifiers/order-number.ts'
import { checkPhone } from '@hola/core/identifiers/phone.ts'
import { say } from '@hola/i18n/words.ts'
import { findAccount, keyOf } from '../../person/account/public.ts'
import { findApplicant } from '../../person/application/public.ts'
import { indexDni, listUsersOfDni } from '../../person/identity/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { readTrackingNumber } from '../../rights/consumer/public.ts'
import { listActTimes, recordAct } from '../act/public.ts'
import { lockMember } from '../member/public.ts'
import type { SignedIn } from '../member/public.ts'
import type { Services } from '../services.ts'
import { findRequest, listOrdersOfNumbers } from './store.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

export type Found = {
  readonly by: SearchedBy
  readonly userId: string | null
  readonly orderNumber: string | null
  readonly trackingNumber: string | null
}

type PersonKey = { readonly by: 'phone' | 'mail' | 'dni' | 'cuil'; readonly value: string }

/** What a text can be of a person. Eleven digits can be a CUIL and a phone: both are tried. */
const personKeysOf = (text: string): PersonKey[] => {
  const [phone, mail, dni, cuil] = [checkPhone(text), checkMail(text), checkDni(text), checkCuil(text)]
  return [
    ...(mail.ok ? [{ by: 'mail', value: mail.value } as const] : []),
    ...(cuil.ok ? [{ by: 'cuil', value: cuil.value } as const] : []),
    ...(dni.ok ? [{ by: 'dni', value: dni.value } as const] : []),
    ...(phone.ok ? [{ by: 'phone', value: phone.value } as const] : []),
  ]
}

/** Whose it is, by the blind index of exactly this. A CUIL holds the DNI; whether it is hers her form says. */
const findPeople = async (tx: Tx, services: Services, { by, value }: PersonKey): Promise<string[]> => {
  if (by === 'phone' || by === 'mail') {
    const account = await findAccount(tx, keyOf(services.sealer, { kind: by, value }))
    return account === undefined ? [] : [account.userId]
  }
  const dni = by === 'dni' ? value : value.slice(2, 10).replace(/^0+/, '')
  const people = await listUsersOfDni(tx, indexDni(services, dni))
  if (by === 'dni') return people
  const cuils = await Promise.all(
    people.map(async (userId) => (await findApplicant(tx, services, userId)).steps.basic?.info.cuil),
  )
  return people.filter((_, index) => cuils[index] === value)
}

/** A refusal once this member has searched for people as often as an hour allows. Searches of one member wait in line. */
const limitSearches = async (tx: Tx, { clock }: Services, memberId: string): Promise<Refusal | undefined> => {
  await lockMember(tx, memberId)
  const now = clock.now()
  const since = new Date(now.getTime() - HOUR_MS)
  const times = await listActTimes(tx, { memberId, act: 'search_person', since, limit: PERSON_SEARCHES_PER_HOUR })
  const oldest = times.at(-1)
  if (times.length < PERSON_SEARCHES_PER_HOUR || oldest === undefined) return undefined
  const minutes = Math.ceil((oldest.getTime() + HOUR_MS - now.getTime()) / MINUTE_MS)
  return refuse('too_many_searches', { minutes })
}

/**
 * Finds a person, a loan or a request by exactly what it is known by; names are not searched. Each search for a person is
 * written down, found or not, and counted: whoever tries one number after the other is stopped.
 */
export const search = async (
  tx: Tx,
  services: Services,
  { memberId, name, role }: Pick<SignedIn, 'memberId' | 'name' | 'role'>,
  typed: string,
): Promise<{ readonly by: readonly SearchedBy[]; readonly found: readonly Found[] } | Refusal> => {
  const text = typed.trim()
  const tracking = may(role, 'see_requests') ? readTrackingNumber(text) : undefined
  const maySeeLoans = may(role, 'see_loans') || may(role, 'see_people')
  const numbers = maySeeLoans ? orderNumbersIn(text) : []
  const found: Found[] = []

  if (tracking !== undefined) {
    const request = await findRequest(tx, tracking)
    if (request !== undefined)
      found.push({ by: 'request', userId: request.userId, orderNumber: null, trackingNumber: tracking })
  }
  for (const { userId, orderNumber } of maySeeLoans
    ? await listOrdersOfNumbers(tx, [...numbers, text.toUpperCase()])
    : [])
    found.push({ by: 'loan', userId, orderNumber, trackingNumber: null })
  // A long number can be read as a loan's and as a phone: people are searched only when it is no loan's.
  const keys = may(role, 'see_people') && found.length === 0 ? personKeysOf(text) : []

  if (keys.length > 0) {
    const refusal = await limitSearches(tx, services, memberId)
    if (refusal !== undefined) return refusal
    const people = await Promise.all(keys.map((key) => findPeople(tx, services, key)))
    for (const [index, { by }] of keys.entries())
      for (const userId of people[index] ?? [])
        if (!found.some((one) => one.userId === userId))
          found.push({ by, userId, orderNumber: null, trackingNumber: null })
    const why = say('desk_search_why', 'es', {})
    const about = found.length === 0 ? [null] : found.map(({ userId }) => userId)
    for (const userId of about)
      await recordAct(
        tx,
        services,
        { memberId, name, why },
        {
          act: 'search_person',
          userId,
          details: { by: keys.map(({ by }) => by).join(' '), found_count: found.length },
        },
      )
  }
  return {
    by: [
      ...(tracking === undefined ? [] : (['request'] as const)),
      ...(numbers.length > 0 ? (['loan'] as const) : []),
      ...keys.map(({ by }) => by),
    ],
    found: found.slice(0, 20),
  }
}
