import type { CivilDay } from '@hola/core/calendar.ts'
import type { Clock } from '@hola/core/clock.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Pool } from '../../platform/db/public.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/services.ts'
import type { Adapter } from '../registry.ts'
import type { Webhook } from '../webhook.ts'

/** A way to pay that a provider offers. */
export type PayMethod = {
  readonly methodId: 'transfer' | 'checkout' | 'rapipago' | 'pagofacil'
  readonly kind: 'transfer' | 'checkout' | 'cash_slip'
}

/** A payment that is to be made possible. Nothing in it says who pays. */
export type PayAsk = {
  /** Asked again under the same one, it is the same payment. */
  readonly paymentId: string
  /** Comes back with the money. */
  readonly reference: string
  readonly amount: Centavos
  readonly methodId: PayMethod['methodId']
  readonly expiresAt: Date
}

/** How to pay: what of it the way has, and null for the rest. */
export type PayInstructions = {
  readonly cvu: string | null
  readonly alias: string | null
  readonly qrText: string | null
  readonly checkoutUrl: string | null
  readonly ticketUrl: string | null
  readonly barcode: string | null
  /** The provider may end it on another day than it was asked to. */
  readonly expiresAt: Date
  /** What the provider calls it; null where it does not know of it before the money comes. */
  readonly providerRequestId: string | null
}

/** For an adapter to begin with: it fills in what its way to pay has. */
export const noInstructions = {
  cvu: null,
  alias: null,
  qrText: null,
  checkoutUrl: null,
  ticketUrl: null,
  barcode: null,
} as const satisfies Partial<PayInstructions>

/** Money as the provider has it in its books. A reversed payment was ours and was taken back. */
export type FoundPayment = {
  readonly providerPaymentId: string
  /** Null where the payer wrote none. */
  readonly reference: string | null
} & (
  | {
      readonly state: 'credited' | 'reversed'
      readonly amount: Centavos
      readonly paidDay: CivilDay
      /** Of what is reversed: taken back through the payer's bank, or given back by us. */
      readonly reversalCause?: 'chargeback' | 'refund'
    }
  | { readonly state: 'pending' | 'rejected' }
)

/** What came, or was taken back again, of the money of a day. */
export type CollectionLine = Extract<FoundPayment, { readonly amount: Centavos }>

/** Why there is no answer: a matter of time, a refusal that a person must look at, or there is no such payment. */
export class CollectionProblem {
  readonly kind: 'unavailable' | 'rejected' | 'unknown'
  /** For the log: what failed, never about whom. */
  readonly reason: string

  constructor(kind: CollectionProblem['kind'], reason: string) {
    this.kind = kind
    this.reason = reason
  }
}

/** Who takes money for us. What it says of a payment when it is asked is the only thing that credits one. */
export type Collector = {
  readonly provider: string
  /** Undefined where no machine says that money came. */
  readonly webhook?: Webhook
  /** Nobody can be asked: the staff reads in a statement what came, and enters it. */
  readonly isEnteredByStaff?: true
  /** For so many days after it was paid, money by checkout can be taken back through the payer's bank. */
  readonly chargebackDays?: number
  readonly methods: readonly PayMethod[]
  readonly request: (ask: PayAsk) => Promise<PayInstructions | CollectionProblem>
  readonly find: (providerPaymentId: string) => Promise<FoundPayment | CollectionProblem>
  /** Whatever was paid under a reference: for payments that nobody told us of. */
  readonly search: (reference: string) => Promise<readonly FoundPayment[] | CollectionProblem>
  /** The money of a day, by the payers' day. */
  readonly statement: (day: CivilDay) => Promise<readonly CollectionLine[] | CollectionProblem>
}

/** What an adapter is opened with. */
export type CollectionMeans = {
  readonly pool: Pool
  readonly clock: Clock
  /** The machine's time, which is also that of the providers; the product's own may have been moved. */
  readonly machineClock: Clock
  readonly log: Log
  readonly publicUrl: string
  readonly secrets: Pick<Secrets, 'fieldKey'>
}

export type CollectionAdapter = Adapter<CollectionMeans, Collector>
