import { exampleBasic } from '@hola/core/application/test-example.ts'
import { civilDay } from '@hola/core/calendar.ts'
import { biometricConsent } from '@hola/core/consent/biometric.ts'
import type { BodyOf, CallPath, RetOf } from '@hola/core/contract/contract.ts'
import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { pesos } from '@hola/core/money.ts'
import { newUuid } from '../lib/uuid.ts'
import { makeSpecimens, readMessages, type Specimens } from './sandbox-api.ts'
import { accountOf } from './test-cases.ts'

const below = (limit: number): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % limit
const oneOf = (choices: readonly [string, ...string[]]): string => choices[below(choices.length)] ?? choices[0]
const digits = (count: number): string => Array.from({ length: count }, () => below(10)).join('')

const firstNames = ['Bruno', 'Diego', 'Julián', 'Mateo', 'Ramiro', 'Tomás'] as const
const lastNames = ['Acosta', 'Benítez', 'Ferreyra', 'Muñoz', 'Romero', 'Sosa'] as const

/** Buenos Aires, in a block that is given to mobiles. */
const newPhone = (): string => `+54911${3 + below(4)}${digits(7)}`

const newDni = (ending: string): string => `${2000 + below(2500)}${ending}`

/** The first row of the table, 0000, stands for every ending that the sandbox bureau has no debts for. */
export const dniFor = (ending: string): string =>
  newDni(ending === '0000' ? String(below(9000)).padStart(4, '0') : ending)

/** Somebody who is nobody. Both portraits that the specimens have are of men: with one of them the face fits name and CUIL. */
const newPerson = (dni: string) =>
  ({
    first_name: oneOf(firstNames),
    last_name: oneOf(lastNames),
    dni,
    birth_day: `${1965 + below(35)}-0${1 + below(9)}-${10 + below(19)}`,
    gender: 'm',
    phone: newPhone(),
  }) as const

type Person = ReturnType<typeof newPerson>

export type MadePerson = {
  readonly person: Person
  readonly specimens: Specimens
  readonly session: { readonly token: string; readonly userId: string; readonly phone: string }
}

type Caller = <Path extends CallPath>(path: Path, body: BodyOf<Path>) => Promise<RetOf<Path>>

/** The app's own calls, as the app makes them. Rejects with the server's words. */
const callerOf =
  (language: string, token?: string): Caller =>
  async (path, body) => {
    const answer = await fetch(`/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', language, ...(token !== undefined && { token }) },
      body: JSON.stringify(body),
    })
    const { code, msg, ret } = await answer.json()
    if (code !== '0') throw new Error(msg)
    return ret
  }

const CODE_LOOKS = 50
const CODE_LOOK_MS = 200

const codeSentTo = async (language: string, phone: string): Promise<string> => {
  for (let look = 0; look < CODE_LOOKS; look += 1) {
    const sent = (await readMessages(language)).find(({ recipient, code }) => recipient === phone && code !== null)
    if (sent?.code) return sent.code
    await new Promise((resolve) => setTimeout(resolve, CODE_LOOK_MS))
  }
  throw new Error('')
}

/** Logs in, fills in the three steps and sends the photos: what a person would do, in the order she would. */
export const makePerson = async (language: string, dni: string): Promise<MadePerson> => {
  const person = newPerson(dni)
  const { phone } = person
  const asGuest = callerOf(language)
  const { privacy_version, terms_version } = await asGuest('app/get_login_option', {})
  await asGuest('user/get_code', { purpose: 'login', phone })
  const { token, user_id: userId } = await asGuest('user/login', {
    channel: 'phone',
    phone,
    code: await codeSentTo(language, phone),
    privacy_version,
    terms_version,
  })
  const call = callerOf(language, token)
  await fillIn(call, person)
  const { phone: _, ...shown } = person
  const specimens = await makeSpecimens(language, { ...shown, variant: 'ok' })
  const photos = { id_front: specimens.front_base64, id_back: specimens.back_base64, selfie: specimens.selfie_base64 }
  for (const kind of ['id_front', 'id_back', 'selfie'] as const)
    await call('app/upload_image_info', {
      upload_id: newUuid(),
      kind,
      image_base64: photos[kind],
      consent_version: biometricConsent.version,
    })
  return { person, specimens, session: { token, userId, phone } }
}

const fillIn = async (call: Caller, person: Person): Promise<void> => {
  const { first_name, last_name, gender, dni, birth_day, phone } = person
  await call('app/save_basic_info', {
    ...exampleBasic,
    first_name,
    last_name,
    gender_id: gender,
    birth_day: civilDay(birth_day),
    national_id_number: dni,
    cuil: suggestCuil(dni, gender) ?? '',
    whatsapp_phone: phone,
  })
  await call('app/save_extra_info', {
    employment_type_id: 'employee',
    monthly_salary_centavos: pesos(900_000),
    marital_status_id: 'single',
    emergency_contact_1: { relationship_id: 'sibling', contact_name: `Elsa ${last_name}`, contact_phone: newPhone() },
    emergency_contact_2: { relationship_id: 'friend', contact_name: 'Nora Vidal', contact_phone: newPhone() },
  })
  const account = accountOf('0001')
  await call('app/save_transfer_info', {
    institution_kind: 'bank',
    institution_id: account.slice(0, 3),
    account_number: account,
    full_name: `${first_name} ${last_name}`,
  })
}
