import * as ids from '@hola/core/application/option-ids.ts'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { newApplicant } from './test-application.ts'

const { pool } = await testDatabase()
const server = await openTestServer(pool)
const { call } = await newApplicant(server)

type Listed = { id: string; name: string }
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)

describe('the options of the forms', () => {
  test('the basic step has five lists, with the ids that its schema knows', async () => {
    const { ret } = await call('app/get_list_page1_new')
    expect(
      Object.fromEntries(Object.entries<{ id: string }[]>(ret).map(([name, list]) => [name, idsOf(list)])),
    ).toEqual({
      genders: ids.genderIds,
      educations: ids.educationIds,
      industries: ids.industryIds,
      loan_purposes: ids.loanPurposeIds,
      overdue_periods: ids.overduePeriodIds,
    })
  })

  test('the social step has three', async () => {
    const { ret } = await call('app/get_list_page2_new')
    expect(
      Object.fromEntries(Object.entries<{ id: string }[]>(ret).map(([name, list]) => [name, idsOf(list)])),
    ).toEqual({
      employment_types: ids.employmentTypeIds,
      marital_statuses: ids.maritalStatusIds,
      relationships: ids.relationshipIds,
    })
  })

  test.each([
    ['en', 'Female', 'Married'],
    ['es', 'Femenino', 'Casado/a'],
  ] as const)('the labels are in the language of the request: %s', async (language, female, married) => {
    const page1 = await call('app/get_list_page1_new', {}, language)
    const page2 = await call('app/get_list_page2_new', {}, language)
    expect(page1.ret.genders[0]).toEqual({ id: 'f', label: female })
    expect(page2.ret.marital_statuses).toContainEqual({ id: 'married', label: married })
  })
})

describe('areas', () => {
  const area = async (parent_id: string | null) => (await call('app/get_area', { parent_id })).ret

  test('without a parent: the 24 provinces, in the order of the Spanish alphabet', async () => {
    const { level, areas } = await area(null)
    expect(level).toBe('province')
    expect(areas).toHaveLength(24)
    expect(areas.map(({ name }) => name).slice(0, 4)).toEqual(['Buenos Aires', 'Catamarca', 'Chaco', 'Chubut'])
  })

  test('an accent does not move a name: Córdoba stands before Corrientes', async () => {
    const names = (await area(null)).areas.map(({ name }) => name)
    expect(names.indexOf('Córdoba')).toBe(names.indexOf('Corrientes') - 1)
  })

  test('in a province: its districts, numbers by their value', async () => {
    const { level, areas } = await area('02')
    expect(level).toBe('district')
    expect(areas.map(({ name }) => name)).toEqual(Array.from({ length: 15 }, (_, n) => `Comuna ${n + 1}`))
  })

  test('in a district: its localities', async () => {
    const { level, areas } = await area('06854')
    expect(level).toBe('locality')
    expect(areas).toContainEqual({ id: '06854100', name: '25 de Mayo' })
    expect(areas).toHaveLength(10)
  })

  test('in the city of Buenos Aires: its 48 barrios by name, each with its comuna', async () => {
    const { level, areas } = (await call('app/get_area', { parent_id: '02', every_locality: true })).ret
    expect(level).toBe('locality')
    expect(areas).toHaveLength(48)
    expect(areas.map(({ name }) => name).slice(0, 3)).toEqual(['Agronomía', 'Almagro', 'Balvanera'])
    expect(areas).toContainEqual({ id: '0200701006', name: 'San Telmo', district_id: '02007' })
    const comunas = new Set(idsOf((await area('02')).areas))
    expect(areas.every(({ district_id: comuna }) => comuna !== undefined && comunas.has(comuna))).toBe(true)
  })

  test('the localities of the largest province fit into one answer', async () => {
    const { code, ret } = await call('app/get_area', { parent_id: '06', every_locality: true })
    expect([code, ret.areas.length]).toEqual(['0', 855])
  })

  test('every area of the file can be reached, and none is in two places', async () => {
    const provinces: Listed[] = (await area(null)).areas
    const districts: Listed[] = []
    for (const { id } of provinces) districts.push(...(await area(id)).areas)
    const localities: Listed[] = []
    for (const { id } of districts) localities.push(...(await area(id)).areas)
    expect(new Set(idsOf(districts)).size).toBe(528)
    expect(new Set(idsOf(localities)).size).toBe(3931)
  })

  test.each([
    ['one that does not exist', '99'],
    ['a locality, which has nothing inside', '06854100'],
    ['a province without its zero', '6'],
    ['a name', 'cordoba'],
    ['a word that objects know', 'constructor'],
  ])('inside %s there is nothing to list', async (_, parent_id) => {
    expect(await call('app/get_area', { parent_id })).toEqual({
      code: '20204',
      msg: 'What you chose in "Address" is not in the list any more. Please select again.',
      ret: null,
    })
  })
})

describe('banks and wallets', () => {
  test('all of them, the most common banks first, then by name', async () => {
    const { banks, wallets, wallet_share_basis_points } = (await call('app/get_bank_list')).ret
    expect(banks).toHaveLength(79)
    expect(wallets).toHaveLength(16)
    expect(banks[0]).toEqual({
      id: '011',
      name: 'Banco de la Nación Argentina',
      short_name: 'Banco Nación (BNA)',
      is_common: true,
    })
    const common = banks.map(({ is_common }) => is_common)
    expect(common).toEqual(common.toSorted((one, other) => Number(other) - Number(one)))
    const rest = banks.filter(({ is_common }) => !is_common).map(({ short_name }) => short_name)
    expect(rest).toEqual(rest.toSorted((one, other) => one.localeCompare(other, 'es')))
    expect(wallets).toContainEqual({ id: 'mercado-pago', name: 'Mercado Pago' })
    expect(wallet_share_basis_points).toBeNull()
  })
})
