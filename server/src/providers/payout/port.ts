import type { CivilDay } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Services } from '../../platform/services.ts'
import type { Adapter } from '../registry.ts'
import type { Webhook } from '../webhook.ts'

/** Why a provider did not send the money, as far as it matters to us. */
export const payoutFailures = ['wrong_account', 'account_closed', 'holder_mismatch', 'limit', 'other'] as const
export type PayoutFailure = (typeof payoutFailures)[number]

/** Money to be sent. Whatever is sent under the same key is the same payout. */
export type Payout = {
  readonly key: string
  readonly amount: Centavos
  readonly account: { readonly kind: 'cbu' | 'cvu' | 'alias'; readonly number: string }
  readonly holder: { readonly name: string; readonly cuil: string }
}

/** What the provider says of a payout. Only its own word makes one settled or failed; everything else is unknown. */
export type PayoutResult =
  | { readonly kind: 'settled'; readonly providerPayoutId: string; readonly settledAt: Date }
  | { readonly kind: 'accepted'; readonly providerPayoutId: string }
  /** Without an id it was refused before it became a payout. */
  | { readonly kind: 'failed'; readonly providerPayoutId: string | null; readonly reason: PayoutFailure }
  /** `why` is for the log: never about whom. */
  | { readonly kind: 'unknown'; readonly why: string }

/** It has nothing under the key, or can only be asked by it: sending again under the same key is how to find out. */
export type NotKnown = { readonly kind: 'not_known' }

export type StatementLine = {
  readonly key: string
  readonly providerPayoutId: string
  readonly amount: Centavos
  readonly day: CivilDay
}

/** Why there is no statement: it is being made, or the provider cannot be asked now. */
export class StatementProblem {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/** Who sends money to borrowers. */
export type Payouts = {
  readonly provider: string
  readonly webhook: Webhook
  readonly send: (payout: Payout) => Promise<PayoutResult>
  /** What became of a payout. The provider's id is null as long as we have not heard it. */
  readonly find: (
    payout: Pick<Payout, 'key' | 'amount'>,
    providerPayoutId: string | null,
  ) => Promise<PayoutResult | NotKnown>
  /** Under which key the provider has this id of its own; undefined when it has none or does not say. */
  readonly keyOf: (providerPayoutId: string) => Promise<string | undefined>
  /** What left on a day, by the provider's books. */
  readonly statement: (day: CivilDay) => Promise<readonly StatementLine[] | StatementProblem>
}

/** What an adapter is opened with. */
export type PayoutMeans = Pick<Services, 'settings' | 'pool' | 'clock' | 'random' | 'jobs'>

export type PayoutAdapter = Adapter<PayoutMeans, Payouts>
