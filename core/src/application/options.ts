import type { WireLanguage } from '../language.ts'
import {
  educationIds,
  employmentTypeIds,
  genderIds,
  industryIds,
  loanPurposeIds,
  maritalStatusIds,
  overduePeriodIds,
  relationshipIds,
} from './option-ids.ts'

type Words = Readonly<Record<WireLanguage, string>>

export type Option<Id extends string = string> = { readonly id: Id; readonly label: string }

/** A list of choices in a language, from its ids and the words of each: an id without words does not compile. */
const listOf =
  <Id extends string>(ids: readonly Id[], words: Readonly<Record<Id, Words>>) =>
  (language: WireLanguage): Option<Id>[] =>
    ids.map((id) => ({ id, label: words[id][language] }))

/** As the card has it. */
export const genders = listOf(genderIds, {
  f: { en: 'Female', es: 'Femenino' },
  m: { en: 'Male', es: 'Masculino' },
  x: { en: 'X', es: 'X' },
})

export const educations = listOf(educationIds, {
  none: { en: 'No schooling completed', es: 'Sin estudios completos' },
  primary: { en: 'Primary school', es: 'Primario completo' },
  secondary_incomplete: { en: 'Secondary school, not finished', es: 'Secundario incompleto' },
  secondary: { en: 'Secondary school', es: 'Secundario completo' },
  tertiary: { en: 'Tertiary or technical college', es: 'Terciario completo' },
  university_incomplete: { en: 'University, not finished', es: 'Universitario en curso o incompleto' },
  university: { en: 'University', es: 'Universitario completo' },
  postgraduate: { en: 'Postgraduate', es: 'Posgrado' },
})

export const industries = listOf(industryIds, {
  commerce: { en: 'Shops and sales', es: 'Comercio y ventas' },
  construction: { en: 'Construction', es: 'Construcción' },
  domestic_work: { en: 'Domestic work and care', es: 'Casas particulares y cuidado de personas' },
  manufacturing: { en: 'Manufacturing', es: 'Industria' },
  transport: { en: 'Transport and deliveries', es: 'Transporte y repartos' },
  hospitality: { en: 'Restaurants and hotels', es: 'Gastronomía y hotelería' },
  health: { en: 'Health', es: 'Salud' },
  education: { en: 'Education', es: 'Educación' },
  public_administration: { en: 'Public administration', es: 'Administración pública' },
  security: { en: 'Security and armed forces', es: 'Seguridad y fuerzas armadas' },
  agriculture: { en: 'Farming and fishing', es: 'Campo y pesca' },
  energy_mining: { en: 'Energy, water and mining', es: 'Energía, agua y minería' },
  technology: { en: 'Technology and communications', es: 'Tecnología y comunicaciones' },
  finance: { en: 'Banking and insurance', es: 'Bancos y seguros' },
  professional_services: { en: 'Professional services', es: 'Servicios profesionales' },
  personal_services: { en: 'Repairs, beauty and other trades', es: 'Oficios, estética y reparaciones' },
  culture: { en: 'Culture, sport and media', es: 'Cultura, deporte y medios' },
  other: { en: 'Another', es: 'Otro' },
  not_working: { en: 'I am not working now', es: 'Ahora no trabajo' },
})

export const loanPurposes = listOf(loanPurposeIds, {
  daily_expenses: { en: 'Everyday expenses', es: 'Gastos del día a día' },
  bills: { en: 'Bills, rent or taxes', es: 'Servicios, alquiler o impuestos' },
  other_debts: { en: 'Paying another debt', es: 'Pagar otra deuda' },
  health: { en: 'Health', es: 'Salud' },
  home: { en: 'Home repairs', es: 'Arreglos en casa' },
  education: { en: 'Education', es: 'Educación' },
  work: { en: 'My work or business', es: 'Mi trabajo o negocio' },
  vehicle: { en: 'Car or motorbike', es: 'Auto o moto' },
  purchase: { en: 'Buying something', es: 'Una compra' },
  family_event: { en: 'A family event', es: 'Un evento familiar' },
  travel: { en: 'Travel', es: 'Viaje' },
  other: { en: 'Another', es: 'Otro' },
})

export const overduePeriods = listOf(overduePeriodIds, {
  never: { en: 'I have never paid late', es: 'Nunca me atrasé' },
  days_1_7: { en: '1 to 7 days', es: '1 a 7 días' },
  days_8_30: { en: '8 to 30 days', es: '8 a 30 días' },
  days_31_90: { en: '31 to 90 days', es: '31 a 90 días' },
  days_91_180: { en: '91 to 180 days', es: '91 a 180 días' },
  days_over_180: { en: 'More than 180 days', es: 'Más de 180 días' },
})

export const employmentTypes = listOf(employmentTypeIds, {
  employee: { en: 'Employee with a payslip', es: 'En relación de dependencia' },
  employee_informal: { en: 'Employee without a payslip', es: 'Trabajo sin recibo de sueldo' },
  monotributo: { en: 'Self-employed, monotributo', es: 'Monotributista' },
  self_employed: { en: 'Self-employed, general regime', es: 'Autónomo o responsable inscripto' },
  retired: { en: 'Retired or pensioner', es: 'Jubilado/a o pensionado/a' },
  social_benefit: { en: 'Social benefit', es: 'Plan o asignación social' },
  student: { en: 'Student', es: 'Estudiante' },
  unemployed: { en: 'Not employed', es: 'Sin empleo' },
})

export const maritalStatuses = listOf(maritalStatusIds, {
  single: { en: 'Single', es: 'Soltero/a' },
  cohabiting: { en: 'Living with a partner', es: 'En pareja conviviente' },
  married: { en: 'Married', es: 'Casado/a' },
  separated: { en: 'Separated', es: 'Separado/a' },
  divorced: { en: 'Divorced', es: 'Divorciado/a' },
  widowed: { en: 'Widowed', es: 'Viudo/a' },
})

export const relationships = listOf(relationshipIds, {
  partner: { en: 'Spouse or partner', es: 'Cónyuge o pareja' },
  parent: { en: 'Mother or father', es: 'Madre o padre' },
  child: { en: 'Daughter or son', es: 'Hija o hijo' },
  sibling: { en: 'Sister or brother', es: 'Hermana o hermano' },
  relative: { en: 'Another relative', es: 'Otro familiar' },
  friend: { en: 'Friend', es: 'Amiga o amigo' },
  coworker: { en: 'Workmate', es: 'Compañero/a de trabajo' },
  neighbour: { en: 'Neighbour', es: 'Vecina o vecino' },
  other: { en: 'Another', es: 'Otro' },
})
