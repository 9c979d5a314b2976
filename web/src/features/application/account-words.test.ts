import { afterEach, expect, test } from 'vitest'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { accountWords, institutionOf } from './account-words.ts'

const institutions = {
  banks: [
    { id: '007', name: 'Banco de Galicia y Buenos Aires S.A.', short_name: 'Galicia', is_common: true },
    { id: '011', name: 'Banco de la Nación Argentina', short_name: 'Nación', is_common: true },
  ],
  wallets: [{ id: 'mercado-pago', name: 'Mercado Pago' }],
  wallet_share_basis_points: null,
}

afterEach(() => setLocale('en'))

test.each([
  ['', undefined],
  ['01', 'CBU o CVU'],
  ['011', 'CBU de Nación. Faltan 19 números.'],
  ['0110012900000000000017', 'CBU de Nación'],
  ['011 0012 9 00000000000017', 'CBU de Nación'],
  ['1430001771300123456783', 'CBU de banco con código 143'],
  ['0000003100000000000017', 'CVU de Mercado Pago'],
  ['0000099', 'CVU de billetera virtual. Faltan 15 números.'],
  ['ana', 'Alias, de 6 a 20 caracteres'],
  ['ana.diaz.mp', 'Alias'],
  ['0110012000', undefined],
  ['ana_diaz', undefined],
])('the account field says what it recognises: %j', (typed, words) => {
  setLocale('es')
  expect(accountWords(typed, institutions)).toBe(words)
})

test.each([
  ['0070999030001234567892', { kind: 'bank', id: '007', name: 'Galicia' }],
  ['0000003100000000000017', { kind: 'wallet', id: 'mercado-pago', name: 'Mercado Pago' }],
  ['ana.diaz.mp', undefined],
  ['1430001771300123456783', { kind: 'bank', id: '143', name: 'bank with code 143' }],
  ['143000177130012345678', undefined],
])('%s names its bank or wallet', (typed, institution) => {
  expect(institutionOf(typed, institutions)).toEqual(institution)
})
