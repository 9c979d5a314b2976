import { civilDay, civilDayOf } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import type { SavedBasic } from '@hola/core/stored/steps.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { CardField } from './card-check.ts'
import { expiredDay, sideDifferences } from './card-check.ts'
import { bestOf, openCard, writtenName } from './card.ts'
import { personOf } from './form.ts'
import { listReadPhotos } from './store.ts'

type Held = 'same' | 'differs' | null

/** What the form says against the two sides of the card: for whoever looks at a case. */
export type CardEvidence = {
  readonly fields: readonly { readonly field: string; readonly front: Held; readonly back: Held }[]
  /** What the card says where the form says something else, by the name of the form's field. */
  readonly onCard: Readonly<Record<string, string>>
  readonly expiryDay: CivilDay | null
  readonly isExpired: boolean
}

/** The form's names of what both have. */
const formFields: Readonly<Record<CardField, string>> = {
  surname: 'last_name',
  givenNames: 'first_name',
  dni: 'national_id_number',
  birth: 'birth_day',
  sex: 'gender_id',
}

export const findCardEvidence = async (
  tx: Tx,
  { sealer, clock }: Pick<Services, 'sealer' | 'clock'>,
  { userId, basic }: { readonly userId: string; readonly basic: SavedBasic },
): Promise<CardEvidence> => {
  const card = openCard(sealer, userId, await listReadPhotos(tx, userId))
  const { front, back } = sideDifferences(card, personOf(basic))
  const heldBy = (side: CardField[] | null, field: CardField): Held =>
    side === null ? null : side.includes(field) ? 'differs' : 'same'
  const fields = (Object.keys(formFields) as CardField[]).map((field) => ({
    field,
    front: heldBy(front, field),
    back: heldBy(back, field),
  }))
  const best = bestOf(card)?.person
  const differing = fields.filter((one) => one.front === 'differs' || one.back === 'differs')
  const said = (field: CardField): string => {
    const text = best?.[field] ?? ''
    return field === 'surname' || field === 'givenNames' ? writtenName(text) : text
  }
  return {
    fields: fields.map(({ field, ...sides }) => ({ field: formFields[field], ...sides })),
    onCard: Object.fromEntries(differing.map(({ field }) => [formFields[field], said(field)])),
    expiryDay: card.mrz === null ? null : civilDay(card.mrz.expiry),
    isExpired: expiredDay(card, civilDayOf(clock.now())) !== null,
  }
}
