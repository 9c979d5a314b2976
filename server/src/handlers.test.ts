import { contract } from '@hola/core/contract/contract.ts'
import { expect, test } from 'vitest'
import { handlers, unbuilt } from './handlers.ts'
import type { HandlerTable } from './handlers.ts'

const paths = Object.keys(contract)

test('every call of the contract is either built or on the list of unbuilt calls, never both', () => {
  expect([...Object.keys(handlers), ...unbuilt].toSorted()).toEqual(paths.toSorted())
})

test('the list of unbuilt calls, by its length', () => {
  console.log(`unbuilt calls: ${unbuilt.length} of ${paths.length}`)
  expect(new Set(unbuilt).size).toBe(unbuilt.length)
  expect(unbuilt.length).toBeLessThanOrEqual(32)
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

  const still = {
    'app/home': home,
    'app/get_product_list': getProductList,
    // @ts-expect-error this call is still on the list of unbuilt calls
    'user/upload_app': home,
  } satisfies HandlerTable

  const swapped = {
    'app/home': home,
    // @ts-expect-error this function answers another call
    'app/get_product_list': home,
  } satisfies HandlerTable

  return [missing, unknown, still, swapped]
}
