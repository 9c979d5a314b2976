import { ANSWER_CHARS_MAX } from '@hola/core/bridge/protocol.ts'
import type { BridgeMessage } from '@hola/core/bridge/protocol.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPort } from './port.ts'
import { sendToNative } from './send.ts'

const START_MS = 1_730_000_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS })
  vi.stubGlobal('window', {})
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const setUp = (handler?: (json: string) => void) => {
  const sent: BridgeMessage[] = []
  window.androidBridge = { postMessage: handler ?? ((json) => void sent.push(JSON.parse(json))) }
  const log = vi.fn<(why: string, id?: string) => void>()
  const port = createPort({ send: sendToNative, now: Date.now, log })
  const ask = (limitMs?: number) => {
    const onAnswer = vi.fn<(answer: unknown) => void>()
    const onGivenUp = vi.fn<(why: string) => void>()
    port.send({ event: 'selfAppInfo' }, { onAnswer, onGivenUp, ...(limitMs !== undefined && { limitMs }) })
    return { onAnswer, onGivenUp, id: sent.at(-1)?.callbackId ?? '' }
  }
  const answer = (callbackId: unknown, data?: unknown): void => port.receiveAnswer(JSON.stringify({ callbackId, data }))
  const chunk = (callbackId: unknown, data?: unknown): void => port.receiveChunk(JSON.stringify({ callbackId, data }))
  return { port, sent, log, ask, answer, chunk }
}

describe('a message', () => {
  test('is JSON text to the handler of the wrapper; without a callback it has no id', () => {
    const posted: string[] = []
    const { port } = setUp((json) => posted.push(json))
    port.send({ event: 'afEvent', data: { name: 'register' } })
    expect(posted).toEqual(['{"event":"afEvent","data":{"name":"register"}}'])
  })

  test('has the time and a counter, one after the other, as its id', () => {
    const { ask } = setUp()
    expect([ask().id, ask().id]).toEqual([`${START_MS}1`, `${START_MS}2`])
  })

  test('keeps its id apart from all others when the clock is set back', () => {
    const { ask } = setUp()
    const ids = [ask().id]
    vi.setSystemTime(START_MS - 1)
    ids.push(ask().id)
    vi.setSystemTime(START_MS)
    ids.push(ask().id)
    expect(new Set(ids).size).toBe(3)
  })

  test('is answered once, by its id, with the data', () => {
    const { ask, answer } = setUp()
    const [one, other] = [ask(), ask()]
    answer(other.id, { granted: true })
    expect(other.onAnswer.mock.calls).toEqual([[{ granted: true }]])
    expect(one.onAnswer).not.toHaveBeenCalled()
  })

  test('may be answered before the handler returns, and waits no longer then', () => {
    const { ask, port } = setUp((json) => {
      port.receiveAnswer(JSON.stringify({ callbackId: (JSON.parse(json) as BridgeMessage).callbackId, data: 1 }))
    })
    const { onAnswer, onGivenUp } = ask(1000)
    vi.advanceTimersByTime(5000)
    expect(onAnswer.mock.calls).toEqual([[1]])
    expect(onGivenUp).not.toHaveBeenCalled()
  })
})

// The rows of the table of edges, in its order and by its names.
describe('at the edges', () => {
  test('outside wrapper: throws at once, before the callback is registered', () => {
    const { port, ask, answer } = setUp()
    delete window.androidBridge
    const onAnswer = vi.fn<(answer: unknown) => void>()
    expect(() => port.send({ event: 'selfAppInfo' }, { onAnswer })).toThrow(new Error('androidBridge unsupport'))
    expect(() => port.send({ event: 'selfAppInfo' })).toThrow(new Error('androidBridge unsupport'))
    expect(() => ask(1000)).toThrow()
    expect(vi.getTimerCount()).toBe(0)
    answer(`${START_MS}1`, {})
    expect(onAnswer).not.toHaveBeenCalled()
  })

  test('handler itself throws: the callback is deleted and the error goes on', () => {
    const onAnswer = vi.fn<(answer: unknown) => void>()
    const { port, answer } = setUp(() => {
      throw new TypeError('native side is gone')
    })
    expect(() => port.send({ event: 'selfAppInfo' }, { onAnswer, limitMs: 1000 })).toThrow('native side is gone')
    answer(`${START_MS}1`, {})
    vi.advanceTimersByTime(5000)
    expect(onAnswer).not.toHaveBeenCalled()
  })

  test.each([
    ['an unknown one', '17'],
    ['none', undefined],
    ['null', null],
    ['a list', [`${START_MS}1`]],
  ])('unknown or missing callback id: ignored and logged (%s)', (_, id) => {
    const { ask, answer, log } = setUp()
    const { onAnswer } = ask()
    answer(id, {})
    expect(onAnswer).not.toHaveBeenCalled()
    expect(log).toHaveBeenCalledTimes(1)
  })

  test.each(['', '{', 'null', '7', '"text"', '[]', undefined, { callbackId: `${START_MS}1` }])(
    'malformed JSON / not an object: ignored and logged, never thrown into native (%j)',
    (json) => {
      const { ask, port, log } = setUp()
      const { onAnswer } = ask()
      port.receiveAnswer(json)
      port.receiveChunk(json)
      expect(onAnswer).not.toHaveBeenCalled()
      expect(log).toHaveBeenCalledTimes(2)
    },
  )

  test('same answer twice: the second is ignored', () => {
    const { ask, answer } = setUp()
    const { id, onAnswer } = ask()
    answer(id, 'first')
    answer(id, 'second')
    expect(onAnswer.mock.calls).toEqual([['first']])
  })

  test('callback throws: it is cleared already, and the error is logged without what it says', () => {
    const { port, answer, log, sent } = setUp()
    let calls = 0
    const onAnswer = (): void => {
      calls += 1
      throw new RangeError('a phone number, say')
    }
    port.send({ event: 'pickerContact' }, { onAnswer })
    answer(sent[0]?.callbackId, {})
    answer(sent[0]?.callbackId, {})
    expect(calls).toBe(1)
    expect(log).toHaveBeenCalledWith('callback failed: RangeError', sent[0]?.callbackId)
  })

  test('two chunk streams interleaved: each by its id, in the order of arrival', () => {
    const { ask, chunk } = setUp()
    const [one, other] = [ask(), ask()]
    chunk(one.id, '[{"a')
    chunk(other.id, 'x')
    chunk(one.id, '":1}]')
    chunk(other.id, 'y')
    chunk(other.id)
    chunk(one.id)
    expect(one.onAnswer.mock.calls).toEqual([['[{"a":1}]']])
    expect(other.onAnswer.mock.calls).toEqual([['xy']])
  })

  test('chunk for an unknown id: dropped, not kept for a later one', () => {
    const { ask, chunk, log } = setUp()
    chunk(`${START_MS}1`, 'early')
    expect(log).toHaveBeenCalledTimes(1)
    const { id, onAnswer } = ask()
    expect(id).toBe(`${START_MS}1`)
    chunk(id)
    expect(onAnswer.mock.calls).toEqual([['']])
  })

  test('end marker first, no chunks: the callback gets an empty text', () => {
    const { ask, chunk } = setUp()
    const { id, onAnswer } = ask()
    chunk(id)
    expect(onAnswer.mock.calls).toEqual([['']])
  })

  test.each([
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
  ])('no data = absent, null or "": %s ends', (_, end) => {
    const { ask, chunk } = setUp()
    const { id, onAnswer } = ask()
    chunk(id, 'all')
    chunk(id, end)
    chunk(id, 'more')
    expect(onAnswer.mock.calls).toEqual([['all']])
  })

  test.each([[0], [false], [7], [{ text: 'x' }], [['x']]])(
    'chunk data not a string: %j is data and no end, but left out and logged',
    (data) => {
      const { ask, chunk, log } = setUp()
      const { id, onAnswer } = ask()
      chunk(id, 'a')
      chunk(id, data)
      expect(onAnswer).not.toHaveBeenCalled()
      expect(log).toHaveBeenCalledWith('a chunk that is no text', id)
      chunk(id, 'b')
      chunk(id)
      expect(onAnswer.mock.calls).toEqual([['ab']])
    },
  )

  test('plain answer while chunks are buffered: the plain answer counts, the chunks are dropped', () => {
    const { ask, answer, chunk } = setUp()
    const { id, onAnswer } = ask()
    chunk(id, 'half of')
    answer(id, { whole: true })
    chunk(id)
    expect(onAnswer.mock.calls).toEqual([[{ whole: true }]])
  })

  test('id as number in the answer: matches', () => {
    const { ask, answer } = setUp()
    const { id, onAnswer } = ask()
    answer(Number(id), 'here')
    expect(onAnswer.mock.calls).toEqual([['here']])
  })

  test('surrogate pair or escape split over chunks: whole again before anybody reads it', () => {
    const { ask, chunk } = setUp()
    const { id, onAnswer } = ask()
    const text = JSON.stringify({ drink: '🧉', fish: 'pi\u00f1a' }).replace('ñ', '\\u00f1')
    for (const unit of text.split('')) chunk(id, unit)
    chunk(id)
    expect(onAnswer.mock.calls).toEqual([[text]])
    expect(JSON.parse(text)).toEqual({ drink: '🧉', fish: 'piña' })
  })

  test('answer never comes: waits for ever, unless the call has a limit', () => {
    const { ask, answer } = setUp()
    const patient = ask()
    const limited = ask(30_000)
    vi.advanceTimersByTime(29_999)
    expect(limited.onGivenUp).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(limited.onGivenUp.mock.calls).toEqual([['no_answer']])
    vi.advanceTimersByTime(24 * 60 * 60 * 1000)
    answer(limited.id, 'late')
    answer(patient.id, 'at last')
    expect(limited.onAnswer).not.toHaveBeenCalled()
    expect(patient.onAnswer.mock.calls).toEqual([['at last']])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('page reload: what was asked before it is ignored when it is answered after it', () => {
    const before = setUp()
    const { id, onAnswer } = before.ask()
    vi.advanceTimersByTime(1)
    const after = setUp()
    const { id: newId, onAnswer: onNewAnswer } = after.ask()
    expect(newId).not.toBe(id)
    after.answer(id, 'late')
    after.chunk(id, 'late')
    expect(onAnswer).not.toHaveBeenCalled()
    expect(onNewAnswer).not.toHaveBeenCalled()
    expect(after.log).toHaveBeenCalledTimes(2)
  })

  test('pages/webview shows foreign content and listens to no frame but its own two functions', async () => {
    vi.resetModules()
    const listen = vi.fn<() => void>()
    vi.stubGlobal('window', { addEventListener: listen })
    vi.stubGlobal('addEventListener', listen)
    await import('./wrapper-port.ts')
    expect(listen).not.toHaveBeenCalled()
    expect(Object.keys(window).toSorted()).toEqual(['addEventListener', 'onNativeChunk', 'onNativeMessage'])
  })
})

describe('more than anybody should hold', () => {
  const half = 'x'.repeat(ANSWER_CHARS_MAX / 2)

  test('in chunks: given up at the one that is too much, and forgotten', () => {
    const { ask, chunk } = setUp()
    const { id, onAnswer, onGivenUp } = ask()
    chunk(id, half)
    chunk(id, half)
    expect(onGivenUp).not.toHaveBeenCalled()
    chunk(id, 'x')
    chunk(id)
    expect(onGivenUp.mock.calls).toEqual([['too_large']])
    expect(onAnswer).not.toHaveBeenCalled()
  })

  test('in one piece', () => {
    const { ask, answer } = setUp()
    const { id, onAnswer, onGivenUp } = ask()
    answer(id, half + half)
    expect(onGivenUp.mock.calls).toEqual([['too_large']])
    expect(onAnswer).not.toHaveBeenCalled()
  })
})
