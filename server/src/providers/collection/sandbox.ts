import { url } from '@hola/core/contract/fields.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { adapter } from '../registry.ts'
import { mercadoPagoPaymentWebhook } from '../mercado-pago/public.ts'
import { sandboxWebhookSecret } from '../sandbox-webhook.ts'
import type {
  CollectionAdapter,
  CollectionLine,
  CollectionMeans,
  Collector,
  FoundPayment,
  PayInstructions,
} from './port.ts'
import { CollectionProblem, noInstructions } from './port.ts'
import type { SandboxReceipt, SandboxRequest } from './sandbox-store.ts'
import { findSandboxRequest, insertSandboxRequest, listSandboxReceipts } from './sandbox-store.ts'

/** An account that nobody has: its digits only add up. */
const CVU = '0000003100012345678907'
const ALIAS = 'hola.demo.pagos'

/** What stands before the digits on a slip tells its network from another. */
const slipPrefix = { rapipago: '5056', pagofacil: '4001' } as const

type Means = Pick<CollectionMeans, 'pool' | 'clock' | 'publicUrl' | 'secrets'>

/**
 * Takes play money. What it was asked for and what it was told that people paid stands in the database, so that every
 * process sees the same; the sandbox page tells it who pays what, when, and what is taken back.
 */
export const sandboxCollection = ({ pool, clock, publicUrl, secrets }: Means): Collector => ({
  provider: 'sandbox',
  // Written and signed like Mercado Pago's, and read the same way.
  webhook: mercadoPagoPaymentWebhook(sandboxWebhookSecret(secrets)),
  chargebackDays: 180,
  methods: [
    { methodId: 'transfer', kind: 'transfer' },
    { methodId: 'checkout', kind: 'checkout' },
    { methodId: 'rapipago', kind: 'cash_slip' },
    { methodId: 'pagofacil', kind: 'cash_slip' },
  ],

  request: ({ reference, methodId, amount, expiresAt }) =>
    inTransaction(pool, async (tx) => {
      const [, known] = await Promise.all([
        insertSandboxRequest(tx, { reference, methodId, amount, expiresAt, askedAt: clock.now() }),
        findSandboxRequest(tx, reference),
      ])
      if (known === undefined) throw new Error('the sandbox collector has lost a request')
      return instructionsOf(known, publicUrl)
    }),

  find: async (providerPaymentId) => {
    const [row] = await inTransaction(pool, (tx) => listSandboxReceipts(tx, { providerPaymentId }))
    return row === undefined ? new CollectionProblem('unknown', 'sandbox has no such payment') : foundOf(row)
  },

  search: async (reference) => (await inTransaction(pool, (tx) => listSandboxReceipts(tx, { reference }))).map(foundOf),

  statement: async (paidDay) =>
    (await inTransaction(pool, (tx) => listSandboxReceipts(tx, { paidDay }))).map(foundOf).filter(isMoney),
})

const isMoney = (found: FoundPayment): found is CollectionLine =>
  found.state === 'credited' || found.state === 'reversed'

const foundOf = ({ providerPaymentId, reference, state, amount, paidDay }: SandboxReceipt): FoundPayment =>
  state === 'credited'
    ? { providerPaymentId, reference, state, amount, paidDay }
    : state === 'reversed'
      ? { providerPaymentId, reference, state, amount, paidDay, reversalCause: 'chargeback' }
      : { providerPaymentId, reference, state }

const instructionsOf = (
  { reference, methodId, amount, expiresAt }: SandboxRequest,
  publicUrl: string,
): PayInstructions => {
  const rest = { expiresAt, providerRequestId: `sandbox-${reference}` }
  // To a sandbox that others reach without encryption no answer may lead.
  const base = url.safeParse(`${publicUrl}/sandbox`).success ? `${publicUrl}/sandbox#` : 'https://checkout.example/'
  switch (methodId) {
    case 'transfer': {
      const qrText = `hola-sandbox:${new URLSearchParams({ cvu: CVU, reference, centavos: String(amount) }).toString()}`
      return { ...noInstructions, ...rest, cvu: CVU, alias: ALIAS, qrText }
    }
    case 'checkout':
      return { ...noInstructions, ...rest, checkoutUrl: `${base}pay-${reference}` }
    case 'rapipago':
    case 'pagofacil':
      return {
        ...noInstructions,
        ...rest,
        ticketUrl: `${base}slip-${reference}`,
        barcode: `${slipPrefix[methodId]}${digitsOf(reference)}${String(amount).padStart(10, '0')}`,
      }
  }
}

/** Two digits for each letter of a reference. */
const digitsOf = (reference: string): string =>
  [...reference.replaceAll('-', '')].map((letter) => String(letter.charCodeAt(0)).padStart(2, '0')).join('')

export const sandbox: CollectionAdapter = adapter({
  name: 'sandbox',
  isSandbox: true,
  rows: [],
  read: () => ({}),
  open: (_settings, means) => sandboxCollection(means),
})
