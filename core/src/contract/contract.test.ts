import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import type { CivilDay } from '../calendar.ts'
import { type Centavos, centavos } from '../money.ts'
import { appCalls } from './app.ts'
import { BODY_LIMIT_BYTES, type Call } from './call.ts'
import { type AccessOf, type BodyOf, type CallPath, contract, type RetOf } from './contract.ts'
import { consumerCalls } from './consumer.ts'
import { couponCalls } from './coupon.ts'
import { dealCalls } from './deal.ts'
import { loanCalls } from './loan.ts'
import { privacyCalls } from './privacy.ts'
import { userCalls } from './user.ts'

/** The table of the specification's section 7, in its order, with who may call by the pages of decisions.md. */
const specified = {
  'app/home': 'guest',
  'app/get_login_option': 'guest',
  'user/get_code': 'guest',
  'user/get_mail_code': 'guest',
  'user/login': 'guest',
  'app/get_list_page1_new': 'user',
  'app/get_basic_info': 'user',
  'app/save_basic_info': 'user',
  'app/get_area': 'user',
  'app/get_list_page2_new': 'user',
  'app/get_extra_info': 'user',
  'app/save_extra_info': 'user',
  'app/get_bank_list': 'user',
  'app/get_bank_info': 'user',
  'app/save_transfer_info': 'user',
  'loan/apply_info': 'user',
  'app/upload_image_info': 'user',
  'user/get_processing_order': 'user',
  'user/get_complete_order': 'user',
  'app/get_product_list': 'guest',
  'loan/preview': 'user',
  'loan/apply': 'user',
  'app/get_pay_option': 'guest',
  'deal/repay_request': 'user',
  'coupon/my_coupon': 'user',
  'app/membership_info': 'user',
  'app/get_app_list': 'guest',
  'user/upload_behavior': 'user',
  'user/upload_device': 'user',
  'user/upload_sms': 'user',
  'user/upload_app': 'user',
} as const

/** The calls that decisions.md, the log-out, the books, the consumer's two buttons and "my data" add. */
const added = {
  'app/get_card_info': 'user',
  'user/logout': 'user',
  'user/message_choice': 'user',
  'user/contact_choice': 'user',
  'user/code_delivery': 'guest',
  'loan/contract': 'user',
  'loan/order': 'user',
  'loan/statement': 'user',
  'loan/clearance': 'user',
  'consumer/request': 'guest',
  'consumer/state': 'guest',
  'user/upload_location': 'user',
  'privacy/state': 'user',
  'privacy/consent': 'user',
  'privacy/download': 'user',
  'privacy/erase': 'user',
} as const

const groups = {
  app: appCalls,
  user: userCalls,
  loan: loanCalls,
  deal: dealCalls,
  coupon: couponCalls,
  consumer: consumerCalls,
  privacy: privacyCalls,
}
const rows = Object.entries<Call>(contract).map(([path, call]) => ({ path, call }))

type Node = { readonly [key: string]: unknown }

const jsonSchemaOf = (schema: z.ZodMiniType, io: 'input' | 'output' = 'input'): Node =>
  z.toJSONSchema(schema, { io }) as Node

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])

/** Numbers say their unit at the end of their name; a level is the one number without a unit. */
const UNITS = /(^level|_(centavos|basis_points|days|count|seconds|digits|centidegrees))$/

/** Everything in a schema that has no bound, lets unknown fields through, or hides its unit. */
const looseIn = (node: Node, path = '$', name = ''): string[] => {
  if (node['const'] !== undefined || Array.isArray(node['enum'])) return []
  const alternatives = [...nodesIn(node['anyOf']), ...nodesIn(node['oneOf'])]
  if (alternatives.length > 0) return alternatives.flatMap((inner) => looseIn(inner, path, name))
  const loose = (problem: string, isLoose: boolean): string[] => (isLoose ? [`${path}: ${problem}`] : [])
  switch (node['type']) {
    case 'null':
    case 'boolean':
      return []
    case 'string':
      return [
        ...loose('a string without a maximum', typeof node['maxLength'] !== 'number'),
        ...loose('an instant must be named _at', node['format'] === 'date-time' && !/(^|_)at$/.test(name)),
        ...loose('a day must be named _day', node['format'] === 'date' && !/(^|_)day$/.test(name)),
      ]
    case 'integer':
      return [
        ...loose('a number without a minimum', Number(node['minimum'] ?? -Infinity) <= Number.MIN_SAFE_INTEGER),
        ...loose('a number without a maximum', Number(node['maximum'] ?? Infinity) >= Number.MAX_SAFE_INTEGER),
        ...loose('a number without a unit in its name', !UNITS.test(name)),
      ]
    case 'array':
      return [
        ...loose('an array without a maximum', typeof node['maxItems'] !== 'number'),
        ...nodesIn(node['items']).flatMap((item) => looseIn(item, `${path}[]`)),
      ]
    case 'object':
      return [
        ...loose('an object that lets unknown fields through', node['additionalProperties'] !== false),
        ...Object.entries(isNode(node['properties']) ? node['properties'] : {}).flatMap(([key, inner]) => [
          ...loose(`the field ${key} is not snake_case`, !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(key)),
          ...nodesIn(inner).flatMap((value) => looseIn(value, `${path}.${key}`, key)),
        ]),
      ]
    default:
      return [`${path}: a kind of value that has no bound here`]
  }
}

/** The most bytes that JSON within a schema's bounds can take. */
const heaviest = (node: Node): number => {
  const alternatives = [...nodesIn(node['anyOf']), ...nodesIn(node['oneOf'])]
  if (alternatives.length > 0) return Math.max(...alternatives.map(heaviest))
  const exact = node['const'] === undefined ? node['enum'] : [node['const']]
  if (Array.isArray(exact)) return Math.max(...exact.map((value) => JSON.stringify(value).length))
  switch (node['type']) {
    case 'string':
      // One UTF-16 unit is at most three bytes of UTF-8; base64 is ASCII.
      return 2 + Number(node['maxLength']) * (node['contentEncoding'] === 'base64' ? 1 : 3)
    case 'array':
      return 2 + Number(node['maxItems']) * (1 + Math.max(...nodesIn(node['items']).map(heaviest)))
    case 'object':
      return Object.entries(isNode(node['properties']) ? node['properties'] : {})
        .flatMap(([key, inner]) => nodesIn(inner).map((value) => key.length + 4 + heaviest(value)))
        .reduce((sum, bytes) => sum + bytes, 2)
    default:
      return 20
  }
}

describe('the table of calls', () => {
  test("is the specification's 31 and those that we added, each with who may call", () => {
    expect(Object.keys(specified)).toHaveLength(31)
    expect(Object.fromEntries(rows.map(({ path, call }) => [path, call.access]))).toEqual({ ...specified, ...added })
  })

  test('every call begins with the name of its group, and none is in two groups', () => {
    const paths = Object.entries(groups).flatMap(([name, group]) => Object.keys(group).map((path) => ({ name, path })))
    expect(paths.filter(({ name, path }) => !path.startsWith(`${name}/`))).toEqual([])
    expect(paths).toHaveLength(rows.length)
  })

  test('every call says in one sentence what it is for', () => {
    expect(rows.filter(({ call }) => !/^[A-Z].*\.$/.test(call.summary)).map(({ path }) => path)).toEqual([])
  })

  test('every call bounds everything in its body and its ret', () => {
    const loose = rows.flatMap(({ path, call }) => {
      // An upload takes what it does not name and leaves it out: what counts is what the handler gets.
      const body = jsonSchemaOf(call.body, path.startsWith('user/upload_') ? 'output' : 'input')
      return [...looseIn(body), ...looseIn(jsonSchemaOf(call.ret))].map((found) => [path, found])
    })
    expect(loose).toEqual([])
  })

  test('every call reads every body that keeps the bounds', () => {
    const tooHeavy = rows.filter(
      ({ call }) => heaviest(jsonSchemaOf(call.body)) > (call.body_limit_bytes ?? BODY_LIMIT_BYTES),
    )
    expect(tooHeavy.map(({ path }) => path)).toEqual([])
  })
})

describe('the check on the table sees', () => {
  test.each([
    ['a string without a maximum', z.strictObject({ name: z.string() })],
    ['a string without a maximum', z.strictObject({ order_id: z.uuid() })],
    ['a string without a maximum', z.strictObject({ list: z.array(z.string()).check(z.maxLength(2)) })],
    ['an array without a maximum', z.strictObject({ list: z.array(z.boolean()) })],
    ['a number without a minimum', z.strictObject({ term_days: z.int().check(z.maximum(9)) })],
    ['a number without a maximum', z.strictObject({ term_days: z.int().check(z.minimum(0)) })],
    ['a number without a unit in its name', z.strictObject({ amount: z.int().check(z.minimum(0), z.maximum(9)) })],
    ['a kind of value that has no bound here', z.strictObject({ rate: z.number() })],
    ['a kind of value that has no bound here', z.strictObject({ data: z.unknown() })],
    ['an object that lets unknown fields through', z.object({})],
    ['an object that lets unknown fields through', z.strictObject({ inner: z.nullable(z.looseObject({})) })],
    ['an instant must be named _at', z.strictObject({ when: z.iso.datetime().check(z.maxLength(30)) })],
    ['a day must be named _day', z.strictObject({ when: z.iso.date().check(z.maxLength(10)) })],
    ['the field userName is not snake_case', z.strictObject({ userName: z.boolean() })],
  ])('a problem is found: %s', (problem, schema) => {
    expect(looseIn(jsonSchemaOf(schema)).join()).toContain(problem)
  })
})

describe('what goes through and what does not', () => {
  const id = '0190f5fe-7c00-7a00-8000-000000000001'
  const takes = (path: CallPath, body: unknown): boolean =>
    z.safeParse(contract[path].body as z.ZodMiniType, body).success

  test.each<[string, CallPath, unknown, boolean]>([
    ['Home asks for nothing', 'app/home', {}, true],
    ['an unknown field is refused', 'app/home', { a: 1 }, false],
    ['a phone to log in', 'user/get_code', { purpose: 'login', phone: '11 2345-6789' }, true],
    ['a code to sign goes to what is on file', 'user/get_code', { purpose: 'sign' }, true],
    ['so does one to erase', 'user/get_code', { purpose: 'erase' }, true],
    ['a consent names the text that was read', 'privacy/consent', { give: true, kind: 'sms' }, false],
    ['a withdrawal needs none', 'privacy/consent', { give: false, kind: 'sms' }, true],
    [
      'a place cannot be said more exactly',
      'user/upload_location',
      { data: { latitude_centidegrees: -3460.37, longitude_centidegrees: -5838, taken_at: '2026-11-16T10:00:00Z' } },
      false,
    ],
    ['a code to sign cannot be sent elsewhere', 'user/get_code', { purpose: 'sign', phone: '11 2345-6789' }, false],
    [
      'a control character has no place in a phone',
      'user/get_code',
      { purpose: 'login', phone: '112345\n6789' },
      false,
    ],
    ['a phone that is none', 'user/get_code', { purpose: 'login', phone: '11 2345-678' }, false],
    ['a mail address to log in', 'user/get_mail_code', { purpose: 'login', mail: 'nombre@correo.com' }, true],
    ['a mail address that is none', 'user/get_mail_code', { purpose: 'login', mail: 'nombre' }, false],
    ['provinces', 'app/get_area', { parent_id: null }, true],
    ['an area id keeps its leading zero', 'app/get_area', { parent_id: '06854100' }, true],
    ['an area id is not a number', 'app/get_area', { parent_id: 6854100 }, false],
    ['a preview of the last loan', 'loan/preview', {}, true],
    ['a preview of an unoffered term reaches the rule that refuses it', 'loan/preview', { term_days: 7 }, true],
    ['money is not text', 'loan/preview', { amount_centavos: '100' }, false],
    ['money has no fractions of a centavo', 'loan/preview', { amount_centavos: 0.5 }, false],
    ['money is not negative', 'loan/preview', { amount_centavos: -1 }, false],
    ['a coupon taken off', 'loan/preview', { coupon_id: null }, true],
    [
      'a part needs its amount',
      'deal/repay_request',
      { request_id: id, order_id: id, kind: 'part', method_id: 'transfer' },
      false,
    ],
    [
      'a payoff takes none',
      'deal/repay_request',
      { request_id: id, order_id: id, kind: 'payoff', method_id: 'transfer' },
      true,
    ],
    [
      'an image that is not base64',
      'app/upload_image_info',
      { upload_id: id, kind: 'selfie', image_base64: '%%%', consent_version: '1' },
      false,
    ],
  ])('a body is taken or refused: %s', (_, path, body, expected) => {
    expect(takes(path, body)).toBe(expected)
  })

  const sms = { sender: '1010', received_at: '2026-11-16T10:00:00Z', kind: 'other', amount_centavos: null }
  const device = {
    manufacturer: 'Marca',
    model: 'Modelo',
    os_version: '14',
    app_version: '2.3.0',
    locale: 'es-AR',
    time_zone: 'America/Argentina/Buenos_Aires',
  }
  const place = { latitude_centidegrees: -3460, longitude_centidegrees: -5838, taken_at: '2026-11-16T10:00:00Z' }

  test.each<[string, CallPath, object, object]>([
    ['the text of an SMS', 'user/upload_sms', { sms_list: [{ ...sms, body: 'hi' }] }, { sms_list: [sms] }],
    ['a number of the device', 'user/upload_device', { data: { ...device, imei: '49' } }, { data: device }],
    ['how exact a place is', 'user/upload_location', { data: { ...place, accuracy: 3, altitude: 9 } }, { data: place }],
    ['who owns the apps', 'user/upload_app', { data: ['com.brubank'], accounts: ['a'] }, { data: ['com.brubank'] }],
    ['what comes beside events', 'user/upload_behavior', { data: 'W10=', typed: 'x' }, { data: 'W10=' }],
  ])('an upload leaves out %s', (_, path, sent, taken) => {
    expect(z.parse(contract[path].body as z.ZodMiniType, sent)).toEqual(taken)
  })

  test('one person logs in as the same, however she types her phone or her address', () => {
    const agreed = { code: '012345', privacy_version: '1', terms_version: '1' }
    const body = contract['user/login'].body
    expect(z.parse(body, { ...agreed, channel: 'phone', phone: '(011) 15-2345-6789' })).toMatchObject({
      phone: '+5491123456789',
    })
    expect(z.parse(body, { ...agreed, channel: 'mail', mail: ' Nombre@Correo.com' })).toMatchObject({
      mail: 'nombre@correo.com',
    })
  })

  test('signing without the tick is refused', () => {
    const body = {
      apply_id: id,
      amount_centavos: 12_000_000,
      term_days: 91,
      coupon_id: null,
      agreement_accepted: true,
      agreement: { version: '3', sha256: 'a'.repeat(64) },
      code_channel: 'phone',
      code: '407123',
    }
    expect(takes('loan/apply', body)).toBe(true)
    expect(takes('loan/apply', { ...body, agreement_accepted: 'true' })).toBe(false)
  })
})

test('the types say money, days and who may call', () => {
  expectTypeOf<BodyOf<'loan/apply'>['amount_centavos']>().toEqualTypeOf<Centavos>()
  expectTypeOf<RetOf<'app/home'>['limit_centavos']>().toEqualTypeOf<Centavos | null>()
  expectTypeOf<RetOf<'app/get_product_list'>['products'][number]['example']['due_day']>().toEqualTypeOf<CivilDay>()
  expectTypeOf<AccessOf<'app/home'>>().toEqualTypeOf<'guest'>()
  expectTypeOf<AccessOf<'loan/apply'>>().toEqualTypeOf<'user'>()
  expect(z.parse(contract['loan/preview'].body, { amount_centavos: 1 })).toEqual({ amount_centavos: centavos(1) })
})
