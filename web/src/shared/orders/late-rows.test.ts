import { centavos, pesos } from '@hola/core/money.ts'
import { expect, test } from 'vitest'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { lateRows } from './late-rows.ts'

const order = {
  amount_centavos: pesos(120_000),
  overdue_days: 3,
  late_one_time_basis_points: 500,
  late_daily_basis_points: 400,
  late_one_time_centavos: pesos(6_000),
  late_daily_centavos: pesos(14_400),
}

test.each([
  ['three days of the whole amount', {}, '4 % por día: $ 4.800,00 × 3 días'],
  ['one day', { overdue_days: 1, late_daily_centavos: pesos(4_800) }, '4 % por día: $ 4.800,00 × 1 día'],
  ['of what a part left', { late_daily_centavos: centavos(912_345) }, '4 % por día de lo que falta del monto'],
  [
    'at the ceiling',
    { overdue_days: 60, late_daily_centavos: pesos(114_000) },
    '4 % por día de lo que falta del monto',
  ],
])('the rows of late charges: %s', async (_, change, words) => {
  await setLocale('es')
  const [once, daily] = lateRows({ ...order, ...change })
  expect(once?.under.replaceAll('\u00A0', ' ')).toBe('5 % del préstamo, una sola vez')
  expect(once?.text.replaceAll('\u00A0', ' ')).toBe('$ 6.000,00')
  expect(daily?.under.replaceAll('\u00A0', ' ')).toBe(words)
})

test('less than the share was unpaid on the due day: the charge is just that', async () => {
  await setLocale('es')
  const [once] = lateRows({ ...order, late_one_time_centavos: pesos(2_500) })
  expect(once?.under).toBe('Lo que faltaba pagar el día del vencimiento, una sola vez')
})

test('a remainder too small for the one-time charge has no line for it', async () => {
  await setLocale('en')
  const rows = lateRows({ ...order, late_one_time_centavos: centavos(0), late_daily_centavos: centavos(1_200) })
  expect(rows.map(({ name }) => name)).toEqual(['Late interest'])
})
