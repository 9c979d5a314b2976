import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { basicInfo } from '../application/basic.ts'
import { exampleBasic } from '../application/test-example.ts'
import { missingFields, requiredFields } from '../application/missing.ts'
import { group, typedText, wholeNumber } from '../form/fields.ts'
import { good } from '../identifiers/checked.ts'
import basicStep from './fixtures/step-basic.1.json' with { type: 'json' }
import product from './fixtures/product.1.json' with { type: 'json' }
import { keptProduct } from './loan.ts'
import { savedForm, sentForm } from './saved-form.ts'
import { keptSteps } from './steps.ts'
import { keptColumn, keptShape } from './versions.ts'

describe('a kept shape', () => {
  const first = keptShape('name', z.object({ name: z.string() }))
  const second = first.next(z.object({ words: z.array(z.string()) }), ({ name, ...rest }) => ({
    ...rest,
    words: name.split(' '),
  }))
  const third = second.next(z.object({ words: z.array(z.string()), count: z.int() }), (before) => ({
    ...before,
    count: before.words.length,
  }))

  test('is written with its version and read again', () => {
    expect(first.writeText({ name: 'Ana' })).toBe('{"v":1,"data":{"name":"Ana"}}')
    expect(first.readText('{"v":1,"data":{"name":"Ana"}}')).toEqual({ name: 'Ana' })
    expect(third.write({ words: [], count: 0 })).toEqual({ v: 3, data: { words: [], count: 0 } })
  })

  test.each([
    ['without a version, as before there were any', { name: 'Ana Paz' }],
    ['of version 1', { v: 1, data: { name: 'Ana Paz' } }],
    ['of version 2', { v: 2, data: { words: ['Ana', 'Paz'] } }],
    ['of version 3', { v: 3, data: { words: ['Ana', 'Paz'], count: 2 } }],
  ])('goes step by step to what it is today: %s', (_, kept) => {
    expect(third.read(kept)).toEqual({ words: ['Ana', 'Paz'], count: 2 })
  })

  test('of a version that this server does not know is not guessed at', () => {
    expect(() => second.read({ v: 3, data: { words: [], count: 0 } })).toThrow('version 3')
  })

  test('that is none is damage', () => {
    expect(() => first.read({ other: 1 })).toThrow()
  })

  test('shows whoever asks what is held, also what it does not name', () => {
    expect(third.readWhole({ name: 'Ana', nick: 'A' })).toEqual({ words: ['Ana'], count: 1, nick: 'A' })
    expect(third.read({ name: 'Ana', nick: 'A' })).toEqual({ words: ['Ana'], count: 1 })
  })

  test('of a column that SQL compares is written bare until it has a second version', () => {
    const list = keptColumn('list', z.array(z.int()))
    expect(list.write([1])).toEqual([1])
    expect(list.next(z.array(z.string()), (numbers) => numbers.map(String)).write(['1'])).toEqual({ v: 2, data: ['1'] })
  })

  test('with fields named v and data and more is no envelope', () => {
    const odd = keptShape('odd', z.object({ v: z.int(), data: z.string(), more: z.int() }))
    expect(odd.read({ v: 1, data: 'x', more: 2 })).toEqual({ v: 1, data: 'x', more: 2 })
  })
})

describe('a form that asks for more than it did', () => {
  const grown = z.extend(basicInfo, {
    rent_centavos: wholeNumber(0, 100),
    note: z.nullable(typedText(20, good)),
    address: group({ ...basicInfo.shape.address.shape, floor: typedText(20, good) }),
    work: group({ since_year_count: wholeNumber(0, 100) }),
  })
  const first = z.object({ first_name: z.string(), address: z.object({ street: z.string() }) })
  const saved = keptShape('grown', savedForm(grown, first))
  const more = { rent_centavos: 7, note: null, work: { since_year_count: 3 } }
  const whole = { ...basicStep, ...more, address: { ...basicStep.address, floor: '2 B' } }

  test('reads what was saved before', () => {
    expect(saved.read(basicStep)).toEqual(basicStep)
  })

  test('names what is missing in it, and not what may stay empty', () => {
    expect(missingFields(requiredFields(grown), exampleBasic)).toEqual(['address', 'rent_centavos', 'work'])
    expect(missingFields(requiredFields(grown), { ...exampleBasic, ...whole })).toEqual([])
    expect(missingFields(requiredFields(basicInfo), exampleBasic)).toEqual([])
  })

  test('shows both, and nothing that it does not ask for', () => {
    const sent = sentForm(grown, first)
    expect(sent.safeParse(basicStep).success).toBe(true)
    expect(sent.safeParse(whole).success).toBe(true)
    expect(sent.safeParse({ ...whole, secret: 1 }).success).toBe(false)
  })

  test('keeps and reads what is saved from now on', () => {
    expect(saved.read(saved.write(saved.read(whole)))).toEqual(whole)
  })

  test('leaves out what an earlier form asked for and this one does not', () => {
    expect(saved.read({ ...whole, shoe_size: 40 })).toEqual(whole)
    expect(saved.readWhole({ ...whole, shoe_size: 40 })).toEqual({ ...whole, shoe_size: 40 })
  })
})

test('a rule that became stricter does not shut out what was saved', () => {
  const old = { ...basicStep, national_id_number: '1', cuil: 'none', first_name: 'x', postal_code: '' }
  expect(basicInfo.safeParse(old).success).toBe(false)
  expect(keptSteps.basic.read(old)).toMatchObject({ national_id_number: '1', cuil: 'none' })
})

test('a product from before the smallest unpaid sum goes on with what it was then', () => {
  const { late_one_time_unpaid_min_centavos: _, ...before } = product
  expect(keptProduct.read(before)).toMatchObject({ late_one_time_unpaid_min_centavos: 100_000 })
  expect(keptProduct.read({ ...product, late_one_time_unpaid_min_centavos: 5 })).toMatchObject({
    late_one_time_unpaid_min_centavos: 5,
  })
})
