import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { exampleOf } from '../test-examples.ts'

const bodyOf = (name: string): object => exampleOf('mercado-pago', name).body as object

export type TwinPayment = {
  readonly id: number
  readonly status: string
  readonly status_detail: string
  readonly external_reference: string
  readonly transaction_amount: number
  readonly date_approved: string | null
}

/**
 * Mercado Pago on this machine, money in: preferences, payments by id and by reference. It answers in the documented
 * shapes, with the figures that a test gives its payments.
 */
export const startMercadoPago = async (): Promise<{
  readonly url: string
  /** The payments that it was asked about by their ids. */
  readonly askedAbout: string[]
  readonly put: (payment: TwinPayment) => void
  /** Answers everything with this status, until it is told to stop. */
  readonly fail: (status: number | undefined) => void
}> => {
  const payments = new Map<string, TwinPayment>()
  const askedAbout: string[] = []
  let failing: number | undefined

  const answer = (request: IncomingMessage): { status: number; json: object } => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (failing !== undefined) return { status: failing, json: { message: 'failed', status: failing } }
    if (request.method === 'POST' && pathname === '/checkout/preferences')
      return { status: 201, json: bodyOf('preference-created') }
    if (pathname === '/v1/payments/search') {
      const wanted = searchParams.get('external_reference')
      const results = [...payments.values()]
        .filter((payment) => wanted === null || payment.external_reference === wanted)
        .map((payment) => ({ ...bodyOf('payment-approved'), ...payment }))
      return { status: 200, json: { paging: { total: results.length, limit: 50, offset: 0 }, results } }
    }
    const [, id = ''] = /^\/v1\/payments\/(\d+)$/.exec(pathname) ?? []
    askedAbout.push(id)
    const payment = payments.get(id)
    return payment === undefined
      ? { status: 404, json: bodyOf('payment-not-found') }
      : { status: 200, json: { ...bodyOf('payment-approved'), ...payment } }
  }

  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const { status, json } = answer(request)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    askedAbout,
    put: (payment) => void payments.set(String(payment.id), payment),
    fail: (status) => void (failing = status),
  }
}
