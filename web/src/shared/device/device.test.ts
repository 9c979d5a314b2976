import { bridgeExamples } from '@hola/core/bridge/examples.ts'
import type { BridgeMessage } from '@hola/core/bridge/protocol.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../../bridge/wrapper-port.ts'
import { canPickContact, pickContact } from './contact.ts'
import { countLogIn } from './count-log-in.ts'
import { photoFromWrapper } from './photo.ts'

let answers: Record<string, unknown>
let asked: string[]

const enterWrapper = (): void => {
  window.androidBridge = {
    postMessage: (json) => {
      const { event, action, callbackId, data } = JSON.parse(json) as BridgeMessage
      const call = action === undefined ? event : `${event}.${action}`
      asked.push(call === 'afEvent' ? JSON.stringify(data) : call)
      window.onNativeMessage?.(JSON.stringify({ callbackId, data: answers[call] ?? { error: 'unknown_event' } }))
    },
  }
}

vi.hoisted(() => vi.stubGlobal('window', {}))

beforeEach(() => {
  asked = []
  answers = Object.fromEntries(Object.entries(bridgeExamples).map(([call, { answer }]) => [call, answer]))
})

afterEach(() => {
  delete window.androidBridge
  vi.stubGlobal('navigator', {})
})

describe('choosing a contact', () => {
  test.each([
    ['one with two numbers', async () => [{ name: [' Ana '], tel: ['1', '2'] }], { name: 'Ana', phones: ['1', '2'] }],
    ['one without a name', async () => [{ tel: ['1'] }], { name: '', phones: ['1'] }],
    ['none', async () => [], { refused: 'cancelled' }],
    ['a picker that breaks', () => Promise.reject(new Error('InvalidStateError')), { refused: 'failed' }],
  ])('by the browser: %s', async (_, select, expected) => {
    vi.stubGlobal('navigator', { contacts: { select } })
    expect(canPickContact()).toBe(true)
    expect(await pickContact()).toEqual(expected)
  })

  test('by the wrapper, also where the browser has a picker', async () => {
    vi.stubGlobal('navigator', { contacts: { select: () => Promise.reject(new Error('not this one')) } })
    enterWrapper()
    expect(await pickContact()).toEqual({ name: 'Ana Ejemplo', phones: ['+54 9 11 2345-6789'] })
    answers['pickerContact'] = { error: 'cancelled' }
    expect(await pickContact()).toEqual({ refused: 'cancelled' })
  })

  test('nowhere: it is typed', async () => {
    expect(canPickContact()).toBe(false)
    expect(await pickContact()).toEqual({ refused: 'unavailable' })
  })
})

describe('a photo from the wrapper', () => {
  beforeEach(enterWrapper)

  test('of the face is a liveness check, of a card a photo; the bytes arrive as they were', async () => {
    answers['permission.check'] = { granted: true, can_ask: true }
    const photo = await photoFromWrapper('selfie', '2026-11')
    await photoFromWrapper('id_back', '2026-11')
    expect(asked).toEqual(['permission.check', 'liveness', 'permission.check', 'takePhoto'])
    if (!(photo instanceof Blob)) throw new Error('no photo')
    expect(photo.type).toBe('image/jpeg')
    expect(Buffer.from(await photo.arrayBuffer()).toString('base64')).toBe(bridgeExamples.liveness.answer.photo.base64)
  })

  test.each([
    [{ granted: false, can_ask: true }, ['permission.check', 'permission.request', 'takePhoto']],
    [{ granted: false, can_ask: false }, ['permission.check', 'takePhoto']],
  ])('asks for the camera when it can be asked for: %j', async (state, expected) => {
    answers['permission.check'] = state
    answers['takePhoto'] = { error: 'permission_denied' }
    expect(await photoFromWrapper('id_front', '2026-11')).toEqual({ refused: 'permission_denied' })
    expect(asked).toEqual(expected)
  })
})

test('a log-in is counted by its name alone, and only in the wrapper', async () => {
  await countLogIn(true)
  enterWrapper()
  await countLogIn(true)
  await countLogIn(false)
  expect(asked).toEqual(['{"name":"register"}', '{"name":"log_in"}'])
})
