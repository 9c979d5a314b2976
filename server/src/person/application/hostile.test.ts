import fc from 'fast-check'
import { isProof, someOf, tellProof } from '@hola/core/test-proof.ts'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { basic, extra, newApplicant, transfer } from './test-application.ts'

const { pool } = await testDatabase()
const server = await openTestServer(pool, { clock: { now: () => new Date('2026-11-16T15:00:00Z') } })
const person = await newApplicant(server)

const rightBodies = {
  'app/home': {},
  'app/get_list_page1_new': {},
  'app/get_list_page2_new': {},
  'app/get_area': { parent_id: '06' },
  'app/get_bank_list': {},
  'app/get_basic_info': {},
  'app/save_basic_info': basic,
  'app/get_extra_info': {},
  'app/save_extra_info': extra,
  'app/get_bank_info': {},
  'app/save_transfer_info': transfer,
  'loan/apply_info': { submit: true },
} as const
type Path = keyof typeof rightBodies
const paths = Object.keys(rightBodies) as Path[]

const post = async (path: Path, payload: string) => {
  const headers = { token: person.token, 'content-type': 'application/json' }
  const answer = await server.app.inject({ method: 'POST', url: `/api/${path}`, headers, payload })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<{ code: string; msg: string }>() }
}

describe('a text that does not belong in a form', () => {
  const texts: [string, string][] = [
    ['a script', '<script>alert(1)</script>'],
    ['an image that runs a script', '"><img src=x onerror=alert(1)>'],
    ['SQL', `Robert'); DROP TABLE application; --`],
    ['emoji', 'Lucía 😀'],
    ['a letter made an emoji', 'Lucía ©️'],
    ['a control character', 'Luc\u0007ía'],
    ['a line break', 'Lucía\nRomero'],
    ['text turned around', 'Luc\u202eía'],
    ['a space of no width', 'Luc\u200bía'],
    ['half of a character', 'Luc\ud83d'],
    ['a thousand letters', 'a'.repeat(1000)],
    ['a tower of accents', `Z${'\u0300'.repeat(200)}`],
    ['only spaces', '     '],
  ]
  const fields: [string, Path, (text: string) => object][] = [
    ['the first name', 'app/save_basic_info', (text) => ({ ...basic, first_name: text })],
    ['the street', 'app/save_basic_info', (text) => ({ ...basic, address: { ...basic.address, street: text } })],
    [
      'another place',
      'app/save_basic_info',
      (text) => ({ ...basic, address: { ...basic.address, locality_id: null, locality_other: text } }),
    ],
    [
      'the name of a contact',
      'app/save_extra_info',
      (text) => ({ ...extra, emergency_contact_1: { ...extra.emergency_contact_1, contact_name: text } }),
    ],
    ['the account', 'app/save_transfer_info', (text) => ({ ...transfer, account_number: text })],
    ['the account holder', 'app/save_transfer_info', (text) => ({ ...transfer, full_name: text })],
    ['an id', 'app/save_transfer_info', (text) => ({ ...transfer, institution_id: text })],
    ['the parent of an area', 'app/get_area', (text) => ({ parent_id: text })],
  ]
  for (const [field, path, bodyWith] of fields)
    test.each(texts)(`${field}: %s is refused, and the answer does not repeat it`, async (_, text) => {
      const { status, body } = await post(path, JSON.stringify(bodyWith(text)))
      expect({ status, code: body.code }).toEqual({ status: 400, code: '40000' })
      expect(body.msg.includes(text)).toBe(false)
    })

  test('no table is gone and nothing was saved', async () => {
    expect((await person.call('loan/apply_info')).ret.application.state).toBe('not_started')
  })

  test('the marks that names and addresses are written with come back as they were typed', async () => {
    const other = await newApplicant(server)
    const typed = {
      ...basic,
      first_name: "D'Artagnan Ñandú",
      last_name: 'Müller-Çelik',
      address: { ...basic.address, street: `Pje. "O'Higgins" & 1/2 (fondo), 3°`, street_number: 'S/N' },
    }
    expect(await other.call('app/save_basic_info', typed)).toMatchObject({ code: '0' })
    expect((await other.call('app/get_basic_info')).ret.info).toMatchObject({
      first_name: typed.first_name,
      last_name: typed.last_name,
      address: { street: typed.address.street, street_number: 'S/N' },
    })
  })

  test('a field named by a script is answered as text that no browser runs', async () => {
    const { headers, body } = await post('app/get_area', JSON.stringify({ parent_id: null, '<script>1</script>': 1 }))
    expect(body.msg).toContain('<script>1</script>')
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
  })
})

test.each(someOf('calls that are sent ten megabytes', paths, 3))(
  '%s: ten megabytes are turned away unread',
  async (path) => {
    const { status, body } = await post(path, JSON.stringify({ first_name: 'a'.repeat(10_000_000) }))
    expect({ status, code: body.code }).toEqual({ status: 413, code: '413' })
  },
)

describe('whatever JSON arrives, an envelope leaves', () => {
  const bodies = isProof ? { any: 40, spoilt: 150 } : { any: 10, spoilt: 30 }
  tellProof('bodies of any JSON for each call', bodies.any, 40)
  tellProof('bodies with one field spoilt for each call', bodies.spoilt, 150)

  const isEnvelope = async (path: Path, payload: string): Promise<void> => {
    const { status, body } = await post(path, payload)
    expect([200, 400]).toContain(status)
    expect(Object.keys(body)).toEqual(['code', 'msg', 'ret'])
    expect(body.code).toMatch(/^(0|301|40000|202\d\d|20303)$/)
    expect(body.msg).not.toMatch(/\bat .*[:(]\d|node_modules|\.ts\b|Error:/)
  }

  /** A right body with one of its fields, at any depth, exchanged for any JSON. */
  const spoilt = (body: object): fc.Arbitrary<object> =>
    fc.constantFrom(...Object.keys(body)).chain((key) => {
      const value: unknown = Reflect.get(body, key)
      const other = fc.jsonValue()
      return (typeof value === 'object' && value !== null ? fc.oneof(spoilt(value), other) : other).map((put) => ({
        ...body,
        [key]: put,
      }))
    })

  test.each(paths)('%s answers any JSON', async (path) => {
    await fc.assert(
      fc.asyncProperty(fc.json(), (payload) => isEnvelope(path, payload)),
      { numRuns: bodies.any },
    )
  })

  test.each([
    'app/get_area',
    'app/save_basic_info',
    'app/save_extra_info',
    'app/save_transfer_info',
    'loan/apply_info',
  ] as const)('%s, one field spoilt', async (path) => {
    await fc.assert(
      fc.asyncProperty(spoilt(rightBodies[path]), (body) => isEnvelope(path, JSON.stringify(body))),
      { numRuns: bodies.spoilt },
    )
  })
})
