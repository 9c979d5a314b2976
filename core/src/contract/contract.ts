import type * as z from 'zod/mini'
import { appCalls } from './app.ts'
import { consumerCalls } from './consumer.ts'
import { couponCalls } from './coupon.ts'
import { dealCalls } from './deal.ts'
import { loanCalls } from './loan.ts'
import { privacyCalls } from './privacy.ts'
import { userCalls } from './user.ts'

/** Every call there is: the specification's 31, and those that we added, which the test lists. */
export const contract = {
  ...appCalls,
  ...userCalls,
  ...loanCalls,
  ...dealCalls,
  ...couponCalls,
  ...consumerCalls,
  ...privacyCalls,
}

export type CallPath = keyof typeof contract

/** What a handler receives: the body after the check. */
export type BodyOf<Path extends CallPath> = z.output<(typeof contract)[Path]['body']>

/** What a handler returns, and what the client gets. */
export type RetOf<Path extends CallPath> = z.output<(typeof contract)[Path]['ret']>

export type AccessOf<Path extends CallPath> = (typeof contract)[Path]['access']
