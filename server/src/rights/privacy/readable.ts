import { ACCESS_LEGEND, AUTHORITY_LEGEND } from '@hola/core/agreement/legends.ts'
import { writtenDay } from '@hola/core/written.ts'
import * as options from '@hola/i18n/say-options.ts'
import { brand } from '@hola/core/brand.ts'
import { civilDayOf, isCivilDay } from '@hola/core/calendar.ts'
import { financeApps } from '@hola/core/device/finance-apps.ts'
import { sayField } from '@hola/i18n/say-field.ts'
import { centavos, formatPesos } from '@hola/core/money.ts'
import type { AccessActor, AccessPurpose, DataCategory } from '@hola/core/privacy.ts'
import { dataCategories } from '@hola/core/privacy.ts'
import { isReviewReason } from '@hola/core/review/reasons.ts'
import { keptBureauReport } from '@hola/core/stored/review.ts'
import type { PrintedDocument } from '../../lending/agreement/public.ts'
import type { Reference } from '../../platform/reference/public.ts'
import { reasonTexts } from '../../lending/review/public.ts'
import type { Copied, CopiedRow } from './copy.ts'

/** In Spanish, like everything that a person may show to somebody else. */

const categoryWords: Readonly<Record<DataCategory, { readonly heading: string; readonly why: string }>> = {
  account: { heading: 'Tu cuenta', why: 'Para que entres vos y nadie más.' },
  form: { heading: 'Lo que escribiste en la solicitud', why: 'Para evaluar tu solicitud y hacer el contrato.' },
  photos: { heading: 'Tus fotos', why: 'Para comprobar que el DNI es tuyo. Están en el archivo JSON.' },
  identity_result: { heading: 'El resultado de esa comprobación', why: 'Para evaluar tu solicitud.' },
  bureau: {
    heading: 'Lo que informó la Central de Deudores del BCRA',
    why: 'Para evaluar tu solicitud. Se guarda un día.',
  },
  decisions: { heading: 'Las decisiones', why: 'Para poder explicarlas y revisarlas.' },
  loans_and_payments: { heading: 'Tus préstamos y pagos', why: 'Para cumplir el contrato y llevar los libros.' },
  agreements: { heading: 'Tus contratos firmados', why: 'Para probar lo que firmamos los dos.' },
  coupons: { heading: 'Tus cupones', why: 'Para descontarlos.' },
  messages: { heading: 'Los recordatorios que te enviamos', why: 'Para no enviarte dos veces el mismo.' },
  consumer_requests: { heading: 'Tus trámites', why: 'Para responderlos.' },
  device_data: { heading: 'Lo que envió tu teléfono con tu permiso', why: 'Para lo que dice cada permiso.' },
  consents: { heading: 'Los textos y permisos que aceptaste', why: 'Para probar qué aceptaste y cuándo.' },
  access_log: { heading: 'Quién abrió o borró tus datos', why: 'Para que lo sepas.' },
}

type Line = readonly [label: string, value: string]

const text = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '-'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

const instantText = (value: Date): string =>
  `${writtenDay(civilDayOf(value))} ${value.toLocaleTimeString('es-AR', {
    timeZone: 'America/Argentina/Buenos_Aires',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })}`

const time = (value: unknown): string => {
  if (value instanceof Date) return instantText(value)
  return typeof value === 'string' || typeof value === 'number' ? instantText(new Date(value)) : '-'
}

const day = (value: unknown): string => (isCivilDay(value) ? writtenDay(value) : '-')
const pesos = (value: unknown): string => (typeof value === 'number' ? formatPesos(centavos(value)) : '-')

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The choices of the forms by the field that holds them. */
const choices: Readonly<Record<string, readonly options.Option[]>> = {
  gender_id: options.genders('es'),
  education_id: options.educations('es'),
  industry_id: options.industries('es'),
  loan_purpose_id: options.loanPurposes('es'),
  longest_overdue_period_id: options.overduePeriods('es'),
  employment_type_id: options.employmentTypes('es'),
  marital_status_id: options.maritalStatuses('es'),
  relationship_id: options.relationships('es'),
}

const placeName = (id: unknown, { provinces }: Pick<Reference, 'provinces'>): string | undefined =>
  [
    ...provinces,
    ...provinces.flatMap(({ districts }) => districts),
    ...provinces.flatMap(({ districts }) => districts.flatMap(({ communities }) => communities)),
  ].find((place) => place.id === id)?.name

/** A form, field by field, under the names that its page shows. */
const formLines = (info: unknown, reference: Reference, path = ''): Line[] =>
  !isObject(info)
    ? []
    : Object.entries(info).flatMap(([name, value]): Line[] => {
        const place = path === '' ? name : `${path}.${name}`
        if (isObject(value)) return formLines(value, reference, place)
        if (value === null) return []
        return [[sayField(place, 'es'), fieldText(name, value, reference)]]
      })

const fieldText = (name: string, value: unknown, reference: Reference): string => {
  if (name.endsWith('_centavos')) return pesos(value)
  if (name.endsWith('_day')) return day(value)
  const { banks, wallets } = reference
  const found =
    choices[name]?.find(({ id }) => id === value)?.label ??
    (/^(province|district|locality)_id$/.test(name) ? placeName(value, reference) : undefined) ??
    (name === 'institution_id'
      ? (banks.find(({ code }) => code === value)?.name ?? wallets.find(({ id }) => id === value)?.brand)
      : undefined) ??
    (name === 'institution_kind' ? (value === 'bank' ? 'Banco' : 'Billetera virtual') : undefined)
  return found ?? text(value)
}

const photoNames: Readonly<Record<string, string>> = {
  front: 'Frente del DNI',
  back: 'Dorso del DNI',
  selfie: 'Selfie',
}

const outcomes: Readonly<Record<string, string>> = {
  pass: 'Coinciden',
  retake: 'Se pidió sacar fotos de nuevo',
  refuse: 'No coinciden',
  manual: 'La miró una persona',
  approved: 'Aprobada',
  refused: 'No aprobada',
}

const orderStates: Readonly<Record<string, string>> = {
  pending: 'firmado, a la espera de la transferencia',
  payout_failed: 'la transferencia falló',
  in_repayment: 'en curso',
  cleared: 'pagado',
  cancelled: 'sin efecto',
  review_failed: 'no aprobado',
}

const kindNames: Readonly<Record<string, string>> = {
  biometric: 'Comparar tu cara con tu DNI',
  device: 'Teléfono',
  location: 'Zona',
  sms: 'SMS de bancos y servicios',
  apps: 'Billeteras y bancos',
  behaviour: 'Uso de las pantallas',
  privacy: 'Política de privacidad',
  terms: 'Términos y condiciones',
}

const smsKinds: Readonly<Record<string, string>> = {
  income: 'cobro',
  payment: 'pago',
  transfer: 'transferencia',
  loan: 'préstamo',
  overdue: 'atraso',
  other: 'otro',
}

const screens: Readonly<Record<string, string>> = {
  step_basic: 'Datos personales',
  step_social: 'Trabajo y contactos',
  step_withdrawal: 'Cuenta para cobrar',
  photos: 'Fotos',
  loan_choose: 'Elegir el préstamo',
  loan_offer: 'La oferta',
  agreement: 'El contrato',
  sign: 'La firma',
  repay: 'Pagar',
}

const acts: Readonly<Record<string, string>> = {
  correct: 'corrección',
  paste: 'pegado',
  problem: 'aviso',
  hide: 'salida de la app',
  show: 'vuelta a la app',
  submit: 'envío',
  leave: 'fin',
}

const recordText = (kind: unknown, record: Readonly<Record<string, unknown>>): string => {
  switch (kind) {
    case 'device':
      return ['manufacturer', 'model', 'os_version', 'app_version', 'locale', 'time_zone']
        .map((name) => text(record[name]))
        .join(' · ')
    case 'location': {
      const degrees = (value: unknown): string =>
        (Number(value) / 100).toLocaleString('es-AR', { minimumFractionDigits: 2 })
      const [latitude, longitude] = [record['latitude_centidegrees'], record['longitude_centidegrees']].map(degrees)
      return `${time(record['taken_at'])} · latitud ${latitude}, longitud ${longitude}`
    }
    case 'sms': {
      const amount = record['amount_centavos'] === null ? [] : [pesos(record['amount_centavos'])]
      return [time(record['received_at']), text(record['sender']), smsKinds[text(record['kind'])], ...amount].join(
        ' · ',
      )
    }
    case 'apps': {
      const packages: unknown = record['packages']
      const names = financeApps.filter(({ packageName }) => Array.isArray(packages) && packages.includes(packageName))
      return names.length === 0 ? 'ninguna de la lista' : names.map(({ name }) => name).join(', ')
    }
    default: {
      const events: unknown = record['events']
      const done = (Array.isArray(events) ? events : []).filter(isObject).map((act) => {
        const field = act['field'] === undefined ? '' : ` en ${sayField(text(act['field']), 'es')}`
        return `${acts[text(act['key'])] ?? text(act['key'])}${field}`
      })
      return [time(record['time']), screens[text(record['key'])] ?? text(record['key']), ...done].join(' · ')
    }
  }
}

const actors: Readonly<Record<AccessActor, string>> = {
  you: 'Vos',
  review: 'La evaluación automática',
  desk: 'Una persona de nuestro equipo',
  retention: 'El borrado automático',
}

const purposes: Readonly<Record<AccessPurpose, string>> = {
  download: 'copia de tus datos',
  decision: 'decidir tu solicitud',
  manual_review: 'revisar tu solicitud',
  identity_check: 'comprobar tu identidad',
  support: 'atender tu préstamo',
  consent_withdrawn: 'borrado porque retiraste el permiso',
  too_old: 'borrado porque pasó el plazo',
  central_bank: 'informe de deudores al Banco Central',
  erasure: 'borrado de tu cuenta',
}

const named = <Name extends string>(names: Readonly<Record<Name, string>>, value: unknown): string =>
  Object.hasOwn(names, text(value)) ? names[text(value) as Name] : text(value)

const reasonsText = (reasons: unknown): string => {
  const codes = (Array.isArray(reasons) ? reasons : []).map(text)
  return [...reasonTexts(codes.filter(isReviewReason), 'es'), ...codes.filter((code) => !isReviewReason(code))].join(
    ' ',
  )
}

const bureauText = (report: unknown): string => {
  const file = keptBureauReport.read(report)
  if (file.kind === 'thin_file') return 'No informó nada sobre vos.'
  return [
    `Situación ahora: ${file.worstNow}`,
    `peor situación en 24 meses: ${file.worst24Months}`,
    `deuda informada: ${formatPesos(file.debtTotalCentavos)}`,
    `cheques rechazados sin pagar: ${file.unpaidRejectedChequesCount}`,
    ...(file.isInReview ? ['en revisión'] : []),
    ...(file.hasLegalSituation ? ['concurso, quiebra o juicio'] : []),
  ].join(' · ')
}

/** How the rows of a table read; a table that is not here is counted, and is in the other file in full. */
const newsNames: Readonly<Record<string, string>> = {
  approved: 'Solicitud aprobada',
  refused: 'Solicitud no aprobada',
  to_mend: 'Algo por corregir en la solicitud',
  money_sent: 'Dinero enviado',
  money_back: 'Transferencia devuelta',
  payment_credited: 'Pago recibido',
  payment_reversed: 'Pago anulado',
}

const topicNames: Readonly<Record<string, string>> = {
  decision: 'la respuesta a la solicitud',
  money: 'el dinero enviado o devuelto',
  payment: 'pagos acreditados',
  due: 'vencimientos',
  level: 'niveles nuevos',
}

const requestKinds: Readonly<Record<string, string>> = {
  regret: 'Arrepentimiento',
  unsubscribe: 'Baja',
  complaint: 'Reclamo',
  data_access: 'Acceso a los datos',
  data_change: 'Corrección de los datos',
}

const printers: Readonly<Record<string, (row: CopiedRow, reference: Reference) => readonly Line[]>> = {
  account: (row) => [
    ['Número de cuenta', text(row['user_id'])],
    ['Abierta el', time(row['created_at'])],
  ],
  login_address: (row) => [[row['kind'] === 'phone' ? 'Celular' : 'Correo electrónico', text(row['address'])]],
  session: (row) => [['Ingreso', `${time(row['created_at'])}, vence el ${time(row['expires_at'])}`]],
  application_step: (row, reference) => formLines(row['sealed'], reference),
  photo: (row) =>
    typeof row['size_bytes'] === 'number'
      ? [
          [
            named(photoNames, row['kind']),
            `${time(row['stored_at'])}, JPEG de ${Math.ceil(row['size_bytes'] / 1024)} kB`,
          ],
        ]
      : [[named(photoNames, row['kind']), `${time(row['stored_at'])}, ya borrada`]],
  identity_verdict: (row) => [[time(row['judged_at']), named(outcomes, row['outcome'])]],
  bureau_report: (row) => [[time(row['fetched_at']), bureauText(row['report'])]],
  review_decision: (row) => [
    [
      time(row['decided_at']),
      [
        named(outcomes, row['outcome']),
        ...(row['limit_centavos'] === null ? [] : [`límite ${pesos(row['limit_centavos'])}`]),
        reasonsText(row['reasons']),
      ]
        .filter((part) => part !== '')
        .join('. '),
    ],
  ],
  loan_order: (row) => {
    const account = isObject(row['account']) ? row['account'] : {}
    return [
      [`Préstamo ${text(row['order_number'])}`, named(orderStates, row['state'])],
      ['Firmado el', time(row['signed_at'])],
      ['Monto, y lo que recibiste', `${pesos(row['amount_centavos'])}, ${pesos(row['arrival_centavos'])}`],
      ['A devolver, y vencimiento', `${pesos(row['repayment_centavos'])}, ${day(row['due_day'])}`],
      ['Cuenta', `${text(account['institutionName'])}, ${text(account['number'])}, ${text(account['holderName'])}`],
    ]
  },
  payment: (row) => [[`Pago pedido el ${time(row['requested_at'])}`, pesos(row['amount_centavos'])]],
  receipt: (row) => [[`Pago del ${day(row['paid_day'])}`, pesos(row['amount_centavos'])]],
  refund: (row) => [[`Devolución del ${time(row['asked_at'])}`, pesos(row['amount_centavos'])]],
  agreement: (row) => [[`Documento del ${time(row['made_at'])}`, `SHA-256 ${text(row['sha256'])}`]],
  signature_evidence: (row) => {
    const entry = isObject(row['entry']) ? row['entry'] : {}
    return [['Firma', `${text(entry['signed_at_argentina'])}, desde ${text(entry['network_address'])}`]]
  },
  coupon: (row) => [
    [
      row['kind'] === 'fee_reduction' ? 'Descuento en el cargo' : 'Días de prórroga',
      `${row['kind'] === 'fee_reduction' ? pesos(row['fee_reduction_centavos']) : text(row['extension_days'])}, hasta el ${time(row['expires_at'])}`,
    ],
  ],
  reminder: (row) => [
    [time(row['tried_at']), row['kind'] === 'new_level' ? 'Nuevo nivel' : `Vencimiento del ${day(row['due_day'])}`],
  ],
  news: (row) => [[time(row['tried_at']), newsNames[text(row['kind'])] ?? '']],
  message_choice: (row) => [
    [`Desde el ${time(row['off_at'])}`, `Sin mensajes de: ${topicNames[text(row['topic'])] ?? ''}`],
  ],
  contact_attempt: (row) => [[time(row['attempted_at']), text(row['text'])]],
  contact_outcome: (row) => [[time(row['at']), row['outcome'] === 'sent' ? 'Mensaje enviado' : 'Mensaje no enviado']],
  contact_opt_out: (row) => [
    [
      time(row['chosen_at']),
      row['is_out'] === true ? 'Pediste que no te contactemos' : 'Volviste a permitir el contacto',
    ],
  ],
  promise: (row) => [
    [time(row['made_at']), `Dijiste que pagás ${pesos(row['amount_centavos'])} hasta el ${day(row['promise_day'])}`],
  ],
  agency_handover: (row) => [[time(row['handed_at']), `Préstamo pasado a ${text(row['agency'])}`]],
  consumer_request: (row) => {
    const words = isObject(row['words']) ? row['words'] : {}
    return [
      [
        `${requestKinds[text(row['kind'])] ?? ''} ${text(row['tracking_number'])}`,
        [time(row['received_at']), text(row['address']), words['note'], row['answer']]
          .filter(Boolean)
          .map(text)
          .join(' · '),
      ],
    ]
  },
  device_record: (row) => [
    [named(kindNames, row['kind']), isObject(row['record']) ? recordText(row['kind'], row['record']) : '-'],
  ],
  device_upload: (row) => [
    [`Envío del ${time(row['sent_at'])}`, `${named(kindNames, row['kind'])}, nuevos: ${text(row['stored_count'])}`],
  ],
  agreed_text: (row) => [[named(kindNames, row['text_name']), `${text(row['version'])}, ${time(row['agreed_at'])}`]],
  consent: (row) => [
    [
      named(kindNames, row['kind']),
      row['withdrawn_at'] === null
        ? `Dado el ${time(row['given_at'])}, vence el ${time(row['expires_at'])}`
        : `Dado el ${time(row['given_at'])}, retirado el ${time(row['withdrawn_at'])}`,
    ],
  ],
  data_access: (row) => [
    [
      time(row['at']),
      [
        named(actors, row['actor']),
        named(purposes, row['purpose']),
        row['category'] === null ? 'Todo' : categoryWords[row['category'] as DataCategory].heading,
      ].join(' · '),
    ],
  ],
  proposal: (row) => [
    [time(row['proposed_at']), `Una persona de nuestro equipo propuso algo a otra · ${text(row['why'])}`],
  ],
  desk_act: (row) => [[time(row['acted_at']), `Una persona de nuestro equipo · ${text(row['why'])}`]],
}

const tableNames: Readonly<Record<string, string>> = {
  login_code: 'Códigos que te enviamos en el último día',
  login_origin: 'Navegadores y redes desde los que ingresaste en los últimos 180 días, irreconocibles',
  photo_attempt: 'Cuántas fotos enviaste en un día',
  application: 'Estado de la solicitud',
  identity_trace: 'Rastro para reconocer fotos usadas por otra persona',
  face_match: 'Parecidos de tu selfie con la de otra persona',
  quota: 'Tu límite',
  order_event: 'Pasos de tus préstamos',
  ledger_entry: 'Asientos de los libros',
  payout_attempt: 'Transferencias que te hicimos',
  apply_request: 'Pedidos de firma que respondimos',
  repay_request: 'Pedidos de pago que respondimos',
}

const linesOf = ({ holding: { table }, rows }: Copied, reference: Reference): Line[] => {
  const print = printers[table]
  if (print !== undefined) return rows.flatMap((row) => print(row, reference))
  return rows.length === 0 ? [] : [[tableNames[table] ?? table, `${rows.length}, en el archivo JSON`]]
}

/** A copy as a person reads it: what there is, and what each part is for. */
export const readableDocument = (copied: readonly Copied[], reference: Reference, madeAt: Date): PrintedDocument => ({
  title: 'Tus datos',
  sections: [
    {
      id: 'about',
      heading: 'Qué es este documento',
      rows: [],
      paragraphs: [
        `Esto es lo que ${brand.legalEntity} guarda sobre vos al ${instantText(madeAt)}. El archivo JSON, que podés descargar en el mismo lugar, tiene cada dato completo, con tus fotos y tus contratos.`,
        `Si algo está mal, corregilo en los pasos de la solicitud, o escribinos a ${brand.support.email}: lo corregimos dentro de los cinco días hábiles (Ley 25.326, artículo 16).`,
        ACCESS_LEGEND,
        AUTHORITY_LEGEND,
      ],
    },
    ...dataCategories.map((category) => {
      const lines = copied
        .filter(({ holding }) => holding.category === category)
        .flatMap((part) => linesOf(part, reference))
      const { heading, why } = categoryWords[category]
      return {
        id: category,
        heading,
        rows: lines.map(([label, value], index) => ({ id: `${category}-${index + 1}`, label, value })),
        paragraphs: [lines.length === 0 ? 'No hay nada.' : why],
      }
    }),
  ],
})
