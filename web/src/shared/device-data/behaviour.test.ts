import { BEHAVIOUR_ACTS_MAX, type BehaviourEvent } from '@hola/core/device/behaviour.ts'
import { expect, test } from 'vitest'
import { behaviourField, followVisits, minimalEvents, withoutSent, withVisit } from './behaviour.ts'

const visitsWith = () => {
  const kept: BehaviourEvent[] = []
  let time = 0
  return { kept, visits: followVisits({ now: () => (time += 1), keep: (visit) => kept.push(visit) }) }
}

test('a visit is a screen, its time and what happened on it, until another page opens', () => {
  const { kept, visits } = visitsWith()
  visits.note('paste')
  visits.open('step_basic')
  visits.open('step_basic')
  visits.note('paste', 'cuil')
  visits.note('submit')
  visits.open(undefined)
  visits.note('paste')
  expect(kept).toEqual([
    {
      key: 'step_basic',
      time: 1,
      events: [
        { key: 'paste', time: 2, field: 'cuil' },
        { key: 'submit', time: 3 },
        { key: 'leave', time: 4 },
      ],
    },
  ])
})

test('an app put away may not come back: the visit is kept as it is, and again when it ends', () => {
  const { kept, visits } = visitsWith()
  visits.open('repay')
  visits.note('hide')
  expect(kept).toEqual([{ key: 'repay', time: 1, events: [{ key: 'hide', time: 2 }] }])
  visits.note('show')
  visits.open('photos')
  const list = kept.reduce<readonly BehaviourEvent[]>((all, visit) => withVisit(all, visit), [])
  expect(list.map(({ events }) => events?.map(({ key }) => key))).toEqual([['hide', 'show', 'leave']])
})

test('a visit that was dropped is not kept, and one has so many acts at most', () => {
  const { kept, visits } = visitsWith()
  visits.open('sign')
  visits.drop()
  visits.open('photos')
  for (let count = 0; count < 2 * BEHAVIOUR_ACTS_MAX; count += 1) visits.note('paste')
  visits.open(undefined)
  expect(kept.map(({ key, events }) => [key, events?.length])).toEqual([['photos', BEHAVIOUR_ACTS_MAX]])
})

const visit = (time: number): BehaviourEvent => ({ key: 'photos', time, events: [{ key: 'leave', time }] })

test('the list is bounded: the oldest visits make room', () => {
  const one = JSON.stringify([visit(1)]).length
  const list = [1, 2, 3, 4].reduce<readonly BehaviourEvent[]>((all, time) => withVisit(all, visit(time), one * 2), [])
  expect(list.map(({ time }) => time)).toEqual([3, 4])
})

test('what came during an upload stays', () => {
  expect(withoutSent([visit(1), visit(2), visit(3)], [visit(1), visit(2)])).toEqual([visit(3)])
})

test.each([
  ['cuil', 'cuil'],
  ['address.street', 'address'],
  ['emergency_contact_1.contact_phone', 'emergency_contact_1'],
  ['somebody@correo.example', undefined],
  [undefined, undefined],
])('the field of %s is %s', (name, field) => {
  expect(behaviourField(name)).toBe(field)
})

test('whatever stands in the storage of the phone, only names of the lists and times leave it', () => {
  const stored = [
    {
      key: 'step_basic',
      time: 1,
      typed: 'Lucía',
      events: [
        { key: 'paste', time: 2, field: 'cuil', value: '27-12345678-9' },
        { key: 'paste', time: 3, field: '27-12345678-9' },
        { key: 'Lucía', time: 4 },
        { key: 'paste', time: '5' },
      ],
    },
    { key: 'my diary', time: 6 },
  ] as unknown as BehaviourEvent[]
  expect(minimalEvents(stored)).toEqual([
    {
      key: 'step_basic',
      time: 1,
      events: [
        { key: 'paste', time: 2, field: 'cuil' },
        { key: 'paste', time: 3 },
      ],
    },
  ])
})
