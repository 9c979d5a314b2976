import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { createPhotoQueue, type KeptPhoto, type PhotoKind, type PhotoQueueDeps } from './photo-queue.ts'

type Sent = {
  photo: KeptPhoto
  signal: AbortSignal
  onShare: (share: number) => void
  answer: () => Promise<void>
  fail: (problem: ApiError) => Promise<void>
}

const answerOf = (kind: PhotoKind) =>
  ({ photo: { kind, state: 'checking', reasons: [], retakes_left_count: 3 } }) as unknown as Exclude<
    Awaited<ReturnType<PhotoQueueDeps['send']>>,
    'lost'
  >

const setUp = (kept: KeptPhoto[] = []) => {
  const sent: Sent[] = []
  let ids = 0
  const shelf = new Map(kept.map((photo) => [photo.kind, photo]))
  const queue = createPhotoQueue({
    send: (photo, { onShare, signal }) =>
      new Promise((resolve, reject) => {
        const settle = (how: () => void) => async () => {
          how()
          await vi.advanceTimersByTimeAsync(0)
        }
        sent.push({
          photo,
          signal,
          onShare,
          answer: settle(() => resolve(answerOf(photo.kind))),
          fail: (problem) => settle(() => reject(problem))(),
        })
      }),
    shelf: {
      put: async (photo) => void shelf.set(photo.kind, photo),
      remove: async ({ kind, uploadId }) => {
        if (shelf.get(kind)?.uploadId === uploadId) shelf.delete(kind)
      },
      list: async (userId) => [...shelf.values()].filter((photo) => photo.userId === userId),
    },
    now: () => Date.now(),
    newId: () => `id-${(ids += 1)}`,
  })
  const add = (kind: PhotoKind, text: string = kind) =>
    queue.add({ userId: 'u', kind, image: new Blob([text]), consentVersion: 'v1' })
  const shown = () =>
    Object.fromEntries(Object.entries(queue.snapshot().entries).map(([kind, entry]) => [kind, entry.status]))
  const last = (): Sent => {
    const one = sent.at(-1)
    if (!one) throw new Error('nothing was sent')
    return one
  }
  return { queue, sent, shelf, add, shown, last }
}

/** What lay on the shelf when the app was closed. */
const keptBy = (userId: string): KeptPhoto => ({
  userId,
  kind: 'id_back',
  uploadId: 'kept',
  image: new Blob(['x']),
  consentVersion: 'v1',
  takenAtMs: 1,
})

const refusal = (code: string, msg: string, retryAfterSeconds?: number) =>
  new ApiError('refused', msg, { status: 200, code, msg, ret: null, retryAfterSeconds })
const network = new ApiError('network', 'no connection')
const timeout = new ApiError('timeout', 'timed out')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('sending', () => {
  test('one after the other, in the order front, back, selfie', async () => {
    const { add, shown, sent, last } = setUp()
    add('selfie')
    add('id_back')
    add('id_front')
    expect(shown()).toEqual({ selfie: 'sending', id_back: 'waiting', id_front: 'waiting' })
    await last().answer()
    expect(shown()).toEqual({ id_front: 'sending', id_back: 'waiting' })
    await last().answer()
    await last().answer()
    expect(shown()).toEqual({})
    expect(sent.map(({ photo }) => photo.kind)).toEqual(['selfie', 'id_front', 'id_back'])
  })

  test('tells how much has gone, and what the server answered', async () => {
    const { queue, add, last } = setUp()
    const answers: string[] = []
    queue.onStored(({ photo }) => answers.push(photo.kind))
    add('id_front')
    last().onShare(0.4)
    expect(queue.snapshot().entries.id_front).toMatchObject({ status: 'sending', share: 0.4 })
    await last().answer()
    expect(answers).toEqual(['id_front'])
  })

  test('a photo lies on the shelf until it is answered for, and no longer', async () => {
    const { add, shelf, last } = setUp()
    add('id_front')
    expect([...shelf.keys()]).toEqual(['id_front'])
    await last().answer()
    expect([...shelf.keys()]).toEqual([])
  })

  test('taken again while it is on its way: the old one is given up, the new one has its own id', async () => {
    const { add, sent, shelf, shown, last } = setUp()
    add('id_front', 'old')
    add('id_front', 'new')
    expect(sent.map(({ photo, signal }) => [photo.uploadId, signal.aborted])).toEqual([
      ['id-1', true],
      ['id-2', false],
    ])
    await sent[0]?.answer()
    expect(shown()).toEqual({ id_front: 'sending' })
    expect(shelf.get('id_front')?.uploadId).toBe('id-2')
    await last().answer()
    expect([shown(), shelf.size]).toEqual([{}, 0])
  })
})

describe('a broken connection', () => {
  test.each([
    ['a dropped connection', network],
    ['a request that timed out', timeout],
  ])('%s: the same photo is sent again by itself, under the same id', async (_, problem) => {
    const { queue, add, sent, shelf, last } = setUp()
    add('id_front')
    await last().fail(problem)
    expect(queue.snapshot().entries.id_front).toMatchObject({ status: 'waiting', problem: { kind: 'connection' } })
    expect(shelf.size).toBe(1)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(sent.map(({ photo }) => photo.uploadId)).toEqual(['id-1', 'id-1'])
    await last().answer()
    expect(queue.snapshot().entries).toEqual({})
  })

  test('waits longer each time, and never gives up', async () => {
    const { add, sent, last } = setUp()
    add('id_front')
    const waits: number[] = []
    for (let round = 0; round < 6; round += 1) {
      await last().fail(network)
      const before = Date.now()
      const count = sent.length
      while (sent.length === count) await vi.advanceTimersByTimeAsync(1000)
      waits.push(Date.now() - before)
    }
    expect(waits).toEqual([3_000, 8_000, 20_000, 60_000, 60_000, 60_000])
  })

  test('when the connection is back it does not wait', async () => {
    const { queue, add, sent, last } = setUp()
    add('id_front')
    await last().fail(network)
    queue.tryNow()
    expect(sent).toHaveLength(2)
    queue.tryNow()
    expect(sent).toHaveLength(2)
  })

  test('after the app was closed, what lay on the shelf goes out, under the same id', async () => {
    const { queue, sent } = setUp([keptBy('u')])
    await queue.restore('u')
    expect(sent.map(({ photo }) => photo.uploadId)).toEqual(['kept'])
  })

  test('they are brought back once: what has arrived meanwhile does not come again', async () => {
    const { queue, add, sent, shelf, last } = setUp()
    await queue.restore('u')
    add('selfie')
    const { photo } = last()
    await last().answer()
    // As when the answer is quicker than the shelf.
    shelf.set('selfie', photo)
    await queue.restore('u')
    expect([sent.length, queue.snapshot().entries]).toEqual([1, {}])
  })

  test('a log-out while they are brought back leaves them where they are', async () => {
    const { queue, sent } = setUp([keptBy('u')])
    const bringing = queue.restore('u')
    queue.forget()
    await bringing
    expect([sent, queue.snapshot().entries]).toEqual([[], {}])
  })

  test('what somebody else left is not sent', async () => {
    const { queue, sent } = setUp([keptBy('other')])
    await queue.restore('u')
    expect(sent).toEqual([])
  })
})

describe('what the server says', () => {
  test.each([
    ['429', 'Too many attempts.'],
    ['500', 'Something went wrong.'],
    ['503', 'Not available.'],
    ['504', 'Taking too long.'],
  ])('%s passes: the photo is kept and tried again', async (code, message) => {
    const { queue, add, sent, last } = setUp()
    add('selfie')
    await last().fail(refusal(code, message))
    expect(queue.snapshot().entries.selfie).toMatchObject({ status: 'waiting', problem: { kind: 'server', message } })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(sent).toHaveLength(2)
  })

  test('429 with a time: that photo waits as long as the server asks, the others go on meanwhile', async () => {
    const { queue, add, sent, shelf, last } = setUp()
    add('id_front')
    add('id_back')
    await last().fail(refusal('429', 'Too many attempts.', 86_400))
    await vi.advanceTimersByTimeAsync(3_000)
    expect(sent.map(({ photo }) => photo.kind)).toEqual(['id_front', 'id_back'])
    await last().answer()
    await vi.advanceTimersByTimeAsync(86_400_000 - 3_000 - 1)
    expect([sent.length, [...shelf.keys()]]).toEqual([2, ['id_front']])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent.map(({ photo }) => photo.uploadId)).toEqual(['id-1', 'id-2', 'id-1'])
    await last().answer()
    expect([queue.snapshot().entries, shelf.size]).toEqual([{}, 0])
  })

  test('503 with a time: not before it, and never two at once', async () => {
    const { add, sent, last } = setUp()
    add('selfie')
    await last().fail(refusal('503', 'Not available.', 10))
    await vi.advanceTimersByTimeAsync(9_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(sent).toHaveLength(2)
  })

  test('a person who does not want to wait is not kept waiting', async () => {
    const { queue, add, sent, last } = setUp()
    add('selfie')
    await last().fail(refusal('429', 'Too many attempts.', 86_400))
    queue.tryNow()
    expect(sent).toHaveLength(2)
  })

  test.each(['20209', '20210', '20211', '20212', '20213', '20207', '413'])(
    '%s: this photo is not sent again, its reason is kept, and the next one goes',
    async (code) => {
      const { queue, add, sent, shelf, last } = setUp()
      add('id_front')
      add('id_back')
      await last().fail(refusal(code, 'why'))
      expect(queue.snapshot().entries.id_front).toEqual({ status: 'refused', message: 'why' })
      expect(sent.map(({ photo }) => photo.kind)).toEqual(['id_front', 'id_back'])
      expect([...shelf.keys()]).toEqual(['id_back'])
      await vi.advanceTimersByTimeAsync(120_000)
      expect(sent).toHaveLength(2)
    },
  )

  test.each([
    ['20208', refusal('20208', 'consent')],
    ['301', new ApiError('silent', 'consent')],
  ])('%s: nothing goes out until the person has agreed, then under the new words', async (_, problem) => {
    const { queue, add, sent, shelf, last } = setUp()
    add('id_front')
    add('id_back')
    await last().fail(problem)
    expect(queue.snapshot().consentNeeded).toBe(true)
    queue.tryNow()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(sent).toHaveLength(1)
    queue.agree('v2')
    expect(queue.snapshot().consentNeeded).toBe(false)
    expect(last().photo).toMatchObject({ kind: 'id_front', uploadId: 'id-1', consentVersion: 'v2' })
    expect(shelf.get('id_back')?.consentVersion).toBe('v2')
  })
})

test('after a log-out nothing is left and nothing is sent', async () => {
  const { queue, add, sent, last } = setUp()
  add('id_front')
  add('id_back')
  queue.forget()
  expect([queue.snapshot().entries, last().signal.aborted]).toEqual([{}, true])
  await vi.advanceTimersByTimeAsync(120_000)
  expect(sent).toHaveLength(1)
})
