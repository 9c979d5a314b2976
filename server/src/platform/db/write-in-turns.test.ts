import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { writeInTurns } from './write-in-turns.ts'

const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())

const connected = async () => {
  const arriving = once(server, 'connection') as Promise<[Socket]>
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [[other]] = await Promise.all([arriving, once(socket, 'connect')])
  writeInTurns(socket)
  let text = ''
  other.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  return { socket, text: () => text, ended: once(other, 'end') }
}

test('what is written in one turn is handed over at once, in order, and later writes after it', async () => {
  const { socket, text } = await connected()
  const pieces: number[] = []
  // What Node calls with everything that was held back, and what it calls with a single piece.
  const { _write: one, _writev: many } = socket
  socket._write = (...args) => {
    pieces.push(1)
    return one.apply(socket, args)
  }
  socket._writev = (chunks, done) => {
    pieces.push(chunks.length)
    return many?.call(socket, chunks, done)
  }
  for (const letter of 'BEGIN') socket.write(letter)
  await Promise.resolve().then(() => socket.write('!'))
  await expect.poll(text).toBe('BEGIN!')
  socket.write('C')
  await expect.poll(text).toBe('BEGIN!C')
  expect(pieces).toEqual([6, 1])
  socket.destroy()
})

test('what was written before the end arrives', async () => {
  const { socket, text, ended } = await connected()
  socket.write('last ')
  socket.end('words')
  await ended
  expect(text()).toBe('last words')
})
