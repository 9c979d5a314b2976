import type { BodyOf, RetOf } from '@hola/core/contract/contract.ts'

export type Request = RetOf<'consumer/request'>
export type Kind = Request['kind']
export type Channel = BodyOf<'consumer/request'>['channel']

/** A loan that is going on: one that somebody can withdraw from. */
export type OpenLoan = {
  readonly orderId: string
  readonly number: string
  readonly amount: string
  /** She has its money. */
  readonly isPaidOut: boolean
  /** That she has withdrawn from it already, and where that stands, in words; empty when she has not. */
  readonly withdrawal: readonly string[]
}

/** What stands in the form. Of the address nothing, as long as nobody has touched it. */
export type Typed = {
  readonly channel: Channel
  readonly phone: string | undefined
  readonly mail: string
  readonly loanNumber: string
  readonly note: string
}

/** What was sent and answered. */
export type Sent = {
  readonly request: Request
  /** Where the answer goes, as people read it. */
  readonly address: string
  /** The loan it is about, for somebody logged in. */
  readonly loan: OpenLoan | undefined
  readonly byUser: boolean
}

/** Where each kind is asked for and followed. */
export const pageUrls = {
  regret: '/pages/consumer/regret',
  unsubscribe: '/pages/consumer/unsubscribe',
  complaint: '/pages/custom-service/custom-service?view=complaint',
  data_access: '/pages/custom-service/custom-service?view=data_access',
  data_change: '/pages/custom-service/custom-service?view=data_change',
} as const satisfies Record<Kind, string>
