import type { PersonField } from '@hola/core/desk-contract/people.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import { hasAccount } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Hand } from '../act/public.ts'
import { recordAct } from '../act/public.ts'
import type { Services } from '../services.ts'
import { categoryOf, readFields, readOrderAccount } from './fields.ts'

type Asked = { readonly userId: string; readonly field: PersonField; readonly orderId?: string | undefined }

/** One field in clear. That it was opened, by whom and why is written down in the same transaction, for her too. */
export const openField = async (
  tx: Tx,
  services: Services,
  hand: Hand,
  { userId, field, orderId }: Asked,
): Promise<{ readonly value: string | null } | Refusal> => {
  if (!(await hasAccount(tx, userId))) return refuse('person_not_found')
  const value =
    orderId === undefined
      ? (await readFields(tx, services, userId)).clear[field]
      : await readOrderAccount(tx, services, { userId, orderId })
  await recordAct(
    tx,
    services,
    hand,
    { act: 'open_field', userId, details: { field, ...(orderId === undefined ? {} : { order_id: orderId }) } },
    { categories: [categoryOf(field, orderId !== undefined)], purpose: 'support' },
  )
  return { value }
}
