import type { DeskCall } from '@hola/core/desk-contract/call.ts'
import type { DeskPath } from '@hola/core/desk-contract/contract.ts'
import { deskContract } from '@hola/core/desk-contract/contract.ts'
import { may, staffRoles } from '@hola/core/desk-contract/roles.ts'
import { tellFigure } from '@hola/core/test-proof.ts'
import { describe, expect, test } from 'vitest'
import { buildDeskServer } from '../../app.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { poolOfDesk } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { inviteFirst } from '../../staff/member/invitations.ts'
import { beginPairing } from '../../staff/member/pairing.ts'
import { testPasskey } from '../../staff/member/test-passkey.ts'
import { commands } from '../desk-cli/commands.ts'
import { typeAtDesk } from '../desk-cli/test-desk.ts'
import { openTestServer } from '../http/test-server.ts'
import { openTestDesk } from './test-desk-server.ts'

const { pool } = await testDatabase()
const start = new Date('2026-11-16T15:00:00Z')
let now = start
const borrowers = await openTestServer(pool, { clock: { now: () => now } })
const { services } = borrowers
const desk = await openTestDesk(services)
const { origin } = services.settings.desk
const later = (minutes: number): void => void (now = new Date(now.getTime() + minutes * 60_000))

const LOGIN_NEEDED = '10001'
const NOT_YOUR_ROLE = '20701'
const PASSKEY_NEEDED = '20702'
const PASSKEY_REFUSED = '20703'

const rows = Object.entries<DeskCall>(deskContract).map(([path, call]) => ({ path: path as DeskPath, call }))
const forMembers = rows.flatMap(({ path, call: { power } }) => (power === null ? [] : [{ path, power }]))

describe.each(staffRoles)('as %s', async (role) => {
  test.each(forMembers)('$path is offered or refused as the table of rights says', async ({ path, power }) => {
    const somebody = await desk.member(`matrix ${role}`, role)
    // Nothing that it could work on: whoever may is told about the body, whoever may not is never read.
    const { status, code } = await somebody.call(path, { nobody: 'knows this field' })
    expect([status, code]).toEqual(may(role, power) ? [400, '40000'] : [403, NOT_YOUR_ROLE])
  })

  const powered = Object.entries(commands).flatMap(([name, { power, words, options }]) =>
    power === undefined ? [] : [{ name, power, words, options }],
  )
  test.each(powered)('the command $name is refused as the same table says', async ({ name, power, words, options }) => {
    const needed = Object.entries(options).flatMap(([option, kind]) => (kind === 'needed' ? [`--${option}`, '1'] : []))
    const args = [name, ...Array.from({ length: words.least }, () => services.random.uuid()), ...needed]
    const { complaint } = await typeAtDesk(services, args, { name: `matrix ${role}`, role })
    const refused = `matrix ${role} works as ${role}: that role may not do this.`
    expect(complaint === refused).toBe(!may(role, power))
  })
})

tellFigure(
  'attack',
  'calls of the desk by role',
  `${forMembers.length} calls × ${staffRoles.length} roles offered or refused as the table of rights says`,
)

describe('without a session', () => {
  test.each(forMembers)('$path is refused', async ({ path }) => {
    expect(await desk.call(path)).toMatchObject({ status: 401, code: LOGIN_NEEDED })
    const cookie = `desk=${Buffer.alloc(32).toString('base64url')}`
    expect(await desk.call(path, {}, { cookie })).toMatchObject({ status: 401, code: LOGIN_NEEDED })
  })
})

describe('from another page', () => {
  test.each(rows)('$path is refused, cookie or not', async ({ path }) => {
    const { cookie } = await desk.member('matrix supervisor', 'supervisor')
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: services.settings.publicUrl },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[])
      expect(await desk.call(path, {}, { cookie, headers })).toMatchObject({ status: 401, code: '401' })
  })
})

describe('a session of the desk', () => {
  test('is a cookie that no script and no other page can use', async () => {
    const answer = async (given: typeof services) => {
      const app = buildDeskServer(given)
      const post = (path: string, payload: object) =>
        app.inject({ method: 'POST', url: `/api/${path}`, headers: { origin: given.settings.desk.origin }, payload })
      const { ret } = (await post('session/sandbox_members', {})).json()
      const { headers } = await post('session/sandbox_sign_in', { member_id: ret.members[0].member_id })
      await app.close()
      return headers['set-cookie']
    }
    expect(await answer(services)).toMatch(/^desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    const secure = { ...services.settings, desk: { ...services.settings.desk, origin: 'https://desk.example.com' } }
    expect(await answer({ ...services, settings: secure })).toMatch(
      /^__Host-desk=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
  })

  test('ends after fifteen idle minutes, and after eight hours of work', async () => {
    now = start
    const ana = await desk.madeUp('Ana')
    later(14)
    expect(await ana.call('session/me')).toMatchObject({ code: '0', ret: { name: 'Ana', role: 'analyst' } })
    later(15)
    expect(await ana.call('session/me')).toMatchObject({ code: LOGIN_NEEDED })
    const sol = await desk.madeUp('Sol')
    for (let minutes = 10; minutes < 480; minutes += 10) {
      later(10)
      expect(await sol.call('session/me')).toMatchObject({ code: '0' })
    }
    later(10)
    expect(await sol.call('session/me')).toMatchObject({ code: LOGIN_NEEDED })
  })

  test('of another member does nothing for a page that was left open at the next tab', async () => {
    now = start
    const [sol, vera] = [await desk.madeUp('Sol'), await desk.madeUp('Vera')]
    // The browser has one cookie, that of whoever signed in last; the page of the other one says whose it is.
    const asked = (path: string, memberId: string) =>
      desk.call(path, {}, { cookie: vera.cookie, headers: { 'desk-member': memberId } })
    for (const path of ['session/me', 'queue/list', 'switches/stop', 'session/sign_out'])
      expect(await asked(path, sol.memberId)).toMatchObject({ code: LOGIN_NEEDED })
    expect(await asked('session/me', vera.memberId)).toMatchObject({ code: '0', ret: { name: 'Vera' } })
  })

  test('is gone after signing out', async () => {
    const ana = await desk.madeUp('Ana')
    const out = await ana.call('session/sign_out')
    expect(out).toMatchObject({ code: '0', cookie: 'desk=' })
    expect(await ana.call('session/me')).toMatchObject({ code: LOGIN_NEEDED })
  })

  test('that was stolen is worth nothing once its member is suspended', async () => {
    const vera = await desk.madeUp('Vera')
    const thief = await desk.member('stolen', 'treasury')
    expect(await thief.call('session/me')).toMatchObject({ code: '0' })
    const body = { member_id: thief.memberId, why: 'her laptop is gone' }
    expect(await vera.confirm('staff/suspend', body)).toMatchObject({ code: '0' })
    expect(await thief.call('session/me')).toMatchObject({ code: LOGIN_NEEDED })
  })

  test('of two cookies of one name opens nothing', async () => {
    const { cookie } = await desk.madeUp('Ana')
    const other = `desk=${Buffer.alloc(32).toString('base64url')}`
    expect(await desk.call('session/me', {}, { cookie: `${other}; ${cookie}` })).toMatchObject({ code: LOGIN_NEEDED })
  })
})

describe('a passkey in a browser', () => {
  const invite = async (name: string) => {
    const invited = await inTransaction(poolOfDesk(pool), (tx) => inviteFirst(tx, services, name))
    if (typeof invited === 'string') throw new Error(invited)
    return { token: invited.token, code: invited.code }
  }
  type Options<Kind> = { options: Kind }

  test('is made by an invitation, signs in, and confirms one call', async () => {
    const passkey = testPasskey(origin)
    const invitation = await invite('Real Supervisor')
    const begun = await desk.call('invitation/begin', invitation)
    const create = (begun.ret as Options<Parameters<typeof passkey.create>[0]>).options
    const made = await desk.call('invitation/accept', { ...invitation, response: passkey.create(create) })
    expect(made).toMatchObject({ code: '0', ret: { name: 'Real Supervisor', role: 'supervisor', is_made_up: false } })

    const asked = await desk.call('session/begin')
    const get = (asked.ret as Options<Parameters<typeof passkey.get>[0]>).options
    const response = passkey.get(get)
    const signedIn = await desk.call('session/sign_in', { response })
    expect(signedIn).toMatchObject({ code: '0', ret: { name: 'Real Supervisor' } })
    expect(await desk.call('session/sign_in', { response })).toMatchObject({ code: PASSKEY_REFUSED })

    const call = (path: DeskPath, body: unknown) => desk.call(path, body, { cookie: signedIn.cookie })
    const { token, code } = await inTransaction(poolOfDesk(pool), (tx) => beginPairing(tx, services))
    const body = { code, why: 'to run a script' }
    const path = 'session/let_command_line_in'
    const given = await call('session/challenge', { path, body })
    const confirmation = passkey.get((given.ret as Options<Parameters<typeof passkey.get>[0]>).options)
    expect(await call(path, { body: { ...body, why: 'another call' }, confirmation })).toMatchObject({
      code: PASSKEY_NEEDED,
    })
    // The signature was used up by that.
    expect(await call(path, { body, confirmation })).toMatchObject({ code: PASSKEY_NEEDED })
    const again = await call('session/challenge', { path, body })
    const signed = passkey.get((again.ret as Options<Parameters<typeof passkey.get>[0]>).options)
    expect(await call(path, { body, confirmation: signed })).toMatchObject({ code: '0' })
    expect(await desk.call('session/me', {}, { cookie: `desk=${token}` })).toMatchObject({ code: '0' })
  })

  test('cannot be left out by a member who is not made up', async () => {
    const real = await desk.member('real', 'supervisor')
    const body = { member_id: real.memberId, why: 'x' }
    const { ret } = await real.call('session/challenge', { path: 'staff/suspend', body })
    const { challenge } = (ret as Options<{ challenge: string }>).options
    expect(await real.call('staff/suspend', { body, confirmation: { challenge } })).toMatchObject({
      code: PASSKEY_NEEDED,
    })
  })
})

describe('two servers', () => {
  test('the borrowers’ one has nothing of the desk, and the desk’s nothing of theirs', async () => {
    for (const { path } of rows) {
      const answer = await borrowers.app.inject({ method: 'POST', url: `/api/${path}`, payload: {} })
      expect([path, answer.statusCode]).toEqual([path, 404])
    }
    for (const path of ['app/home', 'user/login', 'loan/apply'])
      expect(await desk.call(path)).toMatchObject({ status: 404 })
    for (const url of ['/openapi.json', '/metrics', '/sandbox', '/sandbox/api/clock', '/providers/sandbox/payout'])
      expect((await desk.app.inject({ url })).statusCode).toBe(404)
  })

  test('in production the sandbox’s way in does not exist', async () => {
    const settings = { ...services.settings, mode: 'production' as const }
    const app = buildDeskServer({ ...services, settings, sandboxClock: undefined })
    for (const path of ['session/sandbox_members', 'session/sandbox_sign_in']) {
      const answer = await app.inject({ method: 'POST', url: `/api/${path}`, headers: { origin }, payload: {} })
      expect(answer.statusCode).toBe(404)
    }
    await app.close()
  })

  test('the desk says what its pages may do, and nothing comes from elsewhere', async () => {
    const { headers } = await desk.app.inject({ url: '/' })
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['permissions-policy']).toContain('camera=()')
  })
})

test('what was done is listed, for whoever may, and is a whole chain', async () => {
  const vera = await desk.madeUp('Vera')
  const { ret } = await vera.call('acts/list', { member_id: vera.memberId })
  expect((ret as { acts: { act: string; actor: string }[] }).acts[0]).toMatchObject({ act: 'sign_in', actor: 'Vera' })
  expect(await vera.call('acts/verify')).toMatchObject({ ret: { is_intact: true, problem: null } })
  expect(await vera.call('staff/list')).toMatchObject({ code: '0' })
})
