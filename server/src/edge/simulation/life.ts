import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import type { TransferInfo } from '@hola/core/application/withdrawal.ts'
import type { BodyOf } from '@hola/core/contract/contract.ts'
import { Refusal } from '@hola/core/errors.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Address } from '../../person/account/public.ts'
import { saveTransferInfo } from '../../lending/payout/public.ts'
import { findCoupons, grantCoupon } from '../../lending/coupon/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { ContextOf } from '../services.ts'
import type { OrderRow } from '../../lending/order/public.ts'
import { accountOf, findOrder, withdrawalStateOf } from '../../lending/order/public.ts'
import { apply, approve } from '../../lending/loan/public.ts'
import { repayRequest } from '../../lending/repayment/public.ts'
import { retOfAnswer } from '../../platform/handler.ts'
import type { Services } from '../services.ts'
import type { Chance } from './chance.ts'
import { insertPerson, readyToSign, someAccount } from './people.ts'
import type { Till } from './rails.ts'
import { openStaff } from './staff.ts'
import type { Step, Tally } from './step.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** What a person means to do with a loan. */
const manners = [
  'pays_in_time',
  'pays_in_time',
  'pays_early',
  'pays_in_parts',
  'pays_late',
  'pays_very_late',
  'never_pays',
  'withdraws',
  'withdraws_at_once',
  'withdraws_and_is_late',
  'withdraws_and_keeps_it',
  'extends',
] as const
export type Manner = (typeof manners)[number]

/** When somebody who withdraws gives back what she received. */
type Back = 'in_time' | 'late' | 'never'

const backOf: Readonly<Partial<Record<Manner, Back>>> = {
  withdraws: 'in_time',
  withdraws_at_once: 'in_time',
  withdraws_and_is_late: 'late',
  withdraws_and_keeps_it: 'never',
}

/** Something that happens to a person at a moment. */
export type Happening = {
  readonly at: Date
  readonly name: HappeningName
  readonly act: (step: Step) => Promise<void>
}

/** What the product does: it can be interrupted anywhere, and whoever wanted it wants it again. */
const ofProduct = ['apply', 'correct', 'repay', 'extend', 'staff', 'look back', 'webhook', 'job'] as const
/** What the world does. */
type OfWorld =
  | 'join'
  | 'approve'
  | 'sign'
  | 'look'
  | 'pay'
  | 'pay a part'
  | 'withdraw'
  | 'plan to extend'
  | 'money'
  | 'take back'
type HappeningName = (typeof ofProduct)[number] | OfWorld

export const isMortal = ({ name }: Happening): boolean => (ofProduct as readonly string[]).includes(name)

/** How a person comes to borrow in a world that is another than the one of the tests. */
export type Ways = {
  readonly manners: readonly [Manner, ...Manner[]]
  /** Writes the person down, with her forms. */
  readonly join: (step: Step, person: { readonly userId: string; readonly address: Address }) => Promise<void>
  /** Asks for an approval, or how far it is. */
  readonly admit: (step: Step, userId: string) => Promise<'approved' | 'waiting' | 'refused'>
  readonly amountOf: (chance: Chance) => Centavos
  readonly termDaysOf: (chance: Chance) => number
  readonly accountOf: (chance: Chance) => TransferInfo
  /** Whether some pay into the lender's own account, which the staff enters by hand. */
  readonly hasAccountByHand: boolean
}

export type Dependencies = {
  readonly till: Pick<Till, 'pay' | 'takeBack' | 'setByHand'>
  readonly tally: Tally
  readonly later: (happening: Happening) => void
  /** From then on nobody begins anything. */
  readonly endsAt: Date
  readonly ways?: Partial<Ways>
}

export const contextOf = (services: Services, userId: string): ContextOf<'loan/apply'> => ({
  services,
  language: 'es',
  requestId: 'simulation',
  address: '192.0.2.1',
  userAgent: 'simulation',
  user: { userId, sessionId: userId },
})

/** The whole life of one borrower with us. She is as forgetful and as wrong as people are, and always by her seed. */
export const beginLife = (
  { till, tally, later, endsAt, ways = {} }: Dependencies,
  { chance, number, joinsAt }: { readonly chance: Chance; readonly number: number; readonly joinsAt: Date },
): { readonly userId: string } => {
  const userId = chance.uuid()
  const address: Address = { kind: 'phone', value: `+54911${String(10_000_000 + number)}` }
  let loansLeft = chance.oneOf([1, 1, 1, 1, 1, 1, 1, 2])
  const limit = pesos(chance.between(4, 60) * 10_000)

  /** At some hour of the day so many days later. */
  const inDays = (from: Date, days: number): Date =>
    new Date(from.getTime() + days * DAY_MS + chance.below(8 * HOUR_MS))
  /** From the morning to midnight: what is asked for in the evening is often paid the next day. */
  const onDay = (day: CivilDay): Date => new Date(startOfDay(day).getTime() + 8 * HOUR_MS + chance.below(16 * HOUR_MS))
  const latest = (one: Date, other: Date): Date => (one > other ? one : other)

  const plan = (at: Date, name: HappeningName, act: Happening['act']): void => {
    if (at < endsAt) later({ at, name, act })
  }

  /** She only looks, and nobody else moves it: to open a transaction for it would only take time. */
  const read = ({ services }: Step, orderId: string): Promise<OrderRow | undefined> =>
    findOrder(services.pool as unknown as Tx, userId, orderId)

  const staff = openStaff(userId, {
    chance,
    tally,
    till,
    read,
    later: (step, days, act) => plan(inDays(step.now, days), 'staff', act),
    pays: (step, orderId, day, amount) => {
      const wish: Wish =
        amount === 'everything'
          ? { kind: 'payoff', method_id: 'transfer' }
          : { kind: 'part', method_id: 'transfer', amount_centavos: amount }
      plan(latest(onDay(day), step.now), 'pay', (next) => ask(next, orderId, wish, 0))
    },
  })

  const join = async (step: Step): Promise<void> => {
    if (ways.join === undefined) await insertPerson(step.services, { userId, address, account: someAccount(chance) })
    else await ways.join(step, { userId, address })
    tally('borrowers')
    plan(inDays(step.now, 0), 'approve', becomeApproved)
  }

  const admit = async (step: Step): Promise<'approved' | 'waiting' | 'refused'> => {
    if (ways.admit !== undefined) return ways.admit(step, userId)
    await approve(step.services, userId, limit)
    return 'approved'
  }

  const becomeApproved = async (step: Step): Promise<void> => {
    const { services, now } = step
    const admitted = await admit(step)
    if (admitted === 'refused') return tally('refused')
    if (admitted === 'waiting')
      return plan(new Date(now.getTime() + chance.between(3, 300) * MINUTE_MS), 'approve', becomeApproved)
    // The next loan of some costs less, and what becomes of that coupon follows what becomes of the loan.
    if (chance.happens(300)) {
      const gift = {
        kind: 'fee_reduction',
        feeReductionCentavos: pesos(1_000),
        validDays: 60,
        reason: 'granted',
      } as const
      await inTransaction(services.pool, (tx) => grantCoupon(tx, services, { userId, ...gift }))
      tally('fee coupons')
    }
    plan(new Date(now.getTime() + chance.between(1, 600) * MINUTE_MS), 'sign', chooseLoan)
  }

  const chooseLoan = async ({ services, now }: Step): Promise<void> => {
    const amount = ways.amountOf?.(chance) ?? pesos(chance.between(4, 8) * 5_000)
    const termDays = ways.termDaysOf?.(chance) ?? chance.oneOf([62, 91, 120])
    const body = await readyToSign(services, { userId, address, amount, termDays })
    if (body instanceof Refusal) return tally(`not offered: ${body.name}`)
    later({ at: new Date(now.getTime() + MINUTE_MS), name: 'apply', act: (step) => sign(step, body) })
  }

  const sign = async ({ services, now }: Step, body: BodyOf<'loan/apply'>): Promise<void> => {
    const answer = retOfAnswer(await apply(contextOf(services, userId), body))
    if (answer instanceof Refusal) return tally(`not signed: ${answer.name}`)
    tally('loans')
    loansLeft -= 1
    const orderId = answer.order.order_id
    const manner = chance.oneOf(ways.manners ?? manners)
    const back = backOf[manner]
    // Before the money leaves, while it is under way, or when it has just come.
    if (manner !== 'withdraws' && back !== undefined)
      return plan(new Date(now.getTime() + chance.below(90) * MINUTE_MS), 'withdraw', (step) =>
        ask(step, orderId, withdrawal(back), 3),
      )
    plan(inDays(now, 1), 'look', (step) => lookForMoney(step, orderId, manner))
  }

  /** Has the money come? */
  const lookForMoney = async (step: Step, orderId: string, manner: Manner): Promise<void> => {
    const order = await read(step, orderId)
    if (order === undefined) throw new Error('a signed order is gone')
    switch (order.state) {
      case 'pending':
        return plan(inDays(step.now, 1), 'look', (next) => lookForMoney(next, orderId, manner))
      case 'payout_failed': {
        tally('payouts failed')
        // Some never do, and are cancelled.
        if (chance.happens(250)) return plan(inDays(step.now, 5), 'look', (next) => lookForMoney(next, orderId, manner))
        const info = (ways.accountOf ?? someAccount)(chance)
        return later({ at: step.now, name: 'correct', act: (next) => correct(next, orderId, manner, info) })
      }
      case 'in_repayment':
        return decideToPay(step, order, manner)
      default:
        tally(`ended before its money: ${order.state}`)
        return comeAgain(step)
    }
  }

  const correct = async (
    step: Step,
    orderId: string,
    manner: Manner,
    info: ReturnType<typeof someAccount>,
  ): Promise<void> => {
    const saved = await saveTransferInfo(contextOf(step.services, userId), { ...info, order_id: orderId })
    tally(saved instanceof Refusal ? `not corrected: ${saved.name}` : 'accounts corrected')
    plan(inDays(step.now, 1), 'look', (next) => lookForMoney(next, orderId, manner))
  }

  const decideToPay = ({ now }: Step, order: OrderRow, manner: Manner): void => {
    const { orderId, dueDay, payoutDay } = order
    if (dueDay === null || payoutDay === null) throw new Error('money without a day')
    const payoff = (tries: number) => (step: Step) => {
      const method_id = chance.oneOf(['transfer', 'checkout', 'rapipago'])
      // Some type more than they owe: it is cut to the debt.
      if (chance.happens(100))
        return ask(step, orderId, { kind: 'part', method_id, amount_centavos: pesos(900_000) }, 0)
      return ask(step, orderId, { kind: 'payoff', method_id }, tries)
    }
    const part = (step: Step) => {
      const amount_centavos = centavos(chance.between(100_000, 1_500_000))
      return ask(step, orderId, { kind: 'part', method_id: 'transfer', amount_centavos }, 0)
    }
    const on = (day: CivilDay): Date => latest(onDay(day), new Date(now.getTime() + HOUR_MS))
    // Once, and again some weeks later: what is open by then is looked at.
    for (const days of [chance.between(0, 20), chance.between(21, 90)])
      if (chance.happens(500)) plan(on(addDays(dueDay, days)), 'staff', (step) => staff.visit(step, orderId))
    switch (manner) {
      case 'pays_in_time':
        return plan(on(addDays(dueDay, -chance.below(10))), 'pay', payoff(3))
      case 'pays_early':
        return plan(on(addDays(payoutDay, chance.between(2, 45))), 'pay', payoff(3))
      case 'pays_in_parts':
        for (let count = chance.between(1, 2); count > 0; count -= 1)
          plan(on(addDays(payoutDay, chance.between(2, 80))), 'pay a part', part)
        return plan(on(addDays(dueDay, chance.between(-5, 20))), 'pay', payoff(3))
      case 'pays_late':
        return plan(on(addDays(dueDay, chance.between(1, 12))), 'pay', payoff(3))
      case 'pays_very_late':
        plan(on(addDays(dueDay, chance.between(5, 30))), 'pay a part', part)
        return plan(on(addDays(dueDay, chance.between(30, 90))), 'pay', payoff(3))
      case 'never_pays':
        return plan(on(addDays(dueDay, chance.between(-20, 40))), 'pay a part', part)
      case 'withdraws':
      case 'withdraws_at_once':
      case 'withdraws_and_is_late':
      case 'withdraws_and_keeps_it':
        return plan(on(addDays(payoutDay, chance.between(1, 9))), 'withdraw', (step) =>
          ask(step, orderId, withdrawal(backOf[manner] ?? 'in_time'), 3),
        )
      case 'extends':
        plan(on(addDays(dueDay, -chance.between(0, 6))), 'plan to extend', (step) => extend(step, orderId))
        return plan(on(addDays(dueDay, chance.between(2, 10))), 'pay', payoff(3))
    }
  }

  const extend = async (step: Step, orderId: string): Promise<void> => {
    const { services } = step
    const couponId = await inTransaction(services.pool, async (tx) => {
      const usable = (await findCoupons(tx, userId)).find(
        ({ kind, usedAt, expiresAt }) =>
          kind === 'interest_free_extension' && usedAt === null && expiresAt > services.clock.now(),
      )
      const gift = { kind: 'interest_free_extension', extensionDays: 7, validDays: 30, reason: 'granted' } as const
      return usable?.couponId ?? grantCoupon(tx, services, { userId, ...gift })
    })
    const body = { request_id: chance.uuid(), order_id: orderId, kind: 'extension', coupon_id: couponId } as const
    later({
      at: step.now,
      name: 'extend',
      act: async (next) => {
        const answer = await repayRequest(contextOf(next.services, userId), body)
        tally(answer instanceof Refusal ? `not extended: ${answer.name}` : 'extensions')
      },
    })
  }

  type Wish =
    | { kind: 'payoff'; method_id: string }
    | { kind: 'withdrawal'; method_id: string; back: Back }
    | { kind: 'part'; method_id: string; amount_centavos: Centavos }

  const withdrawal = (back: Back): Wish => ({ kind: 'withdrawal', method_id: 'transfer', back })

  /** Asks how to pay, as often as it takes to be answered: always the same request. */
  const ask = async (step: Step, orderId: string, wish: Wish, tries: number): Promise<void> => {
    const of = { request_id: chance.uuid(), order_id: orderId }
    const body: BodyOf<'deal/repay_request'> =
      wish.kind === 'withdrawal' ? { ...of, kind: wish.kind, method_id: wish.method_id } : { ...of, ...wish }
    later({ at: step.now, name: 'repay', act: (next) => request(next, body, wish, tries) })
  }

  const request = async (step: Step, body: BodyOf<'deal/repay_request'>, wish: Wish, tries: number): Promise<void> => {
    const { services, now } = step
    const orderId = body.order_id
    const answer = retOfAnswer(await repayRequest(contextOf(services, userId), body))
    if (answer instanceof Refusal) {
      if (answer.name === 'pay_method_failed')
        return later({
          at: new Date(now.getTime() + chance.between(1, 300) * MINUTE_MS),
          name: 'repay',
          act: (next) => request(next, body, wish, tries),
        })
      tally(`not to be paid: ${answer.name}`)
      return plan(inDays(now, 2), 'look back', (next) => lookBack(next, orderId, wish, 0))
    }
    tally(`asked to pay: ${wish.kind}`)
    const { payment } = answer
    if (payment === null) {
      tally(answer.order.state === 'pending' ? 'withdrawn under way' : 'withdrawn without paying')
      return plan(inDays(now, 3), 'look back', (next) => lookBack(next, orderId, wish, tries))
    }
    // Some look how to pay and do not.
    const back = wish.kind === 'withdrawal' ? wish.back : 'in_time'
    const isPaid = back !== 'never' && !chance.happens(50)
    // The last day is at most some three weeks after the money came.
    const lateMs = back === 'late' ? chance.between(12, 30) * DAY_MS : 0
    const afterMs = lateMs + (chance.happens(80) ? chance.below(3 * DAY_MS) : chance.below(8 * MINUTE_MS))
    const { reference } = payment
    const amount = centavos(payment.amount_centavos)
    if (isPaid)
      plan(new Date(now.getTime() + afterMs), 'money', async (next) => payAtTill(next, orderId, reference, amount))
    plan(inDays(now, chance.between(5, 14) + lateMs / DAY_MS), 'look back', (next) =>
      lookBack(next, orderId, wish, tries),
    )
  }

  /** At the counter: the right amount, mostly. */
  const payAtTill = (step: Step, orderId: string, reference: string, asked: Centavos): void => {
    const { visit, now } = step
    const pay = (amount: Centavos, to: string | null): string => {
      tally('payments')
      const providerPaymentId = till.pay(visit, { reference: to, amount })
      if (chance.happens(60))
        plan(inDays(now, chance.between(0, 40)), 'take back', takeBackAt(providerPaymentId, orderId))
      return providerPaymentId
    }
    if (chance.happens(30)) till.pay(visit, { reference, amount: asked, isRejected: true })
    if (chance.happens(40)) {
      tally('without a reference')
      const providerPaymentId = pay(asked, null)
      return plan(inDays(now, chance.between(4, 20)), 'staff', (next) =>
        staff.place(next, orderId, { provider: 'sandbox', providerPaymentId }),
      )
    }
    if (ways.hasAccountByHand !== false && chance.happens(60)) {
      // To the lender's own account: the staff reads of it in the bank's statement some days later.
      const transfer = { providerPaymentId: chance.uuid(), amount: asked, paidDay: civilDayOf(now) }
      const words = chance.happens(500) ? reference : null
      return plan(inDays(now, chance.below(4)), 'staff', (next) =>
        staff.enter(next, orderId, { ...transfer, reference: words }),
      )
    }
    if (asked > 1 && chance.happens(30)) {
      tally('a centavo short')
      return void pay(centavos(asked - 1), reference)
    }
    if (chance.happens(80)) {
      tally('wrong amounts')
      return void pay(centavos(Math.max(1, asked + chance.between(-300_000, 300_000))), reference)
    }
    pay(asked, reference)
    if (chance.happens(40)) {
      tally('paid twice')
      pay(asked, reference)
    }
  }

  const takeBackAt =
    (providerPaymentId: string, orderId: string) =>
    async (step: Step): Promise<void> => {
      tally('reversals')
      till.takeBack(step.visit, providerPaymentId)
      plan(inDays(step.now, chance.between(5, 20)), 'look back', (next) =>
        lookBack(next, orderId, { kind: 'payoff', method_id: 'transfer' }, 1),
      )
    }

  /** Some days later: pays again what is still owed, gets back what was too much, comes again when all is done. */
  const lookBack = async (step: Step, orderId: string, wish: Wish, tries: number): Promise<void> => {
    const { now } = step
    const order = await read(step, orderId)
    if (order === undefined) throw new Error('an order is gone')
    const account = accountOf(order, civilDayOf(now))
    if (account !== null && account.credit > 0 && chance.happens(600)) await staff.refund(step, orderId, account.credit)
    if (order.state === 'in_repayment' && wish.kind !== 'part' && tries > 0) {
      const state = withdrawalStateOf(order, civilDayOf(now))
      if (state !== null) tally(`looked back on a withdrawal: ${state}`)
      // Whoever means to keep the money of a loan that she has withdrawn from sees what becomes of it.
      if (state === 'waiting' && wish.kind === 'withdrawal' && wish.back === 'never')
        return plan(inDays(now, 10), 'look back', (next) => lookBack(next, orderId, wish, tries - 1))
      // Whoever withdrew before her money came gives it back now; after the last day it is a loan like any other.
      const isWithdrawing = wish.kind === 'withdrawal' && state !== 'lapsed' && chance.happens(700)
      return ask(step, orderId, isWithdrawing ? wish : { kind: 'payoff', method_id: 'transfer' }, tries - 1)
    }
    if (order.state === 'cleared' || order.state === 'cancelled') comeAgain(step)
  }

  const comeAgain = ({ now }: Step): void => {
    if (loansLeft > 0) plan(inDays(now, chance.between(1, 30)), 'approve', becomeApproved)
  }

  later({ at: joinsAt, name: 'join', act: join })
  return { userId }
}
