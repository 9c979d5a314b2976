import type * as z from 'zod/mini'
import { appCalls } from './app.ts'
import { couponCalls } from './coupon.ts'
import { dealCalls } from './deal.ts'
import { loanCalls } from './loan.ts'
import { userCalls } from './user.ts'

/** Every call there is: the specification's 31, and user/logout, loan/contract and loan/order, which we added. */
export const contract = { ...appCalls, ...userCalls, ...loanCalls, ...dealCalls, ...couponCalls }

export type CallPath = keyof typeof contract

/** What a handler receives: the body after the check. */
export type BodyOf<Path extends CallPath> = z.output<(typeof contract)[Path]['body']>

/** What a handler returns, and what the client gets. */
export type RetOf<Path extends CallPath> = z.output<(typeof contract)[Path]['ret']>

export type AccessOf<Path extends CallPath> = (typeof contract)[Path]['access']
