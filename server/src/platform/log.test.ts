import { expect, test } from 'vitest'
import { createLog, loggedFields } from './log.ts'
import type { LogLevel } from './log.ts'

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
