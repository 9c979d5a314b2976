import { exampleBasic } from '@hola/core/application/test-example.ts'
import {
  educationIds,
  employmentTypeIds,
  genderIds,
  industryIds,
  loanPurposeIds,
  maritalStatusIds,
  overduePeriodIds,
  relationshipIds,
} from '@hola/core/application/option-ids.ts'
import type { BodyOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { fakeServer, succeed } from '../../lib/fake-server.ts'

/** What the server sends of a list: its ids, with their labels. */
const listOf = <Id extends string>(ids: readonly Id[], keyOf: (id: Id) => keyof typeof m, locale: WireLanguage) =>
  ids.map((id) => ({
    id,
    label: (Reflect.get(m, keyOf(id)) as (_: object, options: object) => string)({}, { locale }),
  }))

const SAVED_AT = '2025-11-16T13:31:00.000Z'

const areas: Readonly<Record<string, readonly [id: string, name: string][]>> = {
  country: [
    ['06', 'Buenos Aires'],
    ['22', 'Chaco'],
    ['02', 'Ciudad Autónoma de Buenos Aires'],
    ['14', 'Córdoba'],
  ],
  '06': [['06035', 'Avellaneda']],
  '14': [['14014', 'Capital']],
  '22': [['22007', 'Bermejo']],
  '06035': [
    ['06035010', 'Gerli'],
    ['06035020', 'Sarandí'],
  ],
  '14014': [],
}

/** As many as make a list worth searching. */
const barrios = [
  'Agronomía',
  'Almagro',
  'Balvanera',
  'Barracas',
  'Belgrano',
  'Boca',
  'Boedo',
  'Caballito',
  'Chacarita',
  'Coghlan',
  'Colegiales',
  'Palermo',
].map((name, index) => ({ id: `0209801${index}`, name, district_id: name === 'Palermo' ? '02098' : '02035' }))

const progress = {
  state: 'in_progress',
  steps: ['basic', 'social', 'withdrawal', 'photos'].map((step) => ({
    step,
    complete: false,
    saved_at: null,
    missing: [],
  })),
  next_step: 'social',
  can_submit: false,
}

/** What the basic step sends and reads back. */
export const ana = {
  ...exampleBasic,
  first_name: 'Ana María',
  last_name: 'Díaz',
  birth_day: '1990-05-17',
  national_id_number: '30000013',
  cuil: '23300000134',
  industry_id: 'health',
  address: {
    ...exampleBasic.address,
    district_id: '06035',
    locality_id: '06035020',
    street: 'Mitre',
    street_number: '123',
    postal_code: '1872',
  },
  loan_purpose_id: 'home',
  past_loans_count: 1,
}

/** The server as the steps see it. What is saved is read back; `saved` holds it by step. */
export const fakeApplication = ({
  lockedBy = null,
  ...saved
}: { basic?: object; social?: object; withdrawal?: object; lockedBy?: 'review' | 'approval' | null } = {}) => {
  const read = (step: keyof typeof saved) => () =>
    succeed({ info: saved[step] ?? null, saved_at: saved[step] ? SAVED_AT : null, locked_by: lockedBy })
  const save = (step: keyof typeof saved) => (request: { body: unknown }) => {
    saved[step] = request.body as object
    return succeed({
      saved_at: SAVED_AT,
      application: progress,
      ...(step === 'withdrawal' && { resubmitted_order: null }),
    })
  }
  const languageOf = (request: { headers: Headers }) => request.headers.get('language') as WireLanguage
  const server = fakeServer({
    '/api/app/get_list_page1_new': (request) => {
      const language = languageOf(request)
      return succeed({
        genders: listOf(genderIds, (id) => `options_gender_${id}`, language),
        educations: listOf(educationIds, (id) => `options_education_${id}`, language),
        industries: listOf(industryIds, (id) => `options_industry_${id}`, language),
        loan_purposes: listOf(loanPurposeIds, (id) => `options_loan_purpose_${id}`, language),
        overdue_periods: listOf(overduePeriodIds, (id) => `options_overdue_period_${id}`, language),
      })
    },
    '/api/app/get_list_page2_new': (request) => {
      const language = languageOf(request)
      return succeed({
        employment_types: listOf(employmentTypeIds, (id) => `options_employment_type_${id}`, language),
        marital_statuses: listOf(maritalStatusIds, (id) => `options_marital_status_${id}`, language),
        relationships: listOf(relationshipIds, (id) => `options_relationship_${id}`, language),
      })
    },
    '/api/app/get_area': ({ body }) => {
      const { parent_id: asked, every_locality: isEvery } = body as BodyOf<'app/get_area'>
      if (isEvery) return succeed({ level: 'locality', areas: barrios })
      const parent = asked ?? 'country'
      return succeed({ level: 'province', areas: (areas[parent] ?? []).map(([id, name]) => ({ id, name })) })
    },
    '/api/app/get_bank_list': succeed({
      banks: [
        { id: '007', name: 'Banco de Galicia y Buenos Aires S.A.', short_name: 'Galicia', is_common: true },
        { id: '011', name: 'Banco de la Nación Argentina', short_name: 'Nación', is_common: true },
      ],
      wallets: [{ id: 'mercado-pago', name: 'Mercado Pago' }],
      wallet_share_basis_points: null,
    }),
    '/api/app/get_card_info': succeed({ state: 'no_photo', sides: [], card: null }),
    '/api/app/get_basic_info': read('basic'),
    '/api/app/save_basic_info': save('basic'),
    '/api/app/get_extra_info': read('social'),
    '/api/app/save_extra_info': save('social'),
    '/api/app/get_bank_info': read('withdrawal'),
    '/api/app/save_transfer_info': save('withdrawal'),
  })
  return { ...server, saved }
}
