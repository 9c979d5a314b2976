import type { GenderId } from '@hola/core/application/option-ids.ts'
import { civilDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { isCuilOf, suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { checkPersonName } from '@hola/core/identifiers/person-name.ts'
import type { SavedBasic } from '@hola/core/stored/steps.ts'
import type { BarcodeReading } from './dni-barcode.ts'
import { personOf } from './form.ts'
import { namesAlike } from './names.ts'
import type { NameSource } from './names.ts'
import type { Day, Person, Sex } from './person.ts'
import type { MrzReading } from './td1.ts'

/** Both sides of a card, as far as they were read. */
export type Card = { readonly mrz: MrzReading | null; readonly barcode: BarcodeReading | null }

/** What the card says and the form does not. */
export type CardField = 'dni' | 'birth' | 'sex' | 'surname' | 'givenNames'

export const sameDni = (a: Person, b: Person): boolean => a.dni.replace(/^0+/, '') === b.dni.replace(/^0+/, '')

/** Two photos of one card. What they disagree about is not the form's fault. */
export const sidesAgree = ({ mrz, barcode }: Card): boolean =>
  mrz === null || barcode === null || (sameDni(mrz, barcode) && mrz.birth === barcode.birth)

/**
 * The better reading of a card: a barcode is read without fault or not at all, while sex and names of the zone have no
 * check digit of their own.
 */
const bestOf = ({ mrz, barcode }: Card): Person | null => barcode ?? mrz

const differing = (side: NameSource & Person, form: Person): CardField[] => {
  const isSame: Readonly<Record<CardField, boolean>> = {
    dni: sameDni(side, form),
    birth: side.birth === form.birth,
    sex: side.sex === form.sex,
    ...namesAlike(form, side),
  }
  return (Object.keys(isSame) as CardField[]).filter((field) => !isSame[field])
}

/**
 * In which fields the form says something else than the card. What every side that was read says otherwise is the form's;
 * what only one of two says otherwise was misread, or is of another card.
 */
export const cardDifferences = (
  card: Card,
  form: Person,
): { readonly form: CardField[]; readonly front: CardField[]; readonly back: CardField[] } => {
  const { mrz, barcode } = card
  const front = barcode && differing({ ...barcode, truncated: false, misreadPerWord: 0 }, form)
  const back = mrz && differing({ ...mrz, truncated: mrz.namesTruncated, misreadPerWord: 1 }, form)
  const both = (front ?? back ?? []).filter((field) => (back ?? front ?? []).includes(field))
  const ofForm = sidesAgree(card) ? both : []
  const rest = (fields: CardField[] | null) => (fields ?? []).filter((field) => !ofForm.includes(field))
  return { form: ofForm, front: rest(front), back: rest(back) }
}

/** The last day of a card that has run out; null while it holds, and while only its front was read. */
export const expiredDay = ({ mrz }: Card, today: Day): Day | null =>
  mrz !== null && mrz.expiry < today ? mrz.expiry : null

const genders: Readonly<Record<Sex, GenderId>> = { F: 'f', M: 'm', X: 'x' }

/** `MUÑOZ GARCIA` as people write it: `Muñoz Garcia`. Null when the form would not take it. */
const nameFrom = (name: string): string | null => {
  const written = name.toLowerCase().replaceAll(/(?<=^|[\s'’-])\p{L}/gu, (letter) => letter.toUpperCase())
  const checked = checkPersonName(written)
  return checked.ok ? checked.value : null
}

type CardCheck = RetOf<'loan/apply_info'>['card_check']
type Difference = CardCheck['differences'][number]

/** The card against the form as it is saved, in the values of the form: what one tap can take over. */
export const checkCard = (
  card: Card,
  { basic, today, isReading }: { readonly basic: SavedBasic | null; readonly today: Day; readonly isReading: boolean },
): CardCheck => {
  const best = bestOf(card)
  const differences: Difference[] = []
  if (best !== null && basic !== null) {
    // A name that filled its line in the zone may be cut: it can be held against the form, not put in its place.
    const isCut = best === card.mrz && card.mrz.namesTruncated
    const fields: Readonly<Record<CardField, () => Difference[]>> = {
      dni: () => [
        { field: 'national_id_number', typed: basic.national_id_number, on_card: best.dni },
        ...cuilDifference(card, best, basic),
      ],
      birth: () => [{ field: 'birth_day', typed: basic.birth_day, on_card: best.birth }],
      sex: () => [{ field: 'gender_id', typed: basic.gender_id, on_card: genders[best.sex] }],
      surname: () => [{ field: 'last_name', typed: basic.last_name, on_card: isCut ? null : nameFrom(best.surname) }],
      givenNames: () => [
        { field: 'first_name', typed: basic.first_name, on_card: isCut ? null : nameFrom(best.givenNames) },
      ],
    }
    differences.push(...cardDifferences(card, personOf(basic)).form.flatMap((field) => fields[field]()))
  }
  const expired = expiredDay(card, today)
  return { is_reading: isReading, differences, expired_day: expired === null ? null : civilDay(expired) }
}

/** The CUIL has the DNI inside it: with a wrong number it is wrong too. */
const cuilDifference = ({ barcode }: Card, best: Person, { cuil }: SavedBasic): Difference[] =>
  isCuilOf(cuil, best.dni)
    ? []
    : [{ field: 'cuil', typed: cuil, on_card: barcode?.cuil ?? suggestCuil(best.dni, genders[best.sex]) }]
