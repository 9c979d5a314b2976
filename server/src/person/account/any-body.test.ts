import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { logInSomebody, openTestServer } from '../../edge/http/test-server.ts'
import { agreed, keepingMessages, serverWith } from './test-login.ts'

const { pool } = await testDatabase()
const { services } = await openTestServer(pool)
const messages = keepingMessages()
const app = await serverWith(services, { messages })
const { token } = await logInSomebody(services)

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('login', 'sign', 'phone', 'mail', '123456', '+5491123456789', 'ana@correo.example', '__proto__', ''),
)
const value = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }))
const fields = {
  purpose: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('login', 'sign') }, value),
  channel: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('phone', 'mail') }, value),
  phone: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('11 2345-6789', '+5491155550000') }, value),
  mail: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('ana@correo.example', 'ANA@CORREO.EXAMPLE') }, value),
  code: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('000000', '999999') }, value),
  privacy_version: fc.oneof({ weight: 4, arbitrary: fc.constant(agreed.privacy_version) }, value),
  terms_version: fc.oneof({ weight: 4, arbitrary: fc.constant(agreed.terms_version) }, value),
  browser_token: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('A'.repeat(43), '_'.repeat(43)) }, value),
}
const { purpose, channel, phone, mail, browser_token, ...ofLogin } = fields

/** For each call the bodies that are nearly right, which get further than any JSON. */
const calls = [
  { path: 'app/get_login_option', nearly: fc.record({}) },
  {
    path: 'user/get_code',
    nearly: fc.record({ purpose, phone, browser_token }, { requiredKeys: ['purpose', 'phone'] }),
  },
  {
    path: 'user/get_mail_code',
    nearly: fc.record({ purpose, mail, browser_token }, { requiredKeys: ['purpose', 'mail'] }),
  },
  {
    path: 'user/login',
    nearly: fc.oneof(
      fc.record({ channel, phone, ...ofLogin }),
      fc.record({ channel, mail, ...ofLogin }),
      fc.record({ channel, phone, browser_token, ...ofLogin }),
    ),
  },
  { path: 'user/logout', nearly: fc.record({}) },
]

test.each(calls)(
  '$path answers any JSON with an envelope, and never with a failure of ours',
  async ({ path, nearly }) => {
    const body = fc.oneof(
      nearly,
      fc.record(fields, { requiredKeys: [] }),
      fc.jsonValue({ maxDepth: 4 }),
      fc.dictionary(text, value),
    )
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), fc.constantFrom('en', 'es'), async (json, withToken, language) => {
        const answer = await app.inject({
          method: 'POST',
          url: `/api/${path}`,
          // Nobody logs out for good: the token is needed for the other bodies.
          headers: {
            'content-type': 'application/json',
            language,
            ...(withToken && path !== 'user/logout' ? { token } : {}),
          },
          payload: JSON.stringify(json),
        })
        expect(answer.statusCode).toBeLessThan(500)
        const envelope = answer.json()
        expect(Object.keys(envelope)).toEqual(['code', 'msg', 'ret'])
        expect(typeof envelope.code).toBe('string')
        expect(envelope.msg === '').toBe(envelope.code === '0')
        expect(answer.payload).not.toMatch(/\bat .*\.ts:|node_modules|Error:/)
      }),
      { numRuns: 200 },
    )
  },
  60_000,
)

test('bodies that are nearly right got as far as sending', () => {
  expect(messages.sent.length).toBeGreaterThan(0)
})
