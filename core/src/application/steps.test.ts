import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { type CivilDay, civilDay } from '../calendar.ts'
import type { BodyOf } from '../contract/contract.ts'
import { contract } from '../contract/contract.ts'
import { checkForm, type FieldProblem, problemsOf } from '../form/problems.ts'
import type { Centavos } from '../money.ts'
import { basicInfo, basicRules } from './basic.ts'
import { exampleBasic, exampleTyped } from './test-example.ts'
import { extraInfo, socialRules } from './social.ts'
import { transferInfo, withdrawalRules } from './withdrawal.ts'

const today = civilDay('2026-11-15')

const basic = {
  ...exampleTyped,
  address: { ...exampleTyped.address, street: 'Av.  San Martín', street_number: 's/n' },
}

const contact = { relationship_id: 'sibling', contact_name: 'Marta Romero', contact_phone: '351 555 1234' }

const extra = {
  employment_type_id: 'employee',
  monthly_salary_centavos: 90_000_000,
  marital_status_id: 'single',
  emergency_contact_1: contact,
  emergency_contact_2: { ...contact, contact_phone: '2966 42-3456' },
}

const transfer = {
  institution_kind: 'bank',
  institution_id: '011',
  account_number: '01100129 00000000000017',
  full_name: 'ROMERO LUCIA',
}

const problems = (found: readonly FieldProblem[]): string[] => found.map(({ path, problem }) => `${path} ${problem}`)

const found = (schema: z.ZodMiniType, value: unknown): string[] => {
  const { error } = schema.safeParse(value)
  return error === undefined ? [] : problems(problemsOf(error))
}

describe('the basic step', () => {
  test('comes out as it is stored', () => {
    expect(z.parse(basicInfo, basic)).toEqual({
      ...exampleBasic,
      address: { ...exampleBasic.address, street: 'Av. San Martín', street_number: 's/n' },
    })
  })

  test('what is stored is shown unchanged', () => {
    const stored = z.parse(basicInfo, basic)
    expect(z.parse(contract['app/get_basic_info'].ret, { info: stored, saved_at: null, locked_by: null }).info).toEqual(
      stored,
    )
  })

  test('an empty form has a problem at every field: "enter" or "select"', () => {
    const leaves = (fields: object, prefix = ''): [string, unknown][] =>
      Object.entries(fields).flatMap(([name, value]) =>
        typeof value === 'object' && value !== null ? leaves(value, `${prefix}${name}.`) : [[prefix + name, value]],
      )
    const isChosen = (name: string, value: unknown): boolean => /_(id|day)$/.test(name) || typeof value === 'boolean'
    expect(found(basicInfo, { address: { locality_id: null, locality_other: null } })).toEqual(
      leaves(exampleBasic)
        .filter(([name]) => !name.startsWith('address.locality_'))
        .map(([name, value]) => `${name} ${isChosen(name, value) ? 'required_select' : 'required_enter'}`),
    )
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['an unknown gender', { gender_id: 'z' }, ['gender_id unknown_option']],
    ['an unknown education', { education_id: 'phd' }, ['education_id unknown_option']],
    ['an unknown industry', { industry_id: 'x' }, ['industry_id unknown_option']],
    ['an unknown purpose', { loan_purpose_id: 'x' }, ['loan_purpose_id unknown_option']],
    ['an unknown period', { longest_overdue_period_id: 'x' }, ['longest_overdue_period_id unknown_option']],
    ['an emoji in a name', { first_name: 'Ana 😀' }, ['first_name name_characters']],
    ['script in a name', { last_name: '<script>' }, ['last_name name_characters']],
    ['a DNI of six digits', { national_id_number: '300.000' }, ['national_id_number not_a_dni']],
    ['a CUIL with a wrong digit', { cuil: '27-30111222-6' }, ['cuil cuil_check_digit']],
    ['script in a street', { address: { ...basic.address, street: '<b>' } }, ['address.street text_characters']],
    ['a phone from abroad', { whatsapp_phone: '+1 415 555 2671' }, ['whatsapp_phone not_argentine']],
    ['a field too many', { selfie: 'x' }, ['selfie unknown_field']],
  ])('refuses %s', (_, change, expected) => {
    expect(found(basicInfo, { ...basic, ...change })).toEqual(expected)
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['everything fits', {}, []],
    ['17 years old', { birth_day: '2008-11-16' }, ['birth_day too_young']],
    ['18 today', { birth_day: '2008-11-15' }, []],
    ['76 today', { birth_day: '1950-11-15' }, ['birth_day too_old']],
    ['a day that does not exist is the schema’s', { birth_day: '2008-02-30' }, []],
    ['the CUIL of another DNI', { national_id_number: '30111223' }, ['cuil cuil_not_of_dni']],
    ['a wrong CUIL is the schema’s', { cuil: '27-30111222-6' }, []],
    ['a man with the prefix 27', { gender_id: 'm' }, []],
    ['no place', { address: { ...basic.address, locality_id: null } }, ['address.locality_id required_select']],
    [
      'another place, written out',
      { address: { ...basic.address, locality_id: null, locality_other: 'El Cruce' } },
      [],
    ],
    [
      'a place twice',
      { address: { ...basic.address, locality_other: 'El Cruce' } },
      ['address.locality_other not_valid'],
    ],
    [
      'late in these months and never late',
      { overdue_past_six_months: true },
      ['longest_overdue_period_id overdue_period_needed'],
    ],
    ['late, but not in these months', { longest_overdue_period_id: 'days_8_30' }, []],
  ])('between its fields: %s', (_, change, expected) => {
    expect(problems(basicRules({ ...basic, ...change }, today))).toEqual(expected)
    expect(checkForm(basicInfo, { ...basic, ...change }, (typed) => basicRules(typed, today)).ok).toBe(
      expected.length === 0 && found(basicInfo, { ...basic, ...change }).length === 0,
    )
  })

  test('the rules read a form that has only begun', () => {
    expect(problems(basicRules({}, today))).toEqual(['address.locality_id required_select'])
  })
})

describe('the social step', () => {
  test('comes out as it is stored', () => {
    expect(z.parse(extraInfo, extra)).toMatchObject({
      emergency_contact_1: { contact_phone: '+5493515551234' },
      emergency_contact_2: { contact_phone: '+5492966423456' },
    })
  })

  test('an empty form has a problem at every field', () => {
    expect(found(extraInfo, { emergency_contact_1: {}, emergency_contact_2: {} })).toEqual([
      'employment_type_id required_select',
      'monthly_salary_centavos required_enter',
      'marital_status_id required_select',
      'emergency_contact_1.relationship_id required_select',
      'emergency_contact_1.contact_name required_enter',
      'emergency_contact_1.contact_phone required_enter',
      'emergency_contact_2.relationship_id required_select',
      'emergency_contact_2.contact_name required_enter',
      'emergency_contact_2.contact_phone required_enter',
    ])
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['no income', { monthly_salary_centavos: 0 }, ['monthly_salary_centavos too_small']],
    ['centavos', { monthly_salary_centavos: 90_000_050 }, ['monthly_salary_centavos not_whole_pesos']],
    ['an unknown employment', { employment_type_id: 'x' }, ['employment_type_id unknown_option']],
    ['an unknown status', { marital_status_id: 'x' }, ['marital_status_id unknown_option']],
    [
      'an unknown relationship',
      { emergency_contact_1: { ...contact, relationship_id: 'x' } },
      ['emergency_contact_1.relationship_id unknown_option'],
    ],
  ])('refuses %s', (_, change, expected) => {
    expect(found(extraInfo, { ...extra, ...change })).toEqual(expected)
  })

  const own = '+5491123456789'

  test.each<[string, string, string, (string | null)[], string[]]>([
    ['three phones', '351 555 1234', '2966 42-3456', [own], []],
    ['the same twice', '351 555 1234', '351 555 1234', [own], ['emergency_contact_2.contact_phone same_phone']],
    [
      'the same twice, written differently',
      '0351 15 555-1234',
      '+54 9 351 555 1234',
      [own],
      ['emergency_contact_2.contact_phone same_phone'],
    ],
    ['the first is her own', '11 2345-6789', '351 555 1234', [own], ['emergency_contact_1.contact_phone same_phone']],
    ['the second is her own', '351 555 1234', '11 2345-6789', [own], ['emergency_contact_2.contact_phone same_phone']],
    [
      'the first is her other phone',
      '351 555 1234',
      '2966 42-3456',
      [own, '0351 15 555-1234'],
      ['emergency_contact_1.contact_phone same_phone'],
    ],
    [
      'both are her own',
      '11 2345-6789',
      '011 15 2345-6789',
      [own],
      ['emergency_contact_1.contact_phone same_phone', 'emergency_contact_2.contact_phone same_phone'],
    ],
    ['an account without a phone', '351 555 1234', '2966 42-3456', [null], []],
    ['two that are no phones yet', '351', '351', [own], []],
  ])('between its fields: %s', (_, first, second, ownPhones, expected) => {
    const typed = { emergency_contact_1: { contact_phone: first }, emergency_contact_2: { contact_phone: second } }
    expect(problems(socialRules(typed, ownPhones))).toEqual(expected)
  })

  test('the rules read a form that has only begun', () => {
    expect(socialRules({}, [own])).toEqual([])
  })
})

describe('the withdrawal step', () => {
  test.each([
    ['a CBU in blocks', transfer.account_number, '0110012900000000000017'],
    ['a CVU', '0000003100000000000017', '0000003100000000000017'],
    ['an alias', 'MATE.TANGO.SOL', 'mate.tango.sol'],
  ])('takes %s, with a bank and with a wallet', (_, account_number, stored) => {
    for (const institution_kind of ['bank', 'wallet']) {
      const info = z.parse(transferInfo, { ...transfer, institution_kind, account_number })
      expect(info.account_number).toBe(stored)
    }
  })

  test('an empty form has a problem at every field', () => {
    expect(found(transferInfo, {})).toEqual([
      'institution_kind required_select',
      'institution_id required_select',
      'account_number required_enter',
      'full_name required_enter',
    ])
  })

  test.each([
    ['a wrong digit', '0110012900000000000018', 'cbu_check_digit'],
    ['21 digits', '011001290000000000001', 'account_length'],
    ['zeros', '0000000000000000000000', 'not_an_account'],
    ['a short alias', 'corto', 'alias_length'],
  ])('refuses %s', (_, account_number, problem) => {
    expect(found(transferInfo, { ...transfer, account_number })).toEqual([`account_number ${problem}`])
  })

  test('the account is the applicant’s own', () => {
    const applicant = { first_name: 'Lucía Belén', last_name: 'Romero' }
    expect(withdrawalRules(transfer, applicant)).toEqual([])
    expect(problems(withdrawalRules({ full_name: 'Marta Romero' }, applicant))).toEqual([
      'full_name holder_not_applicant',
    ])
    expect(withdrawalRules({}, applicant)).toEqual([])
    expect(withdrawalRules(transfer, null)).toEqual([])
  })

  test('goes through with the order that it pays out again', () => {
    const order_id = '0190f5fe-7c00-7a00-8000-000000000001'
    expect(z.parse(contract['app/save_transfer_info'].body, { ...transfer, order_id })).toMatchObject({ order_id })
  })
})

test('the types say what is stored', () => {
  expectTypeOf<BodyOf<'app/save_basic_info'>['gender_id']>().toEqualTypeOf<'f' | 'm' | 'x'>()
  expectTypeOf<BodyOf<'app/save_basic_info'>['birth_day']>().toEqualTypeOf<CivilDay>()
  expectTypeOf<BodyOf<'app/save_basic_info'>['address']['locality_id']>().toEqualTypeOf<string | null>()
  expectTypeOf<BodyOf<'app/save_extra_info'>['monthly_salary_centavos']>().toEqualTypeOf<Centavos>()
  expectTypeOf<BodyOf<'app/save_transfer_info'>['institution_kind']>().toEqualTypeOf<'bank' | 'wallet'>()
})
