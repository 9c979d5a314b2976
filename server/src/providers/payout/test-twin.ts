import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '@hola/core/clock.ts'
import { centavos } from '@hola/core/money.ts'
import { afterAll } from 'vitest'
import type { BankTransfer } from './mercado-pago-writing.ts'
import { writeTransaction } from './mercado-pago-writing.ts'
import { writeCreated, writeNotification } from './test-writing.ts'

/** What the twin does with a new payout. Whatever it has taken, it has taken, also when nobody hears of it. */
export const postAnswers = [
  'takes',
  'takes and answers 500',
  'takes and hangs up',
  'loses it and answers 503',
  'loses it and hangs up',
  'takes no signature',
  'has no balance',
  'takes no field',
  'forbids',
  'names her account',
] as const
export type PostAnswer = (typeof postAnswers)[number]

/** How a transfer that was taken goes on: a state each two hours, the last one for good. */
export type Course = readonly (readonly [status: string, detail: string])[]

export const getAnswers = ['answers', 'answers 500', 'hangs up'] as const
export type GetAnswer = (typeof getAnswers)[number]

const STATE_MS = 2 * 3_600_000
const credited: Course = [
  ['approved', ''],
  ['success', 'accredited'],
]

type Taken = { readonly transfer: BankTransfer; readonly course: Course }

const refusals: Partial<Record<PostAnswer, readonly [number, object]>> = {
  'takes no signature': [400, { error: 'invalid_signature', message: 'The signature is not valid' }],
  'has no balance': [400, { error: 'insufficient_funds' }],
  'takes no field': [400, { error: 'bad_request', message: 'holder is not valid' }],
  forbids: [403, { error: 'forbidden' }],
  'names her account': [400, { error: 'invalid_destination_account' }],
}

/**
 * A provider on this machine that speaks in the documented shapes, keeps books of its own, and answers as it is told. It
 * knows a payout again by its idempotency key.
 */
export const startTwin = async (clock: Clock) => {
  const taken = new Map<string, Taken>()
  /** Keys whose ids have left in an answer: from then on they must be asked about. */
  const told = new Set<string>()
  const posted: { key: string; at: Date }[] = []
  const sentAlthoughTold: string[] = []
  const accountNamed = new Set<string>()
  const plan = { posts: [] as PostAnswer[], courses: [] as Course[], gets: [] as GetAnswer[] }
  /** While set, answers wait for it: a provider may take two minutes. */
  let gate: Promise<void> | undefined
  let number = 0

  const stateOf = ({ transfer, course }: Taken): BankTransfer => {
    const passed = Math.floor((clock.now().getTime() - transfer.createdAt.getTime()) / STATE_MS)
    const at = Math.min(passed, course.length - 1)
    const [status = 'approved', detail = ''] = course[at] ?? []
    const updatedAt = new Date(transfer.createdAt.getTime() + at * STATE_MS)
    return { ...transfer, status, detail, updatedAt }
  }

  const take = (key: string, value: number): Taken => {
    const known = taken.get(key)
    if (known !== undefined) return known
    number += 1
    const now = clock.now()
    const made: Taken = {
      transfer: {
        key,
        providerPayoutId: `POP${number}/TOP${number}`,
        amount: centavos(Math.round(value * 100)),
        status: 'approved',
        detail: '',
        createdAt: now,
        updatedAt: now,
      },
      course: plan.courses.shift() ?? credited,
    }
    if (made.course.at(-1)?.[1] === 'invalid_destination_account') accountNamed.add(key)
    taken.set(key, made)
    return made
  }

  const reply = (response: ServerResponse, status: number, json: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(json))
  }

  const post = (response: ServerResponse, key: string, body: string): void => {
    posted.push({ key, at: clock.now() })
    if (told.has(key)) sentAlthoughTold.push(key)
    const answer = plan.posts.shift() ?? 'takes'
    const [status, json] = refusals[answer] ?? []
    if (status !== undefined) {
      if (answer === 'names her account') accountNamed.add(key)
      return reply(response, status, json)
    }
    if (answer === 'loses it and answers 503') return reply(response, 503, {})
    if (answer === 'loses it and hangs up') return void response.socket?.destroy()
    const sent = JSON.parse(body) as { transactions: [{ amount: { value: number } }] }
    const made = take(key, sent.transactions[0].amount.value)
    if (answer === 'takes and answers 500') return reply(response, 500, { error: 'internal_error' })
    if (answer === 'takes and hangs up') return void response.socket?.destroy()
    told.add(key)
    reply(response, 202, writeCreated(stateOf(made)))
  }

  const get = (response: ServerResponse, ids: string): void => {
    const answer = plan.gets.shift() ?? 'answers'
    if (answer === 'answers 500') return reply(response, 500, {})
    if (answer === 'hangs up') return void response.socket?.destroy()
    const made = [...taken.values()].find(({ transfer }) => transfer.providerPayoutId === ids)
    if (made === undefined) return reply(response, 404, { error: 'not_found' })
    reply(response, 200, writeTransaction(stateOf(made)))
  }

  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      void (gate ?? Promise.resolve()).then(() => {
        const [, payoutId, transactionId] =
          /^\/v1\/payouts\/([^/]+)\/transactions\/([^/]+)$/.exec(request.url ?? '') ?? []
        if (request.method === 'POST' && request.url === '/v1/payouts')
          post(response, String(request.headers['x-idempotency-key']), body)
        else if (payoutId !== undefined) get(response, `${payoutId}/${transactionId ?? ''}`)
        else reply(response, 404, {})
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const ofOrder = (orderId: string): Taken[] =>
    [...taken].flatMap(([key, made]) => (key.startsWith(orderId) ? [made] : []))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan,
    posted,
    sentAlthoughTold,
    /** Answers wait until the returned function is called. */
    holdAnswers: (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return () => {
        gate = undefined
        resolve()
      }
    },
    /** How often the money of an order has left for good. */
    paidCount: (orderId: string): number =>
      ofOrder(orderId).filter((made) => ['accredited', 'approved'].includes(stateOf(made).detail)).length,
    isAccountNamed: (orderId: string): boolean => [...accountNamed].some((key) => key.startsWith(orderId)),
    /** Messages about what was taken for an order, in the documented shape. */
    messagesOf: (orderId: string) => ofOrder(orderId).map((made) => writeNotification(stateOf(made))),
  }
}
