import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { errorOf } from './error-of.ts'

test('an error that pg-boss tells by its fields is logged with its code, as an outage', () => {
  const lost = Object.assign(new Error('stopping'), { severity: 'FATAL', code: '57P01' })
  const lines: unknown[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  log.error({ err: errorOf({ ...lost, message: lost.message, stack: lost.stack, queue: 'payout' }) }, 'job queue')
  const err = { code: '57P01', stack: expect.arrayContaining([expect.stringContaining('error-of.test.ts')]) }
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'job queue', outage: 'database', err: expect.objectContaining(err) }),
  ])
  expect(errorOf(lost)).toBe(lost)
})
