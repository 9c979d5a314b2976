import type { CivilDay } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Services } from '../../platform/services.ts'
import type { Adapter } from '../registry.ts'
import type { Webhook } from '../webhook.ts'

/** Why the borrower's account cannot take the money: she is asked for another one. */
export const payoutFailures = ['wrong_account', 'account_closed', 'holder_mismatch', 'limit', 'other'] as const
export type PayoutFailure = (typeof payoutFailures)[number]

/**
 * Why a provider refused a payout when it is not about her account: nothing is asked of her. balance: the lender's money
 * with the provider does not suffice. access: key, signature or rights of the lender. request: something in this one
 * request. rail: the provider or a bank behind it will not send it, or has sent it back.
 */
export const payoutFaults = ['balance', 'access', 'request', 'rail'] as const
export type PayoutFault = (typeof payoutFaults)[number]

/** The next payout would meet the same: three in a row stop them all until one goes through. */
export const isCommonFault = (fault: string | null): boolean => fault === 'balance' || fault === 'access'

/** Money to be sent. Whatever is sent under the same key is the same payout. */
export type Payout = {
  readonly key: string
  readonly amount: Centavos
  readonly account: { readonly kind: 'cbu' | 'cvu' | 'alias'; readonly number: string }
  readonly holder: { readonly name: string; readonly cuil: string }
}

/**
 * What the provider says of a payout. Only its own word makes one settled, failed or refused; everything else is unknown.
 * `providerPayoutId` is the provider's own name of it, all that `find` needs, and opaque to everybody else. `words` are the
 * provider's own, for the staff: cut by `wordsFor`, and never for a log.
 */
export type PayoutResult =
  | { readonly kind: 'settled'; readonly providerPayoutId: string; readonly settledAt: Date }
  | { readonly kind: 'accepted'; readonly providerPayoutId: string }
  /** Without an id it was refused before it became a payout. */
  | { readonly kind: 'failed'; readonly providerPayoutId: string | null; readonly reason: PayoutFailure }
  | {
      readonly kind: 'refused'
      readonly providerPayoutId: string | null
      readonly fault: PayoutFault
      readonly words: string
    }
  /** `why` is for the log: never about whom. An id that was named all the same is kept. */
  | { readonly kind: 'unknown'; readonly why: string; readonly providerPayoutId?: string; readonly words?: string }

/** It has nothing under the key, or can only be asked by it: sending again under the same key is how to find out. */
export type NotKnown = { readonly kind: 'not_known' }

export type StatementLine = {
  readonly key: string
  readonly providerPayoutId: string
  readonly amount: Centavos
  readonly day: CivilDay
}

/** What left on a day. `unread`: where the statement has something about payouts that cannot be read, like `row 12`. */
export type Statement = { readonly lines: readonly StatementLine[]; readonly unread: readonly string[] }

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
  /** Under which key the provider has this id of its own; undefined when it has none, 'no_answer' when it cannot say now. */
  readonly keyOf: (providerPayoutId: string) => Promise<{ readonly key: string } | 'no_answer' | undefined>
  /** What left on a day, by the provider's books. */
  readonly statement: (day: CivilDay) => Promise<Statement | StatementProblem>
}

/** What an adapter is opened with. */
export type PayoutMeans = Pick<Services, 'settings' | 'pool' | 'clock' | 'random' | 'jobs'>

export type PayoutAdapter = Adapter<PayoutMeans, Payouts>

/** As much as the staff needs to know what is wrong. */
const WORDS_MAX = 300

/** The provider's words for the staff, on one line; what may be a number of an account or a document is struck out. */
export const wordsFor = (...parts: readonly (string | null | undefined)[]): string =>
  parts
    .map((part) =>
      (part ?? '')
        .replaceAll(/\d[\d.\- ]{5,}\d/g, '•••')
        .replaceAll(/[^\s@]+@[^\s@]+/g, '•••')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((part) => part !== '')
    .join(': ')
    .slice(0, WORDS_MAX)
