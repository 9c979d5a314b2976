import { randomUUID } from 'node:crypto'
import { exampleBasic } from '@hola/core/application/test-example.ts'
import type { BodyOf } from '@hola/core/contract/contract.ts'
import { civilDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { seededChance } from '../server/src/edge/simulation/chance.ts'

/** Somebody who exists in one test: no number and no name of hers is anybody else's. */
export type Person = {
  readonly firstName: string
  readonly lastName: string
  readonly gender: 'f' | 'm'
  readonly birthDay: string
  readonly dni: string
  readonly cuil: string
  /** As stored: `+549…`. */
  readonly phone: string
  readonly mail: string
  readonly contacts: readonly [Contact, Contact]
  readonly street: string
  readonly cbu: string
}

type Contact = { readonly name: string; readonly phone: string }

let chance = seededChance(randomUUID())

/** From here on the same people come in the same order: what cannot be read from the card of one fails in every run, or in none. */
export const drawPeopleBy = (seed: string): void => {
  chance = seededChance(seed)
}

const digits = (count: number): string => Array.from({ length: count }, () => chance.below(10)).join('')

const syllable = (): string =>
  chance.oneOf(['m', 'n', 'r', 's', 't', 'l', 'b', 'd']) + chance.oneOf(['a', 'e', 'i', 'o', 'u'])

const syllables = (count: number): string => Array.from({ length: count }, syllable).join('')

/** Nobody's name; with an accent, since many have one. */
const newName = (): string => `${chance.oneOf(['Á', 'Í', 'Ó'])}${syllables(5)}`

/** Buenos Aires, in a block that is given to mobiles. */
const newPhone = (): string => `+54911${chance.between(3, 6)}${digits(7)}`

const checkDigit = (block: string): string => {
  const sum = [...block]
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * ([3, 1, 7, 9][at % 4] ?? 0), 0)
  return String((10 - (sum % 10)) % 10)
}

/** Of the Banco de la Nación. The sandbox's bank pays at once to an account that ends below 9000; the others stand in docs/SANDBOX.md. */
const newCbu = (ending: string): string => {
  const [bank, account] = ['0110012', digits(9) + ending]
  return bank + checkDigit(bank) + account + checkDigit(account)
}

/** The bureau of the sandbox has nothing bad to say about a DNI that ends below 9000; what others get stands in docs/SANDBOX.md. */
const newDni = (ending: string): string => `${chance.between(2000, 4499)}${ending}`

const harmlessEnding = (): string => String(chance.below(9000)).padStart(4, '0')

export function newPerson({ dniEnding = harmlessEnding(), accountEnding = harmlessEnding() } = {}): Person {
  const dni = newDni(dniEnding)
  const gender = chance.oneOf(['f', 'm'] as const)
  return {
    firstName: newName(),
    lastName: newName(),
    gender,
    birthDay: `${chance.between(1960, 1999)}-0${chance.between(1, 9)}-${chance.between(10, 28)}`,
    dni,
    cuil: suggestCuil(dni, gender) ?? '',
    phone: newPhone(),
    mail: `${syllables(6)}@example.com`,
    contacts: [
      { name: `Marta ${newName()}`, phone: newPhone() },
      { name: `Elsa ${newName()}`, phone: newPhone() },
    ],
    street: `Calle ${newName()}`,
    cbu: newCbu(accountEnding),
  }
}

/** The same person as the calls want her; the pages are filled in with the same choices. */
export const basicOf = (person: Person): BodyOf<'app/save_basic_info'> => ({
  ...exampleBasic,
  first_name: person.firstName,
  last_name: person.lastName,
  gender_id: person.gender,
  birth_day: civilDay(person.birthDay),
  national_id_number: person.dni,
  cuil: person.cuil,
  address: { ...exampleBasic.address, street: person.street },
  whatsapp_phone: person.phone,
})

export const extraOf = ({ contacts: [first, second] }: Person): BodyOf<'app/save_extra_info'> => ({
  employment_type_id: 'employee',
  monthly_salary_centavos: pesos(900_000),
  marital_status_id: 'single',
  emergency_contact_1: { relationship_id: 'sibling', contact_name: first.name, contact_phone: first.phone },
  emergency_contact_2: { relationship_id: 'friend', contact_name: second.name, contact_phone: second.phone },
})

export const transferOf = ({ firstName, lastName, cbu }: Person): BodyOf<'app/save_transfer_info'> => ({
  institution_kind: 'bank',
  institution_id: cbu.slice(0, 3),
  account_number: cbu,
  full_name: `${firstName} ${lastName}`,
})
