import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { contract } from '@hola/core/contract/contract.ts'
import { refuse } from '@hola/core/errors.ts'
import { tellFigure } from '@hola/core/test-proof.ts'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { CallContext } from '../services.ts'
import { uploadBody } from '../../person/identity/test-photos.ts'
import { logInSomebody, openTestServer } from './test-server.ts'

// What happens when one account asks for very much at once: over real connections, with handlers that a test holds back.

const { pool } = await testDatabase()

type Held = { readonly userId: string | undefined; readonly answer: () => void; readonly fail: (error: Error) => void }

/** The handlers that run now, the oldest first. */
let running: Held[] = []
/** Whose handlers were ever begun. */
const started: (string | undefined)[] = []

const hold = ({ user }: CallContext): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const leave = (): void => void (running = running.filter((one) => one !== held))
    const held: Held = {
      userId: user?.userId,
      answer: () => {
        leave()
        resolve(refuse('not_ready'))
      },
      fail: (error) => {
        leave()
        reject(error)
      },
    }
    running.push(held)
    started.push(user?.userId)
  })

/** Runs until it is over, whatever a test has left. */
const answerAll = async (): Promise<void> => {
  for (let round = 0; round < 100; round += 1) {
    for (const held of running) held.answer()
    await new Promise(setImmediate)
  }
}
afterEach(answerAll)

const lockAccount = (context: CallContext): Promise<unknown> =>
  inTransaction(pool, async (tx) => {
    await tx.query('SELECT FROM account WHERE user_id = $1 FOR UPDATE', [context.user?.userId])
    return refuse('not_ready')
  })

const sleep = (): Promise<unknown> =>
  inTransaction(pool, async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 50')
    await tx.query('SELECT pg_sleep(10)')
  })

const { app, services } = await openTestServer(pool, {
  replaced: {
    'app/upload_image_info': hold,
    'app/home': hold,
    'coupon/my_coupon': lockAccount,
    'app/get_bank_list': sleep,
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
// A connection on which a test gave up before it asked for anything would hold back the closing for a minute.
afterAll(() => app.server.closeAllConnections())
const { port } = app.server.address() as AddressInfo

const post = (path: string, token: string, body: object | string, signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${port}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  })

/** The server's ends of the connections that are open, by the port of the other end. */
const connections = new Map<number, Socket>()
app.server.on('connection', (socket: Socket) => {
  const { remotePort } = socket
  if (remotePort === undefined) return
  connections.set(remotePort, socket)
  socket.once('close', () => connections.delete(remotePort))
})

const codeOf = async (answer: Response): Promise<string> => ((await answer.json()) as { code: string }).code

const photo = uploadBody('id_front', Buffer.alloc(5_000_000, 1))
const upload = (token: string, signal?: AbortSignal) => post('app/upload_image_info', token, photo, signal)
const runningOf = ({ userId }: { userId: string }): number => running.filter((held) => held.userId === userId).length

/** Sends a request over a connection of its own, with as much of its body as is given. */
const openRequest = (path: string, token: string, contentLength: number, body: string) => {
  let received = ''
  const socket = connect(port, '127.0.0.1')
  socket.on('data', (data) => (received += data.toString()))
  socket.on('error', () => {})
  socket.write(
    [
      `POST /api/${path} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      `Content-Length: ${contentLength}`,
      `Token: ${token}`,
      '',
      body,
    ].join('\r\n'),
  )
  return Object.assign(socket, { received: () => received })
}

/** Announces a body and sends only its beginning. */
const openUpload = (token: string, contentLength: number) =>
  openRequest('app/upload_image_info', token, contentLength, '{"upload_id":"')

describe('large bodies of one account', () => {
  test('thirty at once: two are read, the others are refused unread and told when to come again', async () => {
    const person = await logInSomebody(services)
    const answers = Array.from({ length: 30 }, () => upload(person.token))
    const refused: Response[] = []
    for (const answer of answers) void answer.then((one) => refused.push(one))
    await expect.poll(() => refused.length).toBe(28)
    await expect.poll(() => runningOf(person)).toBe(2)
    for (const answer of refused) {
      expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('connection')]).toEqual([
        429,
        '3',
        'close',
      ])
      expect(await codeOf(answer)).toBe('429')
    }
    await answerAll()
    expect((await Promise.all(answers)).filter(({ status }) => status === 200)).toHaveLength(2)
  })

  test('somebody else is read meanwhile, and other calls of hers too', async () => {
    const [person, other] = [await logInSomebody(services), await logInSomebody(services)]
    const answers = [upload(person.token), upload(person.token), upload(other.token)]
    await expect.poll(() => [runningOf(person), runningOf(other)]).toEqual([2, 1])
    expect(await codeOf(await post('coupon/my_coupon', person.token, { state: 'usable' }))).not.toBe('429')
    await answerAll()
    await Promise.all(answers)
  })

  test.each([
    ['is answered', (token: string) => codeOf2(upload(token))],
    ['is no JSON', (token: string) => codeOf2(post('app/upload_image_info', token, '{'.repeat(100_000)))],
    ['has a field too many', (token: string) => codeOf2(post('app/upload_image_info', token, { ...photo, a: 1 }))],
    ['is too large', (token: string) => codeOf2(post('app/upload_image_info', token, ' '.repeat(13_000_000)))],
  ])('its place is given back when it %s', async (_, send) => {
    const person = await logInSomebody(services)
    for (let count = 0; count < 5; count += 1) {
      const code = send(person.token)
      await Promise.race([code, vi.waitFor(() => expect(runningOf(person)).toBe(1), 20_000)])
      await answerAll()
      expect(await code).not.toBe('429')
    }
  })

  test('its place is given back when it breaks off', async () => {
    const person = await logInSomebody(services)
    const sockets = await Promise.all([1, 2, 3].map(() => openUpload(person.token, 5_000_000)))
    await expect.poll(() => sockets.filter((socket) => socket.received().includes(' 429 ')).length).toBe(1)
    for (const socket of sockets) socket.destroy()
    const sent: Promise<unknown>[] = []
    await expect
      .poll(() => {
        if (runningOf(person) < 2) sent.push(upload(person.token))
        return runningOf(person)
      })
      .toBe(2)
    await answerAll()
    await Promise.all(sent)
  })

  test('its place is not given back while somebody who has hung up is still worked for', async () => {
    const person = await logInSomebody(services)
    const hangingUp = new AbortController()
    const gone = [1, 2].map(() => upload(person.token, hangingUp.signal).catch(String))
    await expect.poll(() => runningOf(person)).toBe(2)
    hangingUp.abort()
    await Promise.all(gone)
    for (let count = 0; count < 5; count += 1) expect((await upload(person.token)).status).toBe(429)
    expect(runningOf(person)).toBe(2)
    await answerAll()
    const next = upload(person.token)
    await expect.poll(() => runningOf(person)).toBe(1)
    await answerAll()
    expect((await next).status).toBe(200)
  })

  test('more than thirty in a minute are refused, however small', async () => {
    const person = await logInSomebody(services)
    const send = () => post('app/upload_image_info', person.token, '{')
    const codes: string[] = []
    for (let count = 0; count < 32; count += 1) codes.push(await codeOf(await send()))
    expect(codes).toEqual([...Array.from({ length: 30 }, () => '40000'), '429', '429'])
    expect(Number((await send()).headers.get('retry-after'))).toBeGreaterThan(10)
  })
})

const codeOf2 = async (answering: Promise<Response>): Promise<string> =>
  // Whoever is cut off while it sends may not see the answer.
  answering.then(codeOf, () => 'cut off')

test('all accounts together: what the process cannot hold is refused unread until there is room', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => logInSomebody(services)))
  const announced = contract['app/upload_image_info'].body_limit_bytes
  const sockets = await Promise.all(
    people.flatMap(({ token }) => [openUpload(token, announced), openUpload(token, announced)]),
  )
  // 96 MB hold eight of them.
  await expect.poll(() => sockets.filter((socket) => socket.received().includes(' 429 ')).length).toBe(4)
  tellFigure(
    'attack',
    'uploads of the largest size announced at once',
    `${sockets.length} by ${people.length} accounts: 4 refused unread with 429, the others held`,
  )
  const another = await logInSomebody(services)
  const refused = openUpload(another.token, announced)
  await expect.poll(() => refused.received()).toContain(' 429 ')
  for (const socket of [...sockets, refused]) socket.destroy()
  const sent: Promise<unknown>[] = []
  await expect
    .poll(() => {
      if (runningOf(another) === 0) sent.push(upload(another.token))
      return runningOf(another)
    })
    .toBeGreaterThan(0)
  // Some of them may still be on their way.
  let isOver = false
  void Promise.all(sent).then(() => (isOver = true))
  await expect
    .poll(async () => {
      await answerAll()
      return isOver
    })
    .toBe(true)
})

test('whoever sends a large body is logged in', () => {
  const large = Object.values(contract).filter((call) => 'body_limit_bytes' in call)
  expect(large.length).toBeGreaterThan(3)
  expect(large.filter(({ access }) => access !== 'user')).toEqual([])
})

describe('calls of one account', () => {
  const home = (token: string, signal?: AbortSignal) => post('app/home', token, {}, signal)

  test('sixty at once: four run, fifty wait, six are refused; nobody else waits for them', async () => {
    const [person, other] = [await logInSomebody(services), await logInSomebody(services)]
    const answers = Array.from({ length: 60 }, () => home(person.token))
    const early: Response[] = []
    for (const answer of answers) void answer.then((one) => early.push(one))
    await expect.poll(() => early.length).toBe(6)
    expect(runningOf(person)).toBe(4)
    expect(early.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      Array.from({ length: 6 }, () => [429, '2']),
    )
    const others = home(other.token)
    await expect.poll(() => runningOf(other)).toBe(1)
    // One that is done lets the next one in.
    running[0]?.answer()
    await expect.poll(() => early.length).toBe(7)
    await expect.poll(() => runningOf(person)).toBe(4)
    await vi.waitFor(async () => {
      await answerAll()
      expect(early.length).toBe(60)
    }, 60_000)
    expect(early.filter(({ status }) => status === 200)).toHaveLength(54)
    expect((await others).status).toBe(200)
  })

  test('one that fails lets the next one in', async () => {
    const person = await logInSomebody(services)
    const answers = Array.from({ length: 12 }, () => home(person.token))
    let failed = 0
    await vi.waitFor(() => {
      for (const held of running) {
        failed += 1
        held.fail(new Error('a bug'))
      }
      expect(failed).toBe(12)
    }, 60_000)
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 500))
  })

  test('whoever hangs up while waiting is not worked for', async () => {
    const person = await logInSomebody(services)
    const first = Array.from({ length: 4 }, () => home(person.token))
    await expect.poll(() => runningOf(person)).toBe(4)
    const gone = Array.from({ length: 51 }, () => openRequest('app/home', person.token, 2, '{}'))
    await expect.poll(() => gone.filter((one) => one.received().startsWith('HTTP/1.1 429')).length).toBe(1)
    const ports = gone.map(({ localPort }) => localPort ?? 0)
    for (const one of gone) one.destroy()
    await expect.poll(() => ports.filter((one) => connections.has(one))).toEqual([])
    // Their places in the queue are free again, and only who still waits is worked for.
    const waiting = Array.from({ length: 3 }, () => home(person.token))
    const answers: Response[] = []
    for (const answer of [...first, ...waiting]) void answer.then((one) => answers.push(one))
    await vi.waitFor(async () => {
      await answerAll()
      expect(answers).toHaveLength(7)
    }, 60_000)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(started.filter((userId) => userId === person.userId)).toHaveLength(7)
  })
})

describe('a database that is busy is no error of ours', () => {
  test('who waits too long for a row is told when to come again; others are answered meanwhile', async () => {
    const [person, other] = [await logInSomebody(services), await logInSomebody(services)]
    const ask = ({ token }: { token: string }) => post('coupon/my_coupon', token, { state: 'usable' })
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT FROM account WHERE user_id = $1 FOR UPDATE', [person.userId])
      const waiting = Array.from({ length: 4 }, () => ask(person))
      expect((await ask(other)).status).toBe(200)
      const answers = await Promise.all(waiting)
      expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`))).toEqual(
        new Set(['503 5']),
      )
      expect(await codeOf(answers[0] as Response)).toBe('503')
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })

  test('a statement that takes too long', async () => {
    const { token } = await logInSomebody(services)
    const answer = await post('app/get_bank_list', token, {})
    expect([answer.status, answer.headers.get('retry-after'), await codeOf(answer)]).toEqual([503, '5', '503'])
  })
})
