import { civilDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { demandConsent } from '../consent/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import { bestOf, cardSides, genders, openCard, writtenName } from './card.ts'
import type { Card } from './card.ts'
import { wireKinds } from './photo-kinds.ts'
import { listPhotoFiles, listReadPhotos } from './store.ts'

type Answer = RetOf<'app/get_card_info'>

const shown = (card: Card): Answer['card'] => {
  const best = bestOf(card)
  if (best === null) return null
  const { person, namesCut } = best
  const gender = genders[person.sex]
  return {
    first_name: writtenName(person.givenNames),
    last_name: writtenName(person.surname),
    names_cut: namesCut,
    national_id_number: person.dni,
    gender_id: gender,
    birth_day: civilDay(person.birth),
    cuil: card.barcode?.cuil ?? suggestCuil(person.dni, gender),
  }
}

/** What her card says, for the form that she fills in; from whichever side could be read. */
export const getCardInfo: Handler<'app/get_card_info'> = ({ services, user }) =>
  inTransaction(services.pool, async (tx): Promise<Answer> => {
    const { userId } = user
    const none: Answer = { state: 'no_photo', sides: [], card: null }
    if ((await demandConsent(tx, services, userId, 'biometric')) !== undefined) return none
    const files = await listPhotoFiles(tx, userId)
    const sides = cardSides.filter((side) => files.some(({ kind }) => kind === side))
    if (sides.length === 0) return none
    const read = await listReadPhotos(tx, userId)
    const card = shown(openCard(services.sealer, userId, read))
    const isWaiting = sides.some((side) => !read.some(({ kind }) => kind === side))
    return {
      state: card ? 'read' : isWaiting ? 'reading' : 'unread',
      sides: sides.map((side) => wireKinds[side]) as Answer['sides'],
      card,
    }
  })
