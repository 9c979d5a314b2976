import { expect, test } from 'vitest'
import { APP_VERSION, APPROVAL_VALID_MS, REFUSAL_RETRY_MS, WEB_BUILD } from './constants.ts'

test('an approval is valid one second less than a week', () => {
  expect(APPROVAL_VALID_MS).toBe(7 * 86_400_000 - 1000)
})

test('a refused person waits fourteen days, to the second', () => {
  expect(REFUSAL_RETRY_MS).toBe(1_209_600_000)
})

test('the version header is app version plus web build', () => {
  expect(`${APP_VERSION}.${WEB_BUILD}`).toBe('2.3.0.101505')
})
