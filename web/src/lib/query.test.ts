import { describe, expect, test } from 'vitest'
import { ApiError } from './api-client.ts'
import type { ApiErrorKind } from './api-client.ts'
import { retryQuery } from './query.ts'

describe('a failed query is tried again only when the connection failed', () => {
  test.each([
    ['network', [true, true, false]],
    ['timeout', [true, true, false]],
    ['aborted', [false, false, false]],
    ['silent', [false, false, false]],
    ['logged_out', [false, false, false]],
    ['refused', [false, false, false]],
  ] as const)('a failed query is retried or not: %s', (kind: ApiErrorKind, expected) => {
    expect([0, 1, 2].map((failures) => retryQuery(failures, new ApiError(kind, 'x')))).toEqual(expected)
  })

  test('a bug of ours is not tried again', () => {
    expect(retryQuery(0, new TypeError('x is undefined'))).toBe(false)
  })
})
