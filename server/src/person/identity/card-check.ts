import { civilDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { isCuilOf, suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { checkPersonName } from '@hola/core/identifiers/person-name.ts'
import type { SavedBasic } from '@hola/core/stored/steps.ts'
import { bestOf, genders, writtenName } from './card.ts'
import type { Card } from './card.ts'
import { personOf } from './form.ts'
import { namesAlike } from './names.ts'
import type { NameSource } from './names.ts'
import type { Day, Person } from './person.ts'

/** What the card says and the form does not. */
export type CardField = 'dni' | 'birth' | 'sex' | 'surname' | 'givenNames'

export const sameDni = (a: Person, b: Person): boolean => a.dni.replace(/^0+/, '') === b.dni.replace(/^0+/, '')

/** Two photos of one card. What they disagree about is not the form's fault. */
export const sidesAgree = ({ mrz, barcode }: Card): boolean =>
  mrz === null || barcode === null || (sameDni(mrz, barcode) && mrz.birth === barcode.birth)

const differing = (side: NameSource & Person, form: Person): CardField[] => {
  const isSame: Readonly<Record<CardField, boolean>> = {
    dni: sameDni(side, form),
    birth: side.birth === form.birth,
    sex: side.sex === form.sex,
    ...namesAlike(form, side),
  }
  return (Object.keys(isSame) as CardField[]).filter((field) => !isSame[field])
}

/** In which fields each side says something else than the form; null for a side that was not read. */
export const sideDifferences = (
  { mrz, barcode }: Card,
  form: Person,
): { readonly front: CardField[] | null; readonly back: CardField[] | null } => ({
  front: barcode && differing({ ...barcode, truncated: false, misreadPerWord: 0 }, form),
  back: mrz && differing({ ...mrz, truncated: mrz.namesTruncated, misreadPerWord: 1 }, form),
})

/**
 * In which fields the form says something else than the card. What every side that was read says otherwise is the form's;
 * what only one of two says otherwise was misread, or is of another card.
 */
export const cardDifferences = (
  card: Card,
  form: Person,
): { readonly form: CardField[]; readonly front: CardField[]; readonly back: CardField[] } => {
  const { front, back } = sideDifferences(card, form)
  const both = (front ?? back ?? []).filter((field) => (back ?? front ?? []).includes(field))
  const ofForm = sidesAgree(card) ? both : []
  const rest = (fields: CardField[] | null) => (fields ?? []).filter((field) => !ofForm.includes(field))
  return { form: ofForm, front: rest(front), back: rest(back) }
}

/** The last day of a card that has run out; null while it holds, and while only its front was read. */
export const expiredDay = ({ mrz }: Card, today: Day): Day | null =>
  mrz !== null && mrz.expiry < today ? mrz.expiry : null

/** As the form takes it, or null. */
const nameFrom = (capitals: string): string | null => {
  const checked = checkPersonName(writtenName(capitals))
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
    // A name that may be cut can be held against the form, not put in its place.
    const { person, namesCut: isCut } = best
    const fields: Readonly<Record<CardField, () => Difference[]>> = {
      dni: () => [
        { field: 'national_id_number', typed: basic.national_id_number, on_card: person.dni },
        ...cuilDifference(card, person, basic),
      ],
      birth: () => [{ field: 'birth_day', typed: basic.birth_day, on_card: person.birth }],
      sex: () => [{ field: 'gender_id', typed: basic.gender_id, on_card: genders[person.sex] }],
      surname: () => [{ field: 'last_name', typed: basic.last_name, on_card: isCut ? null : nameFrom(person.surname) }],
      givenNames: () => [
        { field: 'first_name', typed: basic.first_name, on_card: isCut ? null : nameFrom(person.givenNames) },
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
