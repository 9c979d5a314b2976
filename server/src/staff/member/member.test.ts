import { beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '@hola/core/errors.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { hashToken, parseToken } from '../../person/account/token.ts'
import { poolOfDesk } from '../../platform/db/pool.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { emptier } from '../../platform/db/test-empty.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { inviteFirst } from './invitations.ts'
import { addMember, suspendMember } from './members.ts'
import { beginPairing, confirmPairing } from './pairing.ts'
import { beginConfirmation, beginRegistration, beginSignIn, checkSignIn, isConfirmed, register } from './passkeys.ts'
import { endSession, findSignedIn, openStaffSession } from './sessions.ts'
import type { Member } from './store.ts'
import { testPasskey } from './test-passkey.ts'

const { pool } = await testDatabase()
const start = new Date('2026-11-16T15:00:00Z')
let now = start
const opened = await openTestServer(pool, { clock: { now: () => now } })
const services = { ...opened.services, pool: poolOfDesk(pool) }
const production = { ...services, settings: { ...services.settings, mode: 'production' as const } }
const address = { origin: 'https://desk.example.com' }
const inDesk = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(services.pool, work)
const later = (minutes: number): void => void (now = new Date(now.getTime() + minutes * 60_000))
const bytesOf = (token: string): Uint8Array => parseToken(token) ?? new Uint8Array()

const empty = emptier(pool, 'staff_member', 'desk_act')

beforeEach(async () => {
  now = start
  await empty()
})

const nameOf = (refusal: unknown): string => (refusal instanceof Refusal ? refusal.name : 'no refusal')

/** Invites a supervisor and registers a passkey for her. */
const newSupervisor = async (name: string, passkey = testPasskey(address.origin)) => {
  const invited = await inDesk((tx) => inviteFirst(tx, services, name))
  if (typeof invited === 'string') throw new Error(invited)
  const { token, code } = invited
  const options = await inDesk((tx) => beginRegistration(tx, services, address, { token: bytesOf(token), code }))
  if (options instanceof Refusal) throw new Error(options.name)
  const response = passkey.create(options)
  const made = await inDesk((tx) => register(tx, services, address, { token: bytesOf(token), code, response }))
  if (made instanceof Refusal) throw new Error(made.name)
  return { member: made, passkey, token, code, response }
}
const member = async (name: string, role: Member['role'] = 'analyst'): Promise<Member> => {
  const made = await inDesk((tx) => addMember(tx, services, { name, role }))
  if (made === undefined) throw new Error('the name is taken')
  return made
}

describe('an invitation from the command line', () => {
  test('lets the first two supervisors in, and then nobody ever again', async () => {
    await newSupervisor('Vera')
    await newSupervisor('Nora')
    expect(await inDesk((tx) => inviteFirst(tx, services, 'Eve'))).toBe('enough_supervisors')
    const { member: vera } = { member: await inDesk((tx) => inviteFirst(tx, services, 'Vera')) }
    expect(vera).toBe('enough_supervisors')
  })

  test('counts once, for a day, and only with its code', async () => {
    const { token, code, response } = await newSupervisor('Vera')
    const again = await inDesk((tx) => register(tx, services, address, { token: bytesOf(token), code, response }))
    expect(nameOf(again)).toBe('invitation_not_usable')

    const invited = await inDesk((tx) => inviteFirst(tx, services, 'Nora'))
    if (typeof invited === 'string') throw new Error(invited)
    const begin = (typed: string) =>
      inDesk((tx) => beginRegistration(tx, services, address, { token: bytesOf(invited.token), code: typed }))
    expect(nameOf(await begin('AAAA-AAAA'))).toBe('invitation_not_usable')
    expect(nameOf(await begin(invited.code.toLowerCase().replace('-', ' ')))).toBe('no refusal')
    later(24 * 60)
    expect(nameOf(await begin(invited.code))).toBe('invitation_not_usable')
  })

  test('does not let its code be guessed', async () => {
    const invited = await inDesk((tx) => inviteFirst(tx, services, 'Vera'))
    if (typeof invited === 'string') throw new Error(invited)
    const begin = (code: string) =>
      inDesk((tx) => beginRegistration(tx, services, address, { token: bytesOf(invited.token), code }))
    for (let tries = 0; tries < 10; tries += 1) await begin('AAAA-AAAA')
    expect(nameOf(await begin(invited.code))).toBe('invitation_not_usable')
  })

  test('made again under the same name, makes the earlier link worthless', async () => {
    const first = await inDesk((tx) => inviteFirst(tx, services, 'Vera'))
    const second = await inDesk((tx) => inviteFirst(tx, services, 'Vera'))
    if (typeof first === 'string' || typeof second === 'string') throw new Error('not invited')
    const begin = ({ token, code }: typeof first) =>
      inDesk((tx) => beginRegistration(tx, services, address, { token: bytesOf(token), code }))
    expect(nameOf(await begin(first))).toBe('invitation_not_usable')
    expect(nameOf(await begin(second))).toBe('no refusal')
  })
})

describe('a passkey', () => {
  const signIn = async (passkey: ReturnType<typeof testPasskey>) => {
    const response = passkey.get(await inDesk((tx) => beginSignIn(tx, services, address)))
    return { response, result: await inDesk((tx) => checkSignIn(tx, services, address, response)) }
  }

  test('signs its member in, and each signature counts once', async () => {
    const { member: vera, passkey } = await newSupervisor('Vera')
    const { response, result } = await signIn(passkey)
    expect(result).toMatchObject({ memberId: vera.memberId, role: 'supervisor' })
    expect(nameOf(await inDesk((tx) => checkSignIn(tx, services, address, response)))).toBe('passkey_refused')
  })

  test.each([
    ['a stranger’s', () => testPasskey(address.origin)],
    ['one that was used on another address', () => testPasskey('https://desk.example.org')],
  ])('%s: it does not count', async (_, passkey) => {
    await newSupervisor('Vera')
    expect(nameOf((await signIn(passkey())).result)).toBe('passkey_refused')
  })

  test('that was registered here and is used from another page does not count', async () => {
    const { passkey } = await newSupervisor('Vera')
    const response = passkey.get(await inDesk((tx) => beginSignIn(tx, services, address)))
    const client = JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...client, origin: 'https://evil.example' })).toString('base64url')
    const moved = { ...response, response: { ...response.response, clientDataJSON: forged } }
    expect(nameOf(await inDesk((tx) => checkSignIn(tx, services, address, moved)))).toBe('passkey_refused')
  })

  test('of a device that asks for no finger and no PIN is not taken', async () => {
    const passkey = testPasskey(address.origin, { isVerified: false })
    await expect(newSupervisor('Vera', passkey)).rejects.toThrow('passkey_refused')
  })

  test('signs a challenge within five minutes', async () => {
    const { passkey } = await newSupervisor('Vera')
    const options = await inDesk((tx) => beginSignIn(tx, services, address))
    later(5)
    const late = await inDesk((tx) => checkSignIn(tx, services, address, passkey.get(options)))
    expect(nameOf(late)).toBe('passkey_refused')
  })

  test('of a suspended member opens nothing', async () => {
    const { member: vera, passkey } = await newSupervisor('Vera')
    const { member: nora } = await newSupervisor('Nora')
    const hand = { memberId: nora.memberId, name: 'Nora', why: 'left' }
    expect(await inDesk((tx) => suspendMember(tx, services, hand, vera.memberId))).toBeUndefined()
    expect(nameOf((await signIn(passkey)).result)).toBe('passkey_refused')
  })

  describe('confirms one call', () => {
    const call = { path: 'proposals/approve', body: { proposal_id: '1', seen: 'a' } }
    const confirm = async (asked: unknown, given: unknown, who = 'Vera') => {
      const { member: vera, passkey } = await newSupervisor('Vera')
      const { member: nora } = await newSupervisor('Nora')
      const options = await inDesk((tx) =>
        beginConfirmation(tx, services, address, vera, { path: call.path, body: asked }),
      )
      const confirmation = passkey.get(options)
      const by = who === 'Vera' ? vera : nora
      const ask = () =>
        inDesk((tx) => isConfirmed(tx, services, address, by, { confirmation, call: { path: call.path, body: given } }))
      return [await ask(), await ask()]
    }

    test('once', async () => {
      expect(await confirm(call.body, { seen: 'a', proposal_id: '1' })).toEqual([true, false])
    })
    test('and no other', async () => {
      expect(await confirm(call.body, { ...call.body, proposal_id: '2' })).toEqual([false, false])
    })
    test('and not for somebody else', async () => {
      expect(await confirm(call.body, call.body, 'Nora')).toEqual([false, false])
    })
    test('which only the sandbox’s made-up members do without one', async () => {
      const made = await inDesk((tx) => addMember(tx, services, { name: 'Ana', role: 'analyst', isMadeUp: true }))
      if (made === undefined) throw new Error('the name is taken')
      const real = await member('Beto')
      const ask = async (who: Member, given: typeof services) => {
        const { challenge } = await inDesk((tx) => beginConfirmation(tx, services, address, who, call))
        return inDesk((tx) => isConfirmed(tx, given, address, who, { confirmation: { challenge }, call }))
      }
      expect(await ask(made, services)).toBe(true)
      expect(await ask(made, production as typeof services)).toBe(false)
      expect(await ask(real, services)).toBe(false)
    })
  })
})

describe('a session', () => {
  const open = async () => {
    const ana = await member('Ana')
    const { token } = await inDesk((tx) => openStaffSession(tx, services, { member: ana, channel: 'desk' }))
    return { ana, find: () => inDesk((tx) => findSignedIn(tx, services, bytesOf(token))), token }
  }

  test('of a made-up member ends where the sandbox does', async () => {
    const made = await inDesk((tx) => addMember(tx, services, { name: 'Made up', role: 'analyst', isMadeUp: true }))
    if (made === undefined) throw new Error('the name is taken')
    const { token } = await inDesk((tx) => openStaffSession(tx, services, { member: made, channel: 'command_line' }))
    const find = (given: typeof services) => inDesk((tx) => findSignedIn(tx, given, bytesOf(token)))
    expect(await find(services)).toMatchObject({ name: 'Made up' })
    expect(await find(production as typeof services)).toBeUndefined()
  })

  test('lasts eight hours, while somebody works', async () => {
    const { find } = await open()
    for (let minutes = 0; minutes < 8 * 60; minutes += 10) {
      expect(await find()).toMatchObject({ name: 'Ana', role: 'analyst' })
      later(10)
    }
    expect(await find()).toBeUndefined()
  })
  test('ends after fifteen idle minutes', async () => {
    const { find } = await open()
    later(14)
    expect(await find()).toBeDefined()
    later(15)
    expect(await find()).toBeUndefined()
  })
  test('ends when she signs out, and its token is nowhere in the database', async () => {
    const { find, token } = await open()
    const session = await find()
    if (session === undefined) throw new Error('no session')
    const { rows } = await pool.query('SELECT token_sha256 FROM staff_session')
    expect(rows).toEqual([{ token_sha256: hashToken(bytesOf(token)) }])
    await inDesk((tx) => endSession(tx, services, session))
    expect(await find()).toBeUndefined()
  })
  test('ends at once when its member is suspended', async () => {
    const { ana, find } = await open()
    const vera = await member('Vera', 'supervisor')
    const hand = { memberId: vera.memberId, name: 'Vera', why: 'left' }
    await inDesk((tx) => suspendMember(tx, services, hand, ana.memberId))
    expect(await find()).toBeUndefined()
  })
})

test('the last supervisor cannot be suspended, also when two try it on each other at once', async () => {
  const vera = await member('Vera', 'supervisor')
  const nora = await member('Nora', 'supervisor')
  const suspend = (by: Member, whom: Member) =>
    inDesk((tx) =>
      suspendMember(tx, services, { memberId: by.memberId, name: by.name, why: 'a quarrel' }, whom.memberId),
    )
  const results = await Promise.all([suspend(vera, nora), suspend(nora, vera)])
  expect(results.map((one) => one?.name).toSorted()).toEqual(['last_supervisor', undefined])
})

test('a name belongs to one member for ever', async () => {
  await member('Ana')
  await expect(member('ANA')).rejects.toThrow('the name is taken')
})

describe('a command line', () => {
  test('is let in by a member who confirms its code, once', async () => {
    const ana = await member('Ana')
    const { token, code } = await inDesk((tx) => beginPairing(tx, services))
    const find = () => inDesk((tx) => findSignedIn(tx, services, bytesOf(token)))
    expect(await find()).toBeUndefined()
    const hand = { memberId: ana.memberId, name: 'Ana', why: 'to run a script' }
    expect(nameOf(await inDesk((tx) => confirmPairing(tx, services, hand, 'AAAA-AAAA')))).toBe('pairing_not_found')
    expect(await inDesk((tx) => confirmPairing(tx, services, hand, code))).toBeUndefined()
    expect(await find()).toMatchObject({ name: 'Ana', channel: 'command_line' })
    expect(nameOf(await inDesk((tx) => confirmPairing(tx, services, hand, code)))).toBe('pairing_not_found')
  })
  test('waits ten minutes', async () => {
    const ana = await member('Ana')
    const { code } = await inDesk((tx) => beginPairing(tx, services))
    later(10)
    const hand = { memberId: ana.memberId, name: 'Ana', why: 'x' }
    expect(nameOf(await inDesk((tx) => confirmPairing(tx, services, hand, code)))).toBe('pairing_not_found')
  })
})

test('the application can neither read nor make staff', async () => {
  for (const table of [
    'staff_member',
    'staff_passkey',
    'staff_invitation',
    'staff_challenge',
    'staff_session',
    'staff_pairing',
  ])
    await expect(inTransaction(pool, (tx) => tx.query(`SELECT 1 FROM ${table}`))).rejects.toMatchObject({
      code: '42501',
    })
})
test.each(['login_code', 'device_record', 'sandbox_message'])('the desk has no right to %s', async (table) => {
  await expect(inDesk((tx) => tx.query(`SELECT 1 FROM ${table}`))).rejects.toMatchObject({ code: '42501' })
})
test.each([
  'SELECT token_sha256 FROM session',
  'SELECT session_id FROM session',
  "UPDATE session SET expires_at = '2099-01-01'",
  'DELETE FROM session',
])('the desk can end a borrower’s session and nothing else: %s', async (statement) => {
  await expect(inDesk((tx) => tx.query(statement))).rejects.toMatchObject({ code: '42501' })
})
test('the desk asks nothing outside a transaction', () => {
  expect(() => services.pool.query('SELECT 1')).toThrow('inside a transaction')
})
