import { expect, test } from 'vitest'
import { channelPair } from './event-channel.ts'

const ear = (): { heard: unknown[][]; listen: (...values: unknown[]) => void } => {
  const heard: unknown[][] = []
  return { heard, listen: (...values) => void heard.push(values) }
}

test('each end hears what the other emits and not itself', () => {
  const { opener, opened } = channelPair()
  const [left, right] = [ear(), ear()]
  opener.on('chosen', left.listen)
  opened.on('chosen', right.listen)
  opened.emit('chosen', 'a', 1)
  expect(left.heard).toEqual([['a', 1]])
  expect(right.heard).toEqual([])
})

test('what is emitted before the page has loaded waits for its first listener', () => {
  const { opener, opened } = channelPair()
  const { heard, listen } = ear()
  opener.emit('data', 1)
  opener.emit('data', 2)
  opened.on('data', listen)
  expect(heard).toEqual([[1], [2]])
})

test('once hears one event, also when several are waiting', () => {
  const { opener, opened } = channelPair()
  const { heard, listen } = ear()
  opener.emit('data', 1)
  opener.emit('data', 2)
  opened.once('data', listen)
  opener.emit('data', 3)
  expect(heard).toEqual([[1]])
})

test('off removes one listener, or all of a name', () => {
  const { opener, opened } = channelPair()
  const [one, two] = [ear(), ear()]
  opened.on('data', one.listen)
  opened.on('data', two.listen)
  opened.off('data', one.listen)
  opener.emit('data', 1)
  opened.off('data')
  opener.emit('data', 2)
  expect([one.heard, two.heard]).toEqual([[], [[1]]])
})
