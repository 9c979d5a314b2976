import { afterEach, describe, expect, test, vi } from 'vitest'
import { createLog, loggedFields } from './log.ts'
import type { LogLevel } from './log.ts'
import { inTask, newTask, noteOrder } from './task.ts'

const logged = (
  write: (log: ReturnType<typeof createLog>) => void,
  level: LogLevel = 'info',
): Record<string, unknown>[] => {
  const lines: string[] = []
  write(createLog(level, { write: (line) => lines.push(line) }))
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

const phone = '+5491155550000'

test('an allowed field is written', () => {
  const [line] = logged((log) => log.info({ request_id: 'r1', status: 200 }, 'request'))
  expect(line).toMatchObject({ level: 'info', request_id: 'r1', status: 200, msg: 'request' })
})

test.each<[string, object]>([
  ['a field that nobody allowed', { phone }],
  ['a field inside an allowed one', { path: { phone } }],
  ['a list inside an allowed one', { path: [phone] }],
  ['a field inside one that nobody allowed', { body: { contact: { phone } } }],
  [
    'the detail of a database error',
    { err: Object.assign(new Error('duplicate key'), { severity: 'ERROR', code: '23505', detail: phone }) },
  ],
  [
    'the message of a database error',
    { err: Object.assign(new Error(`invalid input: "${phone}"`), { severity: 'ERROR', code: '22P02' }) },
  ],
  ['a field of an error', { err: Object.assign(new Error('failed'), { request: { phone } }) }],
  ['an error that is none', { err: phone }],
])('%s is not written', (_, fields) => {
  for (const write of [
    (log: ReturnType<typeof createLog>) => log.info(fields, 'something'),
    (log: ReturnType<typeof createLog>) => log.child(fields).info('something'),
  ]) {
    const [line] = logged(write)
    expect(line).toMatchObject({ msg: 'something' })
    expect(JSON.stringify(line)).not.toContain(phone)
  }
})

test('an error is written with its kind, code, stack and cause', () => {
  const error = new TypeError('no such thing', { cause: new RangeError('too far') })
  const [line] = logged((log) => log.error({ err: error }, 'request failed'))
  expect(line?.['err']).toMatchObject({ type: 'TypeError', message: 'no such thing', cause: { message: 'too far' } })
  expect(JSON.stringify(line)).toContain('log.test.ts')
})

test('an error alone is written the same way', () => {
  const error = Object.assign(new Error(`Key (phone)=(${phone})`), {
    severity: 'ERROR',
    code: '23505',
    table: 'account',
  })
  const [line] = logged((log) => log.error(error))
  expect(line?.['err']).toMatchObject({ code: '23505', table: 'account' })
  expect(JSON.stringify(line)).not.toContain(phone)
})

test('what is below the level is not written', () => {
  expect(logged((log) => log.info({ status: 200 }, 'request'), 'warn')).toEqual([])
})

test('no allowed field names a person or what she typed', () => {
  expect(loggedFields.filter((name) => /phone|mail|name|token|body|address|user_agent|text/.test(name))).toEqual([])
})

describe('the number of an order', () => {
  test('stands in every line of the work on it, also after a wait, and in no other', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    const work = async (number: string): Promise<void> => {
      noteOrder(number)
      await Promise.resolve()
      log.info({ job: 'payout' }, `done ${number}`)
    }
    await Promise.all(['H-1', 'H-2'].map((number) => inTask(newTask(), () => work(number))))
    log.info('idle')
    expect(lines.map((line) => JSON.parse(line) as Record<string, unknown>)).toEqual([
      expect.objectContaining({ msg: 'done H-1', order_number: 'H-1', job: 'payout' }),
      expect.objectContaining({ msg: 'done H-2', order_number: 'H-2' }),
      expect.not.objectContaining({ order_number: expect.anything() }),
    ])
  })

  test('is left out where the work is about several', () => {
    const [line] = logged((log) =>
      inTask(newTask(), () => {
        for (const number of ['H-1', 'H-2']) noteOrder(number)
        log.info('swept')
      }),
    )
    expect(line).not.toHaveProperty('order_number')
  })
})

describe('an outage', () => {
  afterEach(() => vi.useRealTimers())

  /** Everybody who needs the database complains, each in his own words. */
  const complaints = [
    ['job queue', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
    ['database connection lost', new Error('Connection terminated unexpectedly')],
    ['request failed', Object.assign(new Error('stopping'), { severity: 'FATAL', code: '57P01' })],
    ['not ready', new Error('timeout exceeded when trying to connect')],
  ] as const

  test('of the database is one line at once and one a minute with a count, not forty', () => {
    vi.useFakeTimers()
    const lines: Record<string, unknown>[] = []
    const log = createLog('info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
    const complain = (): void => {
      for (const [words, err] of complaints) log.error({ request_id: 'r1', err }, words)
    }
    for (let second = 0; second < 130; second += 1) {
      complain()
      vi.advanceTimersByTime(1000)
    }
    expect(lines).toEqual([
      expect.objectContaining({ level: 'error', outage: 'database', msg: 'job queue', request_id: 'r1' }),
      expect.objectContaining({ level: 'error', outage: 'database', count: 239, msg: 'database is still away' }),
      expect.objectContaining({
        count: 240,
        err: expect.objectContaining({ message: expect.stringContaining('timeout') }),
      }),
    ])
    // What was held back when it ended is told once more; after a quiet minute the next one is news again.
    vi.advanceTimersByTime(180_000)
    expect(lines).toHaveLength(4)
    complain()
    expect(lines.at(4)).toMatchObject({ msg: 'job queue' })
    expect(lines).toHaveLength(5)
  })

  test('of one provider holds back nothing of another, nor anything else that went wrong', () => {
    vi.useFakeTimers()
    const lines = logged((log) => {
      for (let count = 0; count < 10; count += 1) {
        log.warn({ outage: 'twilio' }, 'no answer')
        log.warn({ outage: 'bcra' }, 'no answer')
        log.error(
          { err: Object.assign(new Error('no such column'), { severity: 'ERROR', code: '42703' }) },
          'job failed',
        )
      }
    })
    expect(Map.groupBy(lines, ({ outage }) => outage).get('twilio')).toHaveLength(1)
    expect(Map.groupBy(lines, ({ outage }) => outage).get('bcra')).toHaveLength(1)
    expect(lines.filter(({ msg }) => msg === 'job failed')).toHaveLength(10)
  })
})
