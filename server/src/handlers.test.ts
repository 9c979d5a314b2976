import { contract } from '@hola/core/contract/contract.ts'
import { expect, test } from 'vitest'
import { handlers } from './handlers.ts'
import type { HandlerTable } from './handlers.ts'

const paths = Object.keys(contract)

test('every call of the contract has its handler, and there is no other', () => {
  expect(Object.keys(handlers).toSorted()).toEqual(paths.toSorted())
})

test.each(Object.entries(contract))('%s states who may call it', (_, call) => {
  expect(['guest', 'user']).toContain(call.access)
})

/** Read by the type check, not by the test runner: each of these tables must be refused by the compiler. */
export const refusedTables = () => {
  const home = handlers['app/home']
  const getProductList = handlers['app/get_product_list']

  // @ts-expect-error a row is missing
  const missing = { 'app/home': home } satisfies HandlerTable

  const unknown = {
    'app/home': home,
    'app/get_product_list': getProductList,
    // @ts-expect-error no such call in the contract
    'app/surprise': home,
  } satisfies HandlerTable

  const swapped = {
    'app/home': home,
    // @ts-expect-error this function answers another call
    'app/get_product_list': home,
  } satisfies HandlerTable

  return [missing, unknown, swapped]
}
