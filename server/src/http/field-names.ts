import type { WireLanguage } from '@hola/core/language.ts'

type Words = Readonly<Record<WireLanguage, string>>

/**
 * What a person calls the fields that she fills in. The others are filled in by a program, which is better served by
 * their real names.
 */
const fieldNames: Readonly<Record<string, Words>> = {
  first_name: { en: 'First name', es: 'Nombre' },
  last_name: { en: 'Last name', es: 'Apellido' },
  gender_id: { en: 'Gender', es: 'Género' },
  birth_day: { en: 'Date of birth', es: 'Fecha de nacimiento' },
  national_id_number: { en: 'ID card number', es: 'Número de DNI' },
  cuil: { en: 'CUIL', es: 'CUIL' },
  education_id: { en: 'Education', es: 'Nivel de estudios' },
  industry_id: { en: 'Work industry', es: 'Rubro laboral' },
  address: { en: 'Address', es: 'Domicilio' },
  province_id: { en: 'Province', es: 'Provincia' },
  district_id: { en: 'District', es: 'Partido / Departamento / Comuna' },
  locality_id: { en: 'Town', es: 'Localidad / Barrio' },
  locality_other: { en: 'Town', es: 'Localidad / Barrio' },
  street: { en: 'Street', es: 'Calle' },
  street_number: { en: 'Street number', es: 'Altura' },
  postal_code: { en: 'Postal code', es: 'Código postal' },
  loan_purpose_id: { en: 'Loan purpose', es: 'Destino del préstamo' },
  whatsapp_phone: { en: 'WhatsApp number', es: 'Número de WhatsApp' },
  overdue_past_six_months: { en: 'Overdue in the past six months', es: 'Mora en los últimos seis meses' },
  longest_overdue_period_id: { en: 'Longest overdue period', es: 'Mora más larga' },
  current_internet_loans_centavos: { en: 'Total of current internet loans', es: 'Total de préstamos online actuales' },
  past_loans_count: { en: 'Number of past loans', es: 'Cantidad de préstamos anteriores' },
  internet_loans_in_progress_count: {
    en: 'Number of internet loans in progress',
    es: 'Cantidad de préstamos online en curso',
  },
  employment_type_id: { en: 'Employment', es: 'Situación laboral' },
  monthly_salary_centavos: { en: 'Monthly income', es: 'Ingresos mensuales netos' },
  marital_status_id: { en: 'Marital status', es: 'Estado civil' },
  emergency_contact_1: { en: 'Emergency contact 1', es: 'Contacto de referencia 1' },
  emergency_contact_2: { en: 'Emergency contact 2', es: 'Contacto de referencia 2' },
  relationship_id: { en: 'Relationship', es: 'Vínculo' },
  contact_name: { en: 'Contact name', es: 'Nombre del contacto' },
  contact_phone: { en: 'Contact phone number', es: 'Celular del contacto' },
  institution_kind: { en: 'Bank or wallet', es: 'Banco o billetera virtual' },
  institution_id: { en: 'Bank or wallet', es: 'Banco o billetera virtual' },
  account_number: { en: 'Account number', es: 'CBU, CVU o alias' },
  full_name: { en: 'Account holder', es: 'Titular de la cuenta' },
  image_base64: { en: 'Photo', es: 'Foto' },
  phone: { en: 'Mobile', es: 'Celular' },
  mail: { en: 'E-mail', es: 'Correo electrónico' },
  code: { en: 'Verification code', es: 'Código de verificación' },
  amount_centavos: { en: 'Amount', es: 'Monto' },
  term_days: { en: 'Term', es: 'Plazo' },
  agreement_accepted: { en: 'Loan agreement', es: 'Contrato del préstamo' },
}

/** The name of a field for a person, or its real name when only a program fills it in. */
export const nameField = (segments: readonly string[], language: WireLanguage): string => {
  const words = segments.map((segment) => (Object.hasOwn(fieldNames, segment) ? fieldNames[segment] : undefined))
  return words.every((word) => word !== undefined) ? words.map((word) => word[language]).join(', ') : segments.join('.')
}
