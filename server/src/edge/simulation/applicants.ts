import type { BasicInfo } from '@hola/core/application/basic.ts'
import type { TransferInfo } from '@hola/core/application/withdrawal.ts'
import { exampleBasic } from '@hola/core/application/test-example.ts'
import { civilDay } from '@hola/core/calendar.ts'
import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import type { SavedSocial } from '@hola/core/stored/steps.ts'
import type { Address } from '../../person/account/public.ts'
import { insertAccount, insertAddress, keyOf, sealAddress } from '../../person/account/public.ts'
import { insertApplication, writeStep } from '../../person/application/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { sandboxAccounts } from '../../providers/payout/public.ts'
import type { Services } from '../services.ts'
import type { Chance } from './chance.ts'

const womensNames = [
  'Lucía',
  'Marta',
  'Sofía',
  'Carla',
  'Julieta',
  'Rocío',
  'Valeria',
  'Paula',
  'Elena',
  'Nadia',
] as const
const mensNames = [
  'Juan',
  'Diego',
  'Martín',
  'Pablo',
  'Nicolás',
  'Bruno',
  'Lautaro',
  'Iván',
  'Ramiro',
  'Tobías',
] as const
const surnames = [
  'Romero',
  'Acosta',
  'Benítez',
  'Castro',
  'Duarte',
  'Escobar',
  'Ferreyra',
  'Godoy',
  'Herrera',
  'Ledesma',
  'Molina',
  'Núñez',
  'Ojeda',
  'Peralta',
  'Quiroga',
  'Sosa',
] as const

/** What the sandbox's bureau says goes by the last four digits of the DNI: most have a clean file, some do not. */
const bureauEndings = ['9001', '9002', '9002', '9003', '9004', '9005', '9007'] as const
/** A file that is under review: a person has to look. */
const WITH_A_PERSON = '9008'

export type Applicant = { readonly basic: BasicInfo; readonly social: SavedSocial }

/** Somebody invented, always the same by her chance. `number` keeps her DNI apart from everybody else's. */
export const someApplicant = (
  chance: Chance,
  number: number,
  { needsPerson }: { readonly needsPerson: boolean },
): Applicant => {
  const isWoman = chance.happens(520)
  const ending = needsPerson
    ? WITH_A_PERSON
    : chance.happens(200)
      ? chance.oneOf(bureauEndings)
      : String(chance.between(1_000, 8_999))
  const dni = `${2_200 + number}${ending}`
  const gender = isWoman ? 'f' : 'm'
  const cuil = suggestCuil(dni, gender)
  if (cuil === null) throw new Error(`no CUIL for ${dni}`)
  const year = chance.between(1965, 2003)
  const day = String(chance.between(1, 28)).padStart(2, '0')
  return {
    basic: {
      ...exampleBasic,
      first_name: chance.oneOf(isWoman ? womensNames : mensNames),
      last_name: chance.oneOf(surnames),
      gender_id: gender,
      birth_day: civilDay(`${year}-${String(chance.between(1, 12)).padStart(2, '0')}-${day}`),
      national_id_number: dni,
      cuil,
      whatsapp_phone: `+54911${String(50_000_000 + number)}`,
      past_loans_count: chance.below(5),
      current_internet_loans_centavos: chance.happens(150) ? pesos(chance.between(1, 6) * 100_000) : centavos(0),
      internet_loans_in_progress_count: 0,
    },
    social: {
      employment_type_id: chance.oneOf(['employee', 'employee', 'employee', 'self_employed', 'retired'] as const),
      monthly_salary_centavos: pesos(chance.between(8, 30) * 50_000),
      marital_status_id: 'single',
      emergency_contact_1: {
        relationship_id: 'sibling',
        contact_name: 'Marta Romero',
        contact_phone: '+5493515551234',
      },
      emergency_contact_2: { relationship_id: 'friend', contact_name: 'Elsa Paz', contact_phone: '+5492966423456' },
    } as SavedSocial,
  }
}

/** An account in her own name, as the form asks for one: most are paid at once, some later, a few are closed. */
export const accountOf = ({ basic }: Applicant, account: keyof typeof sandboxAccounts): TransferInfo => ({
  institution_kind: 'bank',
  institution_id: '011',
  account_number: sandboxAccounts[account],
  full_name: `${basic.last_name} ${basic.first_name}`.toUpperCase(),
})

/** Writes her down with her three forms, as if she had filled them in. */
export const insertApplicant = async (
  { pool, clock, sealer }: Services,
  {
    userId,
    address,
    applicant,
    account,
  }: {
    readonly userId: string
    readonly address: Address
    readonly applicant: Applicant
    readonly account: TransferInfo
  },
): Promise<void> => {
  const savedAt = clock.now()
  await inTransaction(pool, async (tx) => {
    await insertAccount(tx, { userId, createdAt: savedAt })
    const key = keyOf(sealer, address)
    const sealedAddress = sealAddress(sealer, key, address.value)
    await insertAddress(tx, { ...key, userId, sealedAddress, createdAt: savedAt })
    await insertApplication(tx, userId, savedAt)
    await writeStep(tx, sealer, userId, 'basic', { info: applicant.basic, savedAt })
    await writeStep(tx, sealer, userId, 'social', { info: applicant.social, savedAt })
    await writeStep(tx, sealer, userId, 'withdrawal', { info: account, savedAt })
  })
}
