import type { PersonField } from '@hola/core/desk-contract/people.ts'
import { formatCuil } from '@hola/core/identifiers/cuil.ts'
import { formatDni } from '@hola/core/identifiers/dni.ts'
import { formatPhoneTyped } from '@hola/core/identifiers/phone.ts'
import type { DataCategory } from '@hola/core/privacy.ts'
import type { SavedBasic } from '@hola/core/stored/steps.ts'
import { centavos, formatPesos } from '@hola/core/money.ts'
import { isCivilDay } from '@hola/core/calendar.ts'
import { writtenDay } from '@hola/core/written.ts'
import type { OrderKey, PayoutAccount } from '../../lending/order/public.ts'
import { findOrder, openAccount, payoutAccountOf } from '../../lending/order/public.ts'
import { findApplicant } from '../../person/application/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'

/** What she told us, in clear. Null where she has not told it. */
export type ClearFields = Readonly<Record<PersonField, string | null>>

type Means = Pick<Services, 'sealer' | 'reference'>

const localityOf = ({ address }: SavedBasic, { reference }: Means): string => {
  const province = reference.provinces.find(({ id }) => id === address.province_id)
  const district = province?.districts.find(({ id }) => id === address.district_id)
  const locality = district?.communities.find(({ id }) => id === address.locality_id)
  return locality?.name ?? address.locality_other ?? district?.name ?? province?.name ?? ''
}

const addressOf = (basic: SavedBasic, means: Means): string => {
  const { street, street_number: number, postal_code: code, province_id: provinceId } = basic.address
  const province = means.reference.provinces.find(({ id }) => id === provinceId)?.name ?? ''
  return `${street} ${number}, ${localityOf(basic, means)} (${code}), ${province}`
}

const writtenAccount = ({ institutionName, kind, number }: PayoutAccount): string =>
  `${kind.toUpperCase()} ${number}, ${institutionName}`

/** All fields of a person. Only what is asked for leaves the server; the rest as its mask. */
export const readFields = async (
  tx: Tx,
  means: Means,
  userId: string,
): Promise<{ readonly clear: ClearFields; readonly masked: ClearFields }> => {
  const { steps, addresses } = await findApplicant(tx, means, userId)
  const basic = steps.basic?.info
  const account = steps.withdrawal && payoutAccountOf(steps.withdrawal.info, means.reference)
  const addressOfKind = (kind: 'phone' | 'mail'): string | null =>
    addresses.find((address) => address.kind === kind)?.value ?? null
  const phone = addressOfKind('phone')
  const birthDay = basic?.birth_day
  const clear: ClearFields = {
    name: basic === undefined ? null : `${basic.first_name} ${basic.last_name}`,
    dni: basic === undefined ? null : formatDni(basic.national_id_number),
    cuil: basic === undefined ? null : formatCuil(basic.cuil),
    birth_day: isCivilDay(birthDay) ? writtenDay(birthDay) : null,
    phone: phone === null ? null : formatPhoneTyped(phone),
    mail: addressOfKind('mail'),
    address: basic === undefined ? null : addressOf(basic, means),
    account: account === null ? null : writtenAccount(account),
    income: steps.social === null ? null : formatPesos(centavos(steps.social.info.monthly_salary_centavos)),
  }
  return { clear, masked: maskAll(clear, basic === undefined ? '' : localityOf(basic, means)) }
}

const HIDDEN = '···'

const hideDigits = (text: string, shown: number): string => {
  const digits = text.replaceAll(/\D/g, '').length
  let index = 0
  return text.replaceAll(/\d/g, (digit) => (index++ < digits - shown ? '·' : digit))
}

/** Enough to see that a field is there and to tell two apart that somebody reads out on the phone, and no more. */
const masks: Readonly<Record<PersonField, (clear: string, locality: string) => string>> = {
  name: (name) =>
    name
      .split(' ')
      .map((part) => `${part.slice(0, 1)}${HIDDEN}`)
      .join(' '),
  dni: (dni) => hideDigits(dni, 1),
  cuil: (cuil) => hideDigits(cuil, 1),
  birth_day: () => '··/··/····',
  phone: (phone) => hideDigits(phone, 2),
  mail: (mail) => `${mail.slice(0, 1)}${HIDDEN}${mail.slice(mail.lastIndexOf('@'))}`,
  address: (_, locality) => `${HIDDEN}, ${locality}`,
  account: (account) => maskAccount(account),
  income: () => `$ ${HIDDEN}`,
}

/** The bank, and the last four of the number: an alias shows nothing of itself. */
export const maskAccount = (written: string): string => {
  const [, kind = '', number = '', institution = ''] = /^(\S+) (\S+), (.*)$/.exec(written) ?? []
  return `${kind} ${HIDDEN}${/^\d+$/.test(number) ? number.slice(-4) : ''}, ${institution}`
}

const maskAll = (clear: ClearFields, locality: string): ClearFields =>
  Object.fromEntries(
    Object.entries(clear).map(([field, value]) => [
      field,
      value === null ? null : masks[field as PersonField](value, locality),
    ]),
  ) as ClearFields

/** The account that a loan was paid to, and that its refunds go to. */
export const readOrderAccount = async (
  tx: Tx,
  { sealer }: Pick<Services, 'sealer'>,
  key: OrderKey,
): Promise<string | null> => {
  const order = await findOrder(tx, key.userId, key.orderId)
  return order === undefined ? null : writtenAccount(openAccount(sealer, key, order.sealedAccount))
}

/** To which part of "my data" a field belongs: what she reads when it was opened. */
export const categoryOf = (field: PersonField, isOfLoan: boolean): DataCategory => {
  if (field === 'phone' || field === 'mail') return 'account'
  return isOfLoan ? 'loans_and_payments' : 'form'
}
