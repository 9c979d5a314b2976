import { AGE_MAX_YEARS, AGE_MIN_YEARS } from '../identifiers/age.ts'
import { NAME_LENGTH_MIN } from '../identifiers/person-name.ts'
import type { WireLanguage } from '../language.ts'
import type { Problem } from './problems.ts'

type Words = Readonly<Record<WireLanguage, string>>

/**
 * What to say about a problem, under the field or after its name: what is expected, never whose fault it is. `{typed}`
 * stands for how many digits the field holds now.
 */
export const problemWords: Readonly<Record<Problem, Words>> = {
  required_enter: { en: 'Please enter', es: 'Completá este campo' },
  required_select: { en: 'Please select', es: 'Elegí una opción' },
  agree_needed: { en: 'Please read and tick this to continue', es: 'Leé y marcá esta casilla para seguir' },
  too_short: {
    en: `Please write at least ${NAME_LENGTH_MIN} letters`,
    es: `Escribí al menos ${NAME_LENGTH_MIN} letras`,
  },
  too_long: { en: 'It is too long, please shorten it', es: 'Es demasiado largo, acortalo' },
  too_small: { en: 'The number is too low', es: 'El número es demasiado bajo' },
  too_large: { en: 'The number is too high', es: 'El número es demasiado alto' },
  not_a_number: { en: 'Please write a whole number', es: 'Escribí un número entero' },
  not_whole_pesos: { en: 'Please write whole pesos, without centavos', es: 'Escribí pesos enteros, sin centavos' },
  not_valid: { en: 'Please check what you wrote', es: 'Revisá lo que escribiste' },
  unknown_field: { en: 'This field does not exist', es: 'Este campo no existe' },
  unknown_option: { en: 'Please select one from the list', es: 'Elegí una opción de la lista' },
  name_characters: {
    en: 'Please use only letters, spaces, apostrophes and hyphens',
    es: 'Usá solo letras, espacios, apóstrofos y guiones',
  },
  text_characters: { en: 'Please use only letters, numbers and . , - /', es: 'Usá solo letras, números y . , - /' },
  not_a_dni: {
    en: 'A DNI has 7 or 8 digits and you typed {typed}',
    es: 'El DNI tiene 7 u 8 números y escribiste {typed}',
  },
  cuil_length: {
    en: 'A CUIL has 11 digits and you typed {typed}',
    es: 'El CUIL tiene 11 números y escribiste {typed}',
  },
  cuil_check_digit: {
    en: 'One digit of this CUIL does not fit, please compare it with your papers',
    es: 'Hay un número del CUIL que no coincide, comparalo con tu constancia',
  },
  cuil_not_of_dni: {
    en: 'This CUIL does not contain the DNI above, please check both',
    es: 'Este CUIL no contiene el DNI de arriba, revisá los dos',
  },
  not_a_day: { en: 'Please select a date that exists', es: 'Elegí una fecha que exista' },
  too_young: {
    en: `You can apply from the day you turn ${AGE_MIN_YEARS}`,
    es: `Podés pedir un préstamo desde que cumplís ${AGE_MIN_YEARS} años`,
  },
  too_old: { en: `We lend up to the age of ${AGE_MAX_YEARS}`, es: `Prestamos hasta los ${AGE_MAX_YEARS} años` },
  not_a_mobile: {
    en: 'Please write the area code without 0 and the number without 15, 10 digits in all',
    es: 'Escribí el código de área sin 0 y el número sin 15, 10 números en total',
  },
  area_code_missing: {
    en: 'Please add the area code, for example 11 or 351',
    es: 'Agregá el código de área, por ejemplo 11 o 351',
  },
  not_argentine: { en: 'Please write a mobile from Argentina', es: 'Escribí un celular de Argentina' },
  same_phone: { en: 'Please select a different phone number', es: 'Elegí un número distinto' },
  not_a_mail: {
    en: 'Please write an e-mail address, for example nombre@correo.com',
    es: 'Escribí un correo electrónico, por ejemplo nombre@correo.com',
  },
  not_a_code: { en: 'The code has 6 digits', es: 'El código tiene 6 números' },
  not_a_postal_code: {
    en: 'A postal code has 4 digits, or looks like C1425ABC',
    es: 'El código postal tiene 4 números, o es como C1425ABC',
  },
  not_an_account: {
    en: 'This is nobody’s account, please copy your CBU, CVU or alias again',
    es: 'Esta cuenta no es de nadie, volvé a copiar tu CBU, CVU o alias',
  },
  account_length: {
    en: 'A CBU or CVU has 22 digits and you typed {typed}',
    es: 'El CBU o CVU tiene 22 números y escribiste {typed}',
  },
  cbu_check_digit: {
    en: 'One digit does not fit, please copy the CBU or CVU again',
    es: 'Hay un número que no coincide, volvé a copiar el CBU o CVU',
  },
  alias_length: { en: 'An alias has 6 to 20 characters', es: 'Un alias tiene entre 6 y 20 caracteres' },
  alias_characters: {
    en: 'An alias has only letters without accents, numbers, dots and hyphens',
    es: 'Un alias tiene solo letras sin acentos ni ñ, números, puntos y guiones',
  },
  holder_not_applicant: {
    en: 'The account has to be in your name, as you wrote it in the first step',
    es: 'La cuenta tiene que estar a tu nombre, como lo escribiste en el primer paso',
  },
  overdue_period_needed: {
    en: 'Please select how long it was, since you paid late in these months',
    es: 'Elegí cuánto fue, ya que te atrasaste en estos meses',
  },
}

/** The problem in a language, with what the field holds where the sentence needs it. */
export const sayProblem = (problem: Problem, language: WireLanguage, value?: unknown): string =>
  problemWords[problem][language].replace('{typed}', () => String(String(value ?? '').replaceAll(/\D/g, '').length))

/** The fields of the forms by their path in the body. */
export const fieldWords: Readonly<Record<string, Words>> = {
  phone: { en: 'Mobile', es: 'Celular' },
  mail: { en: 'E-mail', es: 'Correo electrónico' },
  code: { en: 'Verification code', es: 'Código de verificación' },

  first_name: { en: 'First name', es: 'Nombre' },
  last_name: { en: 'Last name', es: 'Apellido' },
  gender_id: { en: 'Gender on the ID card', es: 'Género en el DNI' },
  birth_day: { en: 'Date of birth', es: 'Fecha de nacimiento' },
  national_id_number: { en: 'DNI number', es: 'Número de DNI' },
  cuil: { en: 'CUIL', es: 'CUIL' },
  education_id: { en: 'Education', es: 'Nivel de estudios' },
  industry_id: { en: 'Work industry', es: 'Rubro de trabajo' },
  address: { en: 'Address', es: 'Domicilio' },
  'address.province_id': { en: 'Province', es: 'Provincia' },
  'address.district_id': { en: 'District', es: 'Partido, departamento o comuna' },
  'address.locality_id': { en: 'Town', es: 'Localidad o barrio' },
  'address.locality_other': { en: 'Another place', es: 'Otra localidad' },
  'address.street': { en: 'Street', es: 'Calle' },
  'address.street_number': { en: 'Number', es: 'Número' },
  'address.postal_code': { en: 'Postal code', es: 'Código postal' },
  loan_purpose_id: { en: 'Loan purpose', es: 'Para qué es el préstamo' },
  whatsapp_phone: { en: 'WhatsApp number', es: 'Celular con WhatsApp' },
  overdue_past_six_months: {
    en: 'Overdue in the past six months',
    es: 'Atrasos en los últimos seis meses',
  },
  longest_overdue_period_id: { en: 'Longest overdue period', es: 'Atraso más largo' },
  current_internet_loans_centavos: {
    en: 'Total amount of current internet loans',
    es: 'Total que debés en préstamos por internet',
  },
  past_loans_count: { en: 'Number of past loans', es: 'Préstamos que ya tuviste' },
  internet_loans_in_progress_count: {
    en: 'Number of internet loans in progress',
    es: 'Préstamos por internet que estás pagando',
  },

  employment_type_id: { en: 'Employment', es: 'Situación laboral' },
  monthly_salary_centavos: { en: 'Monthly income', es: 'Ingresos mensuales netos' },
  marital_status_id: { en: 'Marital status', es: 'Estado civil' },
  emergency_contact_1: { en: 'Emergency contact 1', es: 'Contacto de referencia 1' },
  'emergency_contact_1.relationship_id': { en: 'Relationship of contact 1', es: 'Vínculo del contacto 1' },
  'emergency_contact_1.contact_name': { en: 'Name of contact 1', es: 'Nombre del contacto 1' },
  'emergency_contact_1.contact_phone': { en: 'Phone of contact 1', es: 'Celular del contacto 1' },
  emergency_contact_2: { en: 'Emergency contact 2', es: 'Contacto de referencia 2' },
  'emergency_contact_2.relationship_id': { en: 'Relationship of contact 2', es: 'Vínculo del contacto 2' },
  'emergency_contact_2.contact_name': { en: 'Name of contact 2', es: 'Nombre del contacto 2' },
  'emergency_contact_2.contact_phone': { en: 'Phone of contact 2', es: 'Celular del contacto 2' },

  institution_kind: { en: 'Bank or mobile wallet', es: 'Banco o billetera virtual' },
  institution_id: { en: 'Bank or wallet name', es: 'Nombre del banco o billetera' },
  account_number: { en: 'CBU, CVU or alias', es: 'CBU, CVU o alias' },
  full_name: { en: 'Account holder', es: 'Titular de la cuenta' },

  image_base64: { en: 'Photo', es: 'Foto' },
  amount_centavos: { en: 'Amount', es: 'Monto' },
  term_days: { en: 'Term', es: 'Plazo' },
  agreement_accepted: { en: 'Loan agreement', es: 'Contrato del préstamo' },
}

/** A field's name for the person; one that no form shows keeps its name of the contract. */
export const sayField = (path: string, language: WireLanguage): string =>
  Object.hasOwn(fieldWords, path) ? (fieldWords[path]?.[language] ?? path) : path
