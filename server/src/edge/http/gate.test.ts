import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openGate } from './gate.ts'
import type { Leave } from './gate.ts'

const entered = async (entering: Promise<Leave | undefined>): Promise<Leave> => {
  const leave = await entering
  if (leave === undefined) throw new Error('not let in')
  return leave
}

/** What a promise has come to, as far as it has. */
const stateOf = (entering: Promise<Leave | undefined>): Promise<string> =>
  Promise.race([
    entering.then((leave) => (leave === undefined ? 'refused' : 'inside')),
    new Promise<string>((resolve) => {
      setImmediate(() => resolve('waiting'))
    }),
  ])

describe('one key', () => {
  test('so many are inside, so many wait, the next is refused at once', async () => {
    const gate = openGate({ insideMax: 2, waitingMax: 1 })
    const all = Array.from({ length: 4 }, () => gate.enter('a'))
    expect(await Promise.all(all.map(stateOf))).toEqual(['inside', 'inside', 'waiting', 'refused'])
  })

  test('whoever waits longest is next', async () => {
    const gate = openGate({ insideMax: 1, waitingMax: 9 })
    const first = await entered(gate.enter('a'))
    const [second, third] = [gate.enter('a'), gate.enter('a')]
    first()
    expect([await stateOf(second), await stateOf(third)]).toEqual(['inside', 'waiting'])
    const leaveSecond = await entered(second)
    leaveSecond()
    expect(await stateOf(third)).toBe('inside')
  })

  test('leaving twice leaves once', async () => {
    const gate = openGate({ insideMax: 1, waitingMax: 9 })
    const first = await entered(gate.enter('a'))
    const [second, third] = [gate.enter('a'), gate.enter('a')]
    first()
    first()
    expect([await stateOf(second), await stateOf(third)]).toEqual(['inside', 'waiting'])
  })

  test('whoever has gone does not wait, and takes no place', async () => {
    const gate = openGate({ insideMax: 1, waitingMax: 1 })
    const first = await entered(gate.enter('a'))
    const gone = new AbortController()
    const second = gate.enter('a', gone.signal)
    gone.abort()
    expect(await stateOf(second)).toBe('refused')
    const third = gate.enter('a')
    expect(await stateOf(third)).toBe('waiting')
    first()
    expect(await stateOf(third)).toBe('inside')
    expect(await stateOf(gate.enter('b', gone.signal))).toBe('refused')
    expect(await stateOf(gate.enter('b'))).toBe('inside')
  })

  test('going after it was let in changes nothing', async () => {
    const gate = openGate({ insideMax: 1, waitingMax: 1 })
    const first = await entered(gate.enter('a'))
    const gone = new AbortController()
    const second = gate.enter('a', gone.signal)
    first()
    const leave = await entered(second)
    gone.abort()
    const third = gate.enter('a')
    expect(await stateOf(third)).toBe('waiting')
    leave()
    expect(await stateOf(third)).toBe('inside')
  })
})

test('one key never waits for another', async () => {
  const gate = openGate({ insideMax: 1, waitingMax: 0 })
  expect(await Promise.all(['a', 'b', 'c', 'a'].map((key) => stateOf(gate.enter(key))))).toEqual([
    'inside',
    'inside',
    'inside',
    'refused',
  ])
})

test('whatever comes and goes: never too many inside, nobody forgotten, nothing left behind', async () => {
  const steps = fc.array(
    fc.record({ key: fc.constantFrom('a', 'b'), what: fc.constantFrom('enter', 'leave', 'give up') }),
    { maxLength: 60 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (todo) => {
      const [insideMax, waitingMax] = [2, 3]
      const gate = openGate({ insideMax, waitingMax })
      type Guest = { key: string; gone: AbortController; state: 'waiting' | 'inside' | 'out'; leave?: Leave }
      const guests: Guest[] = []
      const count = (key: string, state: Guest['state']) =>
        guests.filter((guest) => guest.key === key && guest.state === state).length
      const settle = () => new Promise(setImmediate)
      for (const { key, what } of todo) {
        const of = (state: Guest['state']) => guests.find((guest) => guest.key === key && guest.state === state)
        if (what === 'enter') {
          const guest: Guest = { key, gone: new AbortController(), state: 'waiting' }
          guests.push(guest)
          void gate.enter(key, guest.gone.signal).then((leave) => {
            guest.state = leave === undefined ? 'out' : 'inside'
            if (leave !== undefined) guest.leave = leave
          })
        } else if (what === 'leave') {
          const guest = of('inside')
          if (guest !== undefined) {
            guest.state = 'out'
            guest.leave?.()
          }
        } else of('waiting')?.gone.abort()
        await settle()
        expect(count(key, 'inside')).toBeLessThanOrEqual(insideMax)
        expect(count(key, 'waiting')).toBeLessThanOrEqual(waitingMax)
        // Nobody waits while there is room.
        expect(count(key, 'inside') < insideMax && count(key, 'waiting') > 0).toBe(false)
      }
      for (let left = guests.length; left >= 0; left -= 1) {
        for (const guest of guests.filter(({ state }) => state === 'inside')) {
          guest.state = 'out'
          guest.leave?.()
        }
        await settle()
      }
      expect(guests.every(({ state }) => state === 'out')).toBe(true)
    }),
    { numRuns: 200 },
  )
})
