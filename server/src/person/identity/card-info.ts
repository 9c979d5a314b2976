import type { GenderId } from '@hola/core/application/option-ids.ts'
import { civilDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { NAME_LENGTH_MAX } from '@hola/core/identifiers/person-name.ts'
import { demandConsent } from '../consent/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import type { BarcodeReading } from './dni-barcode.ts'
import type { Person, Sex } from './person.ts'
import { wireKinds } from './photo-kinds.ts'
import { openReading } from './reading.ts'
import { listPhotoFiles, listReadPhotos } from './store.ts'
import type { MrzReading } from './td1.ts'

type Answer = RetOf<'app/get_card_info'>
type Card = NonNullable<Answer['card']>

const genders: Readonly<Record<Sex, GenderId>> = { F: 'f', M: 'm', X: 'x' }

const particles = new Set(['de', 'del', 'la', 'las', 'los', 'y'])

/** Cards have names in capitals; people do not write themselves so: MARIA DE LOS ANGELES is Maria de los Angeles. */
export const writtenName = (capitals: string): string =>
  capitals
    .replaceAll(/[’`´]/g, "'")
    .replaceAll(/[^\p{L}\p{M}' -]/gu, ' ')
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .map((word, index) =>
      index > 0 && particles.has(word)
        ? word
        : word.replaceAll(/(^|['-])\p{L}/gu, (beginning) => beginning.toUpperCase()),
    )
    .join(' ')
    .slice(0, NAME_LENGTH_MAX)

const cardOf = (person: Person, { cuil, namesCut }: { cuil: string | null; namesCut: boolean }): Card => ({
  first_name: writtenName(person.givenNames),
  last_name: writtenName(person.surname),
  names_cut: namesCut,
  national_id_number: person.dni,
  gender_id: genders[person.sex],
  birth_day: civilDay(person.birth),
  cuil: cuil ?? suggestCuil(person.dni, genders[person.sex]),
})

/** The barcode has whole names with their accents; the machine-readable lines have capitals without any. */
const bestOf = (barcode: BarcodeReading | null, mrz: MrzReading | null): Card | null => {
  if (barcode) return cardOf(barcode, { cuil: barcode.cuil, namesCut: false })
  return mrz && cardOf(mrz, { cuil: null, namesCut: mrz.namesTruncated })
}

/** What her card says, for the form that she fills in; from whichever side could be read. */
export const getCardInfo: Handler<'app/get_card_info'> = ({ services, user }) =>
  inTransaction(services.pool, async (tx): Promise<Answer> => {
    const { userId } = user
    const none: Answer = { state: 'no_photo', sides: [], card: null }
    if ((await demandConsent(tx, services, userId, 'biometric')) !== undefined) return none
    const sides = (await listPhotoFiles(tx, userId)).flatMap(({ kind }) => (kind === 'selfie' ? [] : [kind]))
    if (sides.length === 0) return none
    const read = await listReadPhotos(tx, userId)
    const front = read.find(({ kind }) => kind === 'front')
    const back = read.find(({ kind }) => kind === 'back')
    const frontReading = front && openReading(services.sealer, userId, 'front', front)
    const backReading = back && openReading(services.sealer, userId, 'back', back)
    const card = bestOf(
      frontReading?.ok === true ? frontReading.barcode : null,
      backReading?.ok === true ? backReading.mrz : null,
    )
    const isWaiting = sides.some((side) => !read.some(({ kind }) => kind === side))
    return {
      state: card ? 'read' : isWaiting ? 'reading' : 'unread',
      sides: sides.map((side) => wireKinds[side]) as Answer['sides'],
      card,
    }
  })
