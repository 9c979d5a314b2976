import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection that sends one request after another, and costs so little that it does not slow down what it measures. */
export type HttpClient = {
  /** Sends a call and gives the whole body of its answer. */
  readonly post: (path: string, token: string, body: string) => Promise<string>
  readonly close: () => void
}

const HEAD_END = '\r\n\r\n'

export const openHttpClient = async (url: string): Promise<HttpClient> => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let received: Buffer = Buffer.of()
  let waiting: PromiseWithResolvers<string> | undefined

  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const headLength = received.indexOf(HEAD_END)
    if (headLength < 0) return
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, headLength)) ?? []
    if (length === undefined) throw new Error('an answer without its length')
    const end = headLength + HEAD_END.length + Number(length)
    if (received.length < end) return
    const body = received.toString('utf8', headLength + HEAD_END.length, end)
    received = Buffer.of()
    waiting?.resolve(body)
  })
  let isClosed = false
  socket.on('close', () => {
    isClosed = true
    waiting?.reject(new Error('the server closed the connection'))
  })

  return {
    post: (path, token, body) => {
      waiting = Promise.withResolvers()
      if (isClosed) waiting.reject(new Error('the server has closed the connection'))
      socket.write(
        `POST /api/${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntoken: ${token}\r\n` +
          `content-length: ${Buffer.byteLength(body)}${HEAD_END}${body}`,
      )
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}
