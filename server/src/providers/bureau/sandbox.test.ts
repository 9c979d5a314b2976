import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { expect, test } from 'vitest'
import { BureauProblem } from './port.ts'
import { SANDBOX_DOWN_MS, sandboxBureau } from './sandbox.ts'

let now = new Date('2026-11-16T15:00:00Z')
const bureau = sandboxBureau({ clock: { now: () => now } })
const ask = (dni: string) => bureau.ask(suggestCuil(dni, 'f') ?? '')

test.each([
  ['30111222', { kind: 'on_file', worstNow: 1, worst24Months: 1, unpaidRejectedChequesCount: 0, isInReview: false }],
  ['30119001', { worstNow: 2 }],
  ['30119002', { kind: 'thin_file' }],
  ['30119003', { worstNow: 4 }],
  ['30119004', { worstNow: 1, worst24Months: 5 }],
  ['30119005', { unpaidRejectedChequesCount: 2 }],
  ['30119007', { worstNow: 1, debtTotalCentavos: 90_000_000_00 }],
  ['30119008', { isInReview: true }],
  ['30119009', { worstNow: 4 }],
  ['30119010', { worstNow: 1, hasLegalSituation: true }],
  // A DNI of seven digits stands in its CUIL behind a zero.
  ['5129003', { worstNow: 4 }],
])('DNI %s', async (dni, expected) => {
  expect(await ask(dni)).toMatchObject(expected)
})

test('DNI …9006: down for ten minutes from the first question, each for itself', async () => {
  expect(await ask('30119006')).toBeInstanceOf(BureauProblem)
  now = new Date(now.getTime() + SANDBOX_DOWN_MS - 1)
  expect(await ask('30119006')).toBeInstanceOf(BureauProblem)
  expect(await ask('31119006')).toBeInstanceOf(BureauProblem)
  now = new Date(now.getTime() + 1)
  expect(await ask('30119006')).toMatchObject({ kind: 'on_file', worstNow: 1 })
  expect(await ask('31119006')).toBeInstanceOf(BureauProblem)
})
