import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** What the registry does with one request: answers, says nothing for ever, hangs up, or answers without end. */
export type BcraReply =
  | {
      readonly status: number
      readonly json?: unknown
      readonly text?: string
      readonly headers?: Record<string, string>
    }
  | 'silence'
  | 'hang up'
  | 'no end'

const nothing: BcraReply = {
  status: 404,
  json: { status: 404, errorMessages: ['No se encontró datos para la identificación ingresada.'] },
}

/** As it is documented, with the fields that nobody here reads. */
export const entity = (situacion: number, monto: number, more: object = {}) => ({
  entidad: 'BANCO DE LA NACION ARGENTINA',
  situacion,
  fechaSit1: '2020-01-31',
  monto,
  diasAtrasoPago: 0,
  refinanciaciones: false,
  recategorizacionOblig: false,
  situacionJuridica: false,
  irrecDisposicionTecnica: false,
  enRevision: false,
  procesoJud: false,
  ...more,
})

export const debts = (cuil: string, ...periodos: readonly (readonly [string, ...object[]])[]): BcraReply => ({
  status: 200,
  json: {
    status: 200,
    results: {
      identificacion: Number(cuil),
      denominacion: 'PERSONA DE PRUEBA',
      periodos: periodos.map(([periodo, ...entidades]) => ({ periodo, entidades })),
    },
  },
})

export const cheque = (fechaPago: string | null, more: object = {}) => ({
  nroCheque: 10_200_300,
  fechaRechazo: '2026-03-02',
  monto: 250_000,
  fechaPago,
  fechaPagoMulta: null,
  estadoMulta: 'IMPAGA',
  ctaPersonal: true,
  denomJuridica: null,
  enRevision: false,
  procesoJud: false,
  ...more,
})

export const cheques = (cuil: string, ...detalle: object[]): BcraReply => ({
  status: 200,
  json: {
    status: 200,
    results: {
      identificacion: Number(cuil),
      denominacion: 'PERSONA DE PRUEBA',
      causales: [{ causal: 'SIN FONDOS', entidades: [{ entidad: 11, detalle }] }],
    },
  },
})

export type BcraPath = 'Deudas' | 'Historicas' | 'ChequesRechazados'

/** A registry on this machine: each of its three paths gives the replies it is told, the last one for ever. */
export const startBcra = async (): Promise<{
  url: string
  /** The paths that were asked for. */
  requests: string[]
  willReply: (replies: Partial<Record<BcraPath, readonly BcraReply[]>>) => void
}> => {
  const requests: string[] = []
  let replies: Partial<Record<BcraPath, BcraReply[]>> = {}
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    requests.push(`${request.method} ${url}`)
    const [, path] = /^\/v1\.0\/(?:Deudas\/)?(Deudas|Historicas|ChequesRechazados)\/\d{11}$/.exec(url) ?? []
    const queue = replies[path as BcraPath] ?? []
    const reply = (queue.length > 1 ? queue.shift() : queue[0]) ?? nothing
    if (reply === 'hang up') request.socket.destroy()
    if (reply === 'no end') {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = (): void => void response.write(' '.repeat(64 * 1024), () => setImmediate(more))
      response.on('error', () => {})
      more()
    }
    if (typeof reply === 'string') return
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(reply.text ?? JSON.stringify(reply.json ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1.0`,
    requests,
    willReply: (next) => {
      requests.length = 0
      replies = Object.fromEntries(Object.entries(next).map(([path, list]) => [path, [...list]]))
    },
  }
}
