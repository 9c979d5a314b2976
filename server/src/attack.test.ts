import { createHmac } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Call } from '@hola/core/contract/call.ts'
import { contract } from '@hola/core/contract/contract.ts'
import type { DeskCall } from '@hola/core/desk-contract/call.ts'
import { sentBody } from '@hola/core/desk-contract/call.ts'
import { deskContract } from '@hola/core/desk-contract/contract.ts'
import { proposalKinds } from '@hola/core/desk-contract/proposals.ts'
import type { StaffRole } from '@hola/core/desk-contract/roles.ts'
import { staffRoles } from '@hola/core/desk-contract/roles.ts'
import { refusals } from '@hola/core/errors.ts'
import { isProof, tellFigure } from '@hola/core/test-proof.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildDeskServer, buildServer } from './app.ts'
import { openTestServer, testSettings } from './edge/http/test-server.ts'
import { clockMove, moneyBody, payBody, payoutBody, payoutFailBody, specimensBody } from './edge/sandbox/shapes.ts'
import type { Chance } from './edge/simulation/chance.ts'
import { seededChance } from './edge/simulation/chance.ts'
import { runDueJobs, signOrder } from './lending/payout/test-payout.ts'
import { testDataDir } from './person/identity/test-photos.ts'
import { systemRandom } from './platform/clock.ts'
import { poolOfDesk } from './platform/db/pool.ts'
import { testDatabase } from './platform/db/test-database.ts'
import { dumpedTables } from './platform/db/test-dump.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { manifestOf } from './providers/mercado-pago/signature.ts'
import { startProvider, testLimits, twilioSettings, whatsappSettings } from './providers/messages/test-provider.ts'
import { twilioMessages } from './providers/messages/twilio.ts'
import { whatsappMessages } from './providers/messages/whatsapp-cloud.ts'
import { sandboxAccounts } from './providers/payout/test-accounts.ts'
import { exampleOf } from './providers/test-examples.ts'
import { filesFolder } from './providers/files/disk.ts'
import { storedFiles } from './providers/files/test-stored-files.ts'
import { addMember } from './staff/member/members.ts'
import { openStaffSession } from './staff/member/sessions.ts'
import { findMemberByName } from './staff/member/store.ts'
import type { Sent } from './test-attack-bodies.ts'
import { MARK, fits, fitting, openKnown, unfitting } from './test-attack-bodies.ts'
import { expectBooksInOrder, openWorld, rowsOf, secretsOfVictim } from './test-attack-world.ts'

// Tens of thousands of bodies for every call there is, half of them such as its schema takes. Whatever comes, an answer
// leaves in the shape of the house, nobody sees or changes what is another's, and no money moves.

const seed = process.env['ATTACK_SEED'] ?? systemRandom.uuid()
console.log(`ATTACK_SEED=${seed} makes the same bodies`)

const WHOLE = { borrowers: 26_000, desk: 18_000, others: 6_000 }
const SHORT_SHARE = 33
const countOf = (whole: number): number => (isProof ? whole : Math.ceil(whole / SHORT_SHARE))

const { pool } = await testDatabase()
const now = new Date('2026-11-16T15:00:00Z')
const dataDir = testDataDir()
const server = await openTestServer(pool, { clock: { now: () => now }, settings: { dataDir } })
const { app, services, logged } = server
const known = openKnown(seededChance(seed))
const { victim, attackers } = await openWorld(server, known)

type Answer = Awaited<ReturnType<FastifyInstance['inject']>>
type Case = {
  /** Who sends what where, for whoever has to repeat it. */
  readonly what: string
  readonly sent: Sent
  readonly isFitting: boolean
  readonly send: () => Promise<Answer>
  /** Answered to a browser or a machine, without an envelope. */
  readonly isPage?: boolean
  /** Whatever else is wrong with the answer. */
  readonly look?: (answer: Answer) => Promise<string | undefined>
}

const pick = <Item>(chance: Chance, list: readonly Item[]): Item => chance.oneOf(list as readonly [Item, ...Item[]])

const AT_ONCE = 4
const PROBLEMS_MAX = 10
/** Of fewer bodies it is chance how many are carried out. */
const MANY = 300
/** Far above what any call takes on a busy machine, and far below what a caller waits. */
const LONGEST_MS = 40_000
const codes = new Set<string>(['0', ...Object.values(refusals).map(({ code }) => code)])

/** What the log has about a request that failed. */
const errorOf = ({ headers }: Answer): string =>
  logged.find((line) => line.includes(`"${String(headers['x-request-id'])}"`) && line.includes('"err"')) ?? 'no error'

/** Why an answer is not one of the house. */
const problemOf = (answer: Answer, isPage: boolean): string | undefined => {
  if (answer.statusCode >= 500) return `status ${answer.statusCode}: ${errorOf(answer)}`
  if (/\bat .*\.ts:\d|node_modules|\bError:/.test(answer.payload)) return 'a stack in the answer'
  if (isPage) return undefined
  const envelope: unknown = JSON.parse(answer.payload)
  if (typeof envelope !== 'object' || envelope === null || Object.keys(envelope).join() !== 'code,msg,ret')
    return `no envelope: ${answer.payload.slice(0, 100)}`
  const { code, msg, ret } = envelope as { code: string; msg: string; ret: unknown }
  if (!codes.has(code)) return `an unknown code ${code}`
  if ((code === '0') !== (msg === '') || (code === '0') !== (answer.statusCode === 200 && ret !== null))
    if (code === '0' || ret !== null) return `a success that is none: ${code} ${msg}`
  return undefined
}

const show = ({ payload, contentType }: Sent): string =>
  `${contentType ?? 'no type'} ${payload.toString('latin1').slice(0, 600)}`

const attack = async (
  stage: string,
  count: number,
  next: (chance: Chance, at: number) => Promise<Case>,
  /** Of a hundred bodies so many must have been carried out: what is turned away at the door shows little. */
  { successesOfHundred = count < MANY ? 0 : 5 } = {},
): Promise<void> => {
  const problems: string[] = []
  const answered = new Map<string, number>()
  let [fittingCount, successes, longestMs, at] = [0, 0, 0, 0]
  const one = async (number: number): Promise<void> => {
    const made = await next(seededChance(`${seed} ${stage} ${number}`), number)
    if (made.isFitting) fittingCount += 1
    const started = performance.now()
    const answer = await made.send()
    const tookMs = performance.now() - started
    longestMs = Math.max(longestMs, tookMs)
    const slow = tookMs > LONGEST_MS ? `it took ${Math.round(tookMs)} ms` : undefined
    const problem = problemOf(answer, made.isPage === true) ?? (await made.look?.(answer)) ?? slow
    if (problem !== undefined) problems.push(`${number}: ${made.what}: ${problem}\n  ${show(made.sent)}`)
    else {
      const code = made.isPage === true ? String(answer.statusCode) : answer.json<{ code: string }>().code
      answered.set(code, (answered.get(code) ?? 0) + 1)
      if (code === '0' || code === '200') successes += 1
    }
  }
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (at < count && problems.length < PROBLEMS_MAX) await one(at++)
    }),
  )
  if (problems.length > 0) console.log(`ATTACK_SEED=${seed}\n${problems.join('\n')}`)
  expect(problems).toEqual([])
  expect(fittingCount).toBeGreaterThan(count * 0.4)
  expect(fittingCount).toBeLessThan(count * 0.6)
  expect(successes).toBeGreaterThanOrEqual((count * successesOfHundred) / 100)
  tellFigure(
    'attack',
    `bodies ${stage}`,
    `${count}, ${fittingCount} as the schema says, ${successes} successes, ${answered.size} codes, no 5xx, longest ${Math.round(longestMs)} ms`,
  )
}

/** Half of all bodies are what the schema says: those that only nearly are count as the others. */
const bodyFor = (schema: Call['body'], chance: Chance, at: number, shape = (body: unknown): unknown => body) => {
  const wanted = at % 2 === 0
  for (let tries = 0; ; tries += 1) {
    const body = shape(fitting(schema, known, chance))
    const sent = wanted ? { payload: JSON.stringify(body), contentType: 'application/json' } : unfitting(body, chance)
    const isFitting = fits(schema, sent)
    if (isFitting === wanted || tries === 30) return { body, sent, isFitting }
  }
}

const typed = ({ contentType }: Sent) => (contentType === undefined ? {} : { 'content-type': contentType })
const secrets = Object.values(secretsOfVictim)
const hasNoSecret = (text: string): boolean => !secrets.some((secret) => text.includes(secret))
const leakIn = (text: string): string | undefined => {
  const found = secrets.find((secret) => text.includes(secret))
  return found === undefined ? undefined : `it has what is another’s: ${found}`
}
const moneyOf = async () =>
  (
    await pool.query(
      `SELECT (SELECT count(*) FROM receipt) AS receipts, (SELECT count(*) FROM refund) AS refunds,
              (SELECT count(*) FROM waiver) AS waivers, (SELECT count(*) FROM write_off) AS "writeOffs"`,
    )
  ).rows[0]

const heapAfterCleaning = (): number => {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}
const MB = 1024 * 1024
const heapBefore = heapAfterCleaning()

describe('every call of the borrowers', () => {
  const calls = Object.entries<Call>(contract)
  const idempotent = ['apply_id', 'request_id', 'upload_id']

  test('any body, as anybody: an answer of the house, nothing of another, no money', async () => {
    const [hers, money] = [await rowsOf(pool, victim.person.userId), await moneyOf()]
    await attack('for borrowers’ calls', countOf(WHOLE.borrowers), async (chance, at) => {
      const [path, call] = pick(chance, calls)
      // Whoever has no session is turned away at the door: most of them have one.
      const [outside, inside] = [attackers.filter(({ renew }) => !renew), attackers.filter(({ renew }) => renew)]
      const attacker = pick(chance, chance.happens(100) ? outside : inside)
      const { body, sent, isFitting } = bodyFor(call.body, chance, at)
      if (isFitting) for (const id of idempotent) known.add(id, (body as Record<string, unknown>)[id] ?? chance.uuid())
      const token = attacker.token()
      return {
        what: `${attacker.who} ${path}`,
        sent,
        isFitting,
        send: () =>
          app.inject({
            method: 'POST',
            url: `/api/${path}`,
            headers: {
              language: chance.happens(30) ? 'xx' : chance.oneOf(['es', 'en']),
              ...typed(sent),
              ...(token && { token }),
            },
            payload: sent.payload,
          }),
        look: async (answer) => {
          const { code, ret } = answer.json<{ code: string; ret: unknown }>()
          known.learn(ret)
          if (code === '10001' && token !== undefined) await attacker.renew?.(token)
          return leakIn(answer.payload)
        },
      }
    })
    expect(await rowsOf(pool, victim.person.userId)).toBe(hers)
    expect(await moneyOf()).toEqual(money)
    await runDueJobs(services)
    expect(await rowsOf(pool, victim.person.userId)).toBe(hers)
    await expectBooksInOrder(server)
  })
})

describe('the ids of somebody else', () => {
  const isId = (name: string): name is keyof typeof victim.names => name !== 'uuid' && Object.hasOwn(victim.names, name)
  /** The same body with her ids, or with ids that nobody has. */
  const withIds = (body: unknown, idOf: (name: keyof typeof victim.names) => unknown): unknown => {
    if (Array.isArray(body)) return body.map((item) => withIds(item, idOf))
    if (typeof body !== 'object' || body === null) return body
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, isId(name) ? idOf(name) : withIds(value, idOf)]),
    )
  }
  const calls = Object.entries<Call>(contract).filter(([path, { body }]) => {
    const made = Array.from({ length: 40 }, (_, at) => fitting(body, known, seededChance(`${path} ${at}`)))
    // A tracking number is told to whoever asked without a log-in: knowing it is enough.
    return (
      path !== 'consumer/state' && made.some((one) => JSON.stringify(one) !== JSON.stringify(withIds(one, () => 0)))
    )
  })
  const TRIES = isProof ? 100 : 10

  test('answer like ids that nobody has, in every call of the contract that takes one', async () => {
    const hers = await rowsOf(pool, victim.person.userId)
    const differences: string[] = []
    let tried = 0
    for (const [path, { body: schema }] of calls)
      for (const attacker of attackers.filter(({ who }) => ['approved', 'in repayment'].includes(who)))
        for (let at = 0; at < TRIES; at += 1) {
          const chance = seededChance(`${seed} ids ${path} ${at}`)
          const body = fitting(schema, known, chance)
          const ask = async (payload: unknown): Promise<string> => {
            const token = attacker.token() ?? ''
            const answer = await app.inject({
              method: 'POST',
              url: `/api/${path}`,
              headers: { token, language: 'en' },
              payload: payload as object,
            })
            const leak = leakIn(answer.payload)
            if (leak !== undefined) differences.push(`${path}: ${leak}`)
            const { code } = answer.json<{ code: string }>()
            if (code !== '10001') return code
            // She has ended the service by the body before.
            await attacker.renew?.(token)
            return ask(payload)
          }
          const foreign = withIds(body, (name) => victim.names[name][0])
          if (JSON.stringify(foreign) === JSON.stringify(body)) continue
          const missing = withIds(body, (name) => (/number|reference/.test(name) ? 'AAAA-AAAA-AAAA' : chance.uuid()))
          const [hersCode, missingCode] = [await ask(foreign), await ask(missing)]
          // The limit of the house was reached between the two: that says nothing about her.
          if (missingCode === '429') continue
          tried += 1
          if (hersCode !== missingCode)
            differences.push(`${attacker.who} ${path}: ${hersCode}, not ${missingCode}: ${JSON.stringify(body)}`)
        }
    expect(differences).toEqual([])
    expect(await rowsOf(pool, victim.person.userId)).toBe(hers)
    expect(calls.length).toBeGreaterThan(8)
    tellFigure('attack', 'ids of another borrower', `${tried} tries in ${calls.length} calls that take one, 0 answered`)
  })
})

describe('every call of the desk', () => {
  const desk = buildDeskServer(services)
  afterAll(() => desk.close())
  const { origin } = services.settings.desk
  const calls = Object.entries<DeskCall>(deskContract).filter(([path]) => path !== 'sandbox/fill')
  type Member = { readonly role: StaffRole | 'nobody'; name?: string; cookie: string | undefined }
  const members: Member[] = [
    { role: 'nobody', cookie: undefined },
    ...[...staffRoles, 'supervisor' as const].map((role): Member => ({ role, cookie: undefined })),
  ]
  let hired = 0
  const signIn = async (member: Member): Promise<void> => {
    const { role } = member
    if (role === 'nobody') return
    member.cookie = await inTransaction(poolOfDesk(pool), async (tx) => {
      const known = member.name === undefined ? undefined : await findMemberByName(tx, member.name)
      const isAtWork = known !== undefined && known.suspendedAt === null
      if (!isAtWork) member.name = `Fuzz ${(hired += 1)}`
      const who = isAtWork ? known : await addMember(tx, services, { name: member.name ?? '', role, isMadeUp: true })
      if (who === undefined) throw new Error('the name is taken')
      return `desk=${(await openStaffSession(tx, services, { member: who, channel: 'desk' })).token}`
    })
  }
  const post = (path: string, member: Member, sent: Sent) =>
    desk.inject({
      method: 'POST',
      url: `/api/${path}`,
      headers: { origin, ...typed(sent), ...(member.cookie && { cookie: member.cookie }) },
      payload: sent.payload,
    })
  const asJson = (body: unknown): Sent => ({ payload: JSON.stringify(body), contentType: 'application/json' })
  const seen = new Map<string, string>()

  test('any body, as every role: an answer of the house, and the books are whole', async () => {
    for (const member of members) await signIn(member)
    await attack('for the desk’s calls', countOf(WHOLE.desk), async (chance, at) => {
      const [path, call] = pick(chance, calls)
      const member = pick(chance, members)
      const withDetails = (body: unknown): unknown => {
        if (path !== 'proposals/preview' && path !== 'proposals/propose') return body
        const { kind } = body as { kind: keyof typeof proposalKinds }
        return { ...(body as object), details: fitting(proposalKinds[kind].details, known, chance) }
      }
      const withSeen = (body: unknown): unknown => {
        if (path !== 'proposals/approve' || seen.size === 0) return body
        const [proposalId, sha256] = [...seen][chance.below(seen.size)] ?? []
        const inner = (body as { body: object }).body
        return { ...(body as object), body: { ...inner, proposal_id: proposalId, seen_sha256: sha256 } }
      }
      const made = bodyFor(sentBody(call), chance, at, (body) => withSeen(withDetails(body)))
      let { sent } = made
      if (call.kind === 'confirmed' && made.isFitting && chance.happens(700)) {
        const { body } = made.body as { body: unknown }
        const given = await post('session/challenge', member, asJson({ path, body }))
        const { ret } = given.json<{ ret: { options: { challenge: string } } | null }>()
        if (ret !== null) sent = asJson({ body, confirmation: { challenge: ret.options.challenge } })
      }
      return {
        what: `${member.role} ${path}`,
        sent,
        isFitting: made.isFitting,
        send: () => post(path, member, sent),
        look: async (answer) => {
          const { code, ret } = answer.json<{ code: string; ret: Record<string, never> | null }>()
          if (hasNoSecret(answer.payload)) known.learn(ret)
          if (path === 'proposals/propose' && code === '0') {
            const { proposal, preview } = ret as unknown as {
              proposal: { proposal_id: string }
              preview: { seen_sha256: string }
            }
            seen.set(proposal.proposal_id, preview.seen_sha256)
          }
          // Signed out, or suspended by another body.
          if (code === '10001' || (path === 'session/sign_out' && code === '0')) await signIn(member)
          return member.role === 'nobody' ? leakIn(answer.payload) : undefined
        },
      }
    })
    await runDueJobs(services)
    await expectBooksInOrder(server)
  })
})

describe('every webhook', async () => {
  const provider = await startProvider()
  const [machineClock, publicUrl] = [services.machineClock, 'https://hola.example']
  const secret = 'a-secret-of-webhooks-32-characters'
  const account = '0000003100012345678907'
  const mercadoPago = { provider: 'mercado-pago', url: provider.url, token: 'TEST-an-access-token' }
  const { services: real } = await openTestServer(pool, {
    clock: { now: () => now },
    settings: {
      dataDir,
      publicUrl,
      providers: {
        ...testSettings.providers,
        payout: { ...mercadoPago, webhookSecret: secret },
        collection: [
          { ...mercadoPago, webhookSecret: secret, payerMail: 'pagos@lender.example' },
          { provider: 'bank-notice', account, alias: 'hola.pagos', secret },
        ],
      },
    },
  })
  const twilio = twilioMessages(twilioSettings(provider.url, secret), { publicUrl, machineClock, limits: testLimits })
  const whatsapp = whatsappMessages(whatsappSettings(provider.url, secret), { publicUrl, limits: testLimits })
  const webhooks = [...(twilio.webhooks ?? []), ...(whatsapp.webhooks ?? [])]
  const receiver = buildServer({ ...real, messages: { ...real.messages, webhooks } })
  afterAll(() => receiver.close())

  /** When the sender signs, by the clock of everybody. */
  let signedAt = now
  type Signed = { readonly url: string; readonly headers: Record<string, string> }
  const hmac = (text: string, by: string, algorithm = 'sha256') => createHmac(algorithm, by).update(text)
  const byMercadoPago = (subject: string, id: string, by: string, chance: Chance): Signed => {
    const [ts, requestId] = [String(Math.floor(signedAt.getTime() / 1000)), chance.uuid()]
    const v1 = hmac(manifestOf({ dataId: id, requestId }, ts), by).digest('hex')
    return {
      url: `/providers/mercado-pago/${subject}?data.id=${encodeURIComponent(id)}&type=payment`,
      headers: { 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` },
    }
  }
  const idOf = (body: unknown): string => {
    const { data, id } = (body ?? {}) as { data?: { id?: unknown }; id?: unknown }
    return String(data?.id ?? id ?? '')
  }
  const day = '2026-11-16T11:30:00-03:00'
  /** What each provider sends, and how it signs; the examples of its documentation, and ours where there is none. */
  const senders: readonly {
    readonly name: string
    readonly body: (chance: Chance) => unknown
    readonly sign: (text: string, body: unknown, by: string, chance: Chance) => Signed
  }[] = [
    {
      name: 'mercado-pago payout',
      body: (chance) => ({
        id: chance.oneOf([`TOP${chance.below(1e6)}`, victim.orderId, `${victim.orderId}-1`, '../v1/payouts', MARK]),
        external_reference: chance.oneOf([`${victim.orderId}-1`, `${victim.orderId}-2`, chance.uuid()]),
        payout: { id: `POP${chance.below(1e6)}` },
        status: chance.oneOf(['success', 'rejected', 'refunded', MARK]),
        created_date: day,
      }),
      sign: (_, body, by, chance) => byMercadoPago('payout', idOf(body), by, chance),
    },
    {
      name: 'mercado-pago collection',
      body: (chance) => ({
        action: chance.oneOf(['payment.created', 'payment.updated', 'chargebacks', MARK]),
        type: chance.oneOf(['payment', 'chargebacks', 'plan', MARK]),
        data: { id: chance.oneOf<unknown>([chance.below(1e9), String(chance.below(1e9)), '../x', 1e300, MARK]) },
      }),
      sign: (_, body, by, chance) => byMercadoPago('collection', idOf(body), by, chance),
    },
    {
      name: 'bank-notice collection',
      body: (chance) => ({
        id: chance.oneOf([`n-${chance.below(200)}`, MARK, 'x'.repeat(200)]),
        type: chance.oneOf(['credit', 'reversal', MARK]),
        amount: chance.oneOf(['5000.00', '0.01', '99999999999.99', '1e3', '-5.00', '5,00', '0.001', '']),
        currency: chance.oneOf(['ARS', 'USD', 'ars', '']),
        concept: chance.oneOf(['PAGO', MARK, 'a'.repeat(5_000), '\u0000', '😀']),
        credited_at: chance.oneOf([day, '9999-12-31T23:59:59-03:00', '0000-01-01T00:00:00Z', 'yesterday']),
        account: chance.oneOf([account, '0110012900000000000017']),
      }),
      sign: (text, _, by) => {
        const ts = String(Math.floor(signedAt.getTime() / 1000))
        return {
          url: '/providers/bank-notice/collection',
          headers: { 'x-notice-timestamp': ts, 'x-notice-signature': `v1=${hmac(`${ts}.${text}`, by).digest('hex')}` },
        }
      },
    },
    {
      name: 'whatsapp messages',
      body: () => exampleOf('whatsapp', 'statuses').body,
      sign: (text, _, by) => ({
        url: '/providers/whatsapp/messages',
        headers: { 'x-hub-signature-256': `sha256=${hmac(text, by).digest('hex')}` },
      }),
    },
    {
      name: 'twilio messages',
      body: (chance) => ({
        ...(exampleOf('twilio', 'status-undelivered').body as object),
        MessageStatus: chance.oneOf(['undelivered', 'failed', 'delivered', MARK]),
      }),
      sign: (text, _, by, chance) => {
        const url = `/providers/twilio/messages?delivery=${chance.oneOf([chance.uuid(), victim.orderId, MARK])}`
        const fields = [...new URLSearchParams(text)].toSorted(([one], [other]) => (one < other ? -1 : 1))
        const signed = fields.reduce((all, [key, value]) => `${all}${key}${value}`, `${publicUrl}${url}`)
        return { url, headers: { 'x-twilio-signature': hmac(signed, by, 'sha1').digest('base64') } }
      },
    },
  ]

  const recorded = async (): Promise<number> =>
    (await pool.query<{ n: number }>('SELECT count(*) AS n FROM provider_message')).rows[0]?.n ?? 0
  const filed = async (): Promise<number> =>
    (await pool.query<{ n: number }>('SELECT count(*) AS n FROM pgboss.job')).rows[0]?.n ?? 0
  const right = {
    'mercado-pago payout': { id: 'TOP01', payout: { id: 'POP01' }, status: 'success', external_reference: 'x' },
    'mercado-pago collection': { action: 'payment.updated', type: 'payment', data: { id: '20359978' } },
    'bank-notice collection': {
      id: 'n-replayed',
      type: 'credit',
      amount: '5000.00',
      currency: 'ARS',
      concept: 'PAGO',
      credited_at: '2026-11-16T11:30:00-03:00',
      account,
    },
  }
  const dated = senders.filter(({ name }) => Object.hasOwn(right, name))

  test.each(dated)('$name: sent again and again it is one event; an old copy is none', async ({ name, sign }) => {
    const body = right[name as keyof typeof right]
    const text = JSON.stringify(body)
    const sendAt = async (at: Date, times: number): Promise<number[]> => {
      signedAt = at
      const { url, headers } = sign(text, body, secret, seededChance(`${name} ${at.toISOString()}`))
      signedAt = now
      const send = () => receiver.inject({ method: 'POST', url, headers, payload: text })
      return (await Promise.all(Array.from({ length: times }, send))).map(({ statusCode }) => statusCode)
    }
    const before = [await recorded(), await filed()]
    const old = await sendAt(new Date(now.getTime() - 91 * 86_400_000), 3)
    expect(old.every((status) => status === 200 || status === 401)).toBe(true)
    expect([await recorded(), await filed()]).toEqual(before)
    expect(new Set([...(await sendAt(now, 20)), ...(await sendAt(now, 1))])).toEqual(new Set([200]))
    expect([await recorded(), await filed()]).toEqual(before.map((count) => count + 1))
    tellFigure('attack', `webhook of ${name} replayed`, '21 times one event and one job, 3 old copies none')
  })

  test('of every provider, signed and not: an answer of the house, and no money', async () => {
    const [hers, money] = [await rowsOf(pool, victim.person.userId), await moneyOf()]
    await attack('for webhooks', countOf(WHOLE.others / 2), async (chance, at) => {
      const isSigned = at % 2 === 0
      const sender = pick(chance, senders)
      const body = sender.body(chance)
      const said = chance.happens(500) ? JSON.stringify(body) : String(unfitting(body, chance).payload)
      const text = sender.name.startsWith('twilio')
        ? new URLSearchParams(Object.entries(body as Record<string, string>)).toString()
        : said
      const { url, headers } = sender.sign(text, body, isSigned ? secret : 'somebody else’s secret', chance)
      const sent = { payload: text, contentType: chance.oneOf(['application/json', 'text/plain', undefined]) }
      return {
        what: `${isSigned ? 'signed' : 'forged'} ${sender.name}`,
        sent,
        isFitting: isSigned,
        send: () => receiver.inject({ method: 'POST', url, headers: { ...headers, ...typed(sent) }, payload: text }),
        look: async (answer) =>
          !isSigned && ![401, 413].includes(answer.statusCode) && answer.json<{ code: string }>().code !== '0'
            ? `a forged one is answered ${answer.statusCode}`
            : leakIn(answer.payload),
      }
    })
    expect(await rowsOf(pool, victim.person.userId)).toBe(hers)
    expect(await moneyOf()).toEqual(money)
    await expectBooksInOrder(server)
  })
})

describe('every other address', async () => {
  const { pool: ownPool } = await testDatabase()
  const sandbox = await openTestServer(ownPool, { clock: { now: () => now }, settings: { dataDir } })
  const sandboxCalls: readonly (readonly [string, Call['body']])[] = [
    ['clock', clockMove],
    ['clock/reset', z.strictObject({})],
    ['specimens', specimensBody],
    ['payouts/settle', payoutBody],
    ['payouts/fail', payoutFailBody],
    ['payouts/message', payoutBody],
    ['payments/pay', payBody],
    ['payments/message', moneyBody],
    ['payments/reverse', moneyBody],
  ]
  const SPECIMENS_SHARE = 50

  test('the calls of the sandbox take any body', async () => {
    const { orderId } = await signOrder(sandbox, sandboxAccounts.delayed)
    await runDueJobs(sandbox.services)
    known.add('payout_key', `${orderId}-1`)
    await attack('for the sandbox’s calls', countOf(WHOLE.others / 4), async (chance, at) => {
      const drawn = sandboxCalls.filter(([path]) => path !== 'specimens' || chance.happens(SPECIMENS_SHARE))
      const [path, schema] = pick(chance, drawn)
      const { sent, isFitting } = bodyFor(schema, chance, at)
      return {
        what: `sandbox ${path}`,
        sent,
        isFitting,
        send: () =>
          sandbox.app.inject({
            method: 'POST',
            url: `/sandbox/api/${path}`,
            headers: typed(sent),
            payload: sent.payload,
          }),
        look: async (answer) => {
          known.learn(answer.json<{ ret: unknown }>().ret)
          return undefined
        },
      }
    })
    await expectBooksInOrder(sandbox)
  })

  test('any method, path and header: an answer without a failure of ours', async () => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
    const paths = [
      '/',
      '/healthz',
      '/readyz',
      '/metrics',
      '/openapi.json',
      '/sandbox',
      '/index.html',
      '/sw.js',
      '/favicon.ico',
      '/api',
      '/api/',
      '/api/app/home',
      '/api/__proto__',
      '/api/app/home/',
      '/api//app/home',
      '/API/app/home',
      '/%00',
      '/%',
      '/%e0%a4%a',
      '/..%2f..%2fetc%2fpasswd',
      '/....//etc',
      '/assets/../../package.json',
      '/a%5cb',
      '/providers/',
      '/providers/sandbox/payout',
      '/providers/x/y',
      '/sandbox/api/clock',
      `/${'a'.repeat(5_000)}`,
      `/${MARK}`,
      `/?q=${MARK}`,
      '/sandbox/api/',
      '/.git/config',
      '/.env',
      '/data/files',
      '//evil.example/',
    ]
    const before = await moneyOf()
    await attack(
      'for other addresses',
      countOf(WHOLE.others / 4),
      async (chance, at) => {
        const [method, url] = [chance.oneOf(methods), pick(chance, paths)]
        const sent = at % 2 === 0 ? { payload: '{}', contentType: 'application/json' } : unfitting({ a: 1 }, chance)
        const headers: Record<string, string> = {
          ...typed(sent),
          ...(chance.happens(300) && {
            range: chance.oneOf(['bytes=0-', 'bytes=5-1', 'bytes=-0', 'x', 'bytes=0-1,2-3']),
          }),
          ...(chance.happens(300) && { 'if-none-match': chance.oneOf(['*', '""', 'W/"x"', MARK]) }),
          ...(chance.happens(300) && { token: chance.oneOf(['', MARK, 'a'.repeat(5_000), '\u00e9']) }),
          ...(chance.happens(200) && { 'accept-encoding': chance.oneOf(['br', 'gzip;q=0', '*', MARK]) }),
          ...(chance.happens(200) && { host: chance.oneOf(['evil.example', '', 'a b', '[::1]']) }),
          ...(chance.happens(200) && { 'content-encoding': chance.oneOf(['gzip', 'br', 'x']) }),
          ...(chance.happens(200) && { 'x-forwarded-for': chance.oneOf(['1.2.3.4', MARK, '::1, x']) }),
        }
        return {
          what: `${method} ${url.slice(0, 60)} ${JSON.stringify(headers).slice(0, 200)}`,
          sent,
          isFitting: at % 2 === 0,
          isPage: true,
          send: () =>
            app.inject({
              method,
              url,
              headers,
              ...(method !== 'GET' && method !== 'HEAD' && { payload: sent.payload }),
            }),
          look: async ({ payload }) => (payload.includes('root:x:0') ? 'a file of the machine' : leakIn(payload)),
        }
      },
      { successesOfHundred: 0 },
    )
    expect(await moneyOf()).toEqual(before)
  })
})

describe('after all of it', () => {
  const tokens = () => attackers.flatMap(({ token }) => token() ?? [])
  const needles = () => [
    ...secrets,
    ...tokens(),
    victim.person.token,
    'TEST-an-access-token',
    Buffer.from(services.settings.secrets.fieldKey).toString('base64'),
  ]
  const find = async () => {
    const found = new Set<string>()
    const look = (place: string, text: string): void => {
      for (const needle of needles()) if (text.includes(needle)) found.add(`${place}: ${needle}`)
    }
    for await (const { table, text } of dumpedTables(pool)) look(table, text)
    for (const [name, path] of storedFiles(dataDir)) look(`file ${name}`, readFileSync(path, 'latin1'))
    for (const line of logged) look('log', line)
    return [...found]
  }

  test('no secret lies readable in database, files or log; planted ones are found', async () => {
    expect(await find()).toEqual([])
    expect(logged.filter((line) => line.includes(MARK)).slice(0, 3)).toEqual([])
    tellFigure(
      'attack',
      'secrets and personal data searched for',
      `${needles().length} in database, files and log: 0 found`,
    )
    await pool.query('CREATE TABLE planted (word bytea)')
    await pool.query('INSERT INTO planted VALUES ($1)', [Buffer.from(secretsOfVictim.dni)])
    mkdirSync(filesFolder(dataDir), { recursive: true })
    writeFileSync(join(filesFolder(dataDir), systemRandom.uuid()), `xx${victim.person.token}xx`)
    services.log.info({ path: secretsOfVictim.phone }, 'planted')
    expect((await find()).map((place) => place.split(' ')[0])).toEqual(['public.planted:', 'file', 'log:'])
    tellFigure('attack', 'positive control of the search', '3 planted, 3 found')
  })

  test('the memory that it took is given back', () => {
    // What the log kept is the test's own.
    logged.length = 0
    const grownMb = Math.round((heapAfterCleaning() - heapBefore) / MB)
    tellFigure('attack', 'memory kept after all bodies', `${grownMb} MB`)
    expect(grownMb).toBeLessThan(150)
  })
})
