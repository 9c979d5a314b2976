import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import { centavos } from '@hola/core/money.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { LoanEffect } from '../../lending/loan/public.ts'
import type { OrderKey, OrderRow } from '../../lending/order/public.ts'
import { accountOf } from '../../lending/order/public.ts'
import { recordRefund, refundStateOf, reverseRefund } from '../../lending/refund/public.ts'
import {
  placeSuspense,
  recordTransfer,
  restoreTransfer,
  reverseTransfer,
  unplaceReceipt,
} from '../../lending/repayment/public.ts'
import {
  makePlan,
  reversePlan,
  reverseWaiver,
  reverseWriteOff,
  waiveLateCharges,
  writeOff,
} from '../../lending/servicing/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { Chance } from './chance.ts'
import { BrokenRule } from './check.ts'
import type { Step, Tally } from './step.ts'
import type { Till } from './rails.ts'
import { BY_HAND } from './rails.ts'

type Around = {
  readonly chance: Chance
  readonly tally: Tally
  readonly till: Pick<Till, 'setByHand'>
  readonly read: (step: Step, orderId: string) => Promise<OrderRow | undefined>
  /** Some days later somebody of the staff comes back to it. */
  readonly later: (step: Step, days: number, act: (next: Step) => Promise<void>) => void
  /** The borrower pays so much on a day, or everything. */
  readonly pays: (step: Step, orderId: string, day: CivilDay, amount: Centavos | 'everything') => void
}

type Effective = { readonly effect: LoanEffect | null }

/** Carries an act out and takes it back, as the desk does to show what a proposal would do. */
const rehearse = async <Result>(tx: Tx, act: (tx: Tx) => Promise<Result>): Promise<Result> => {
  await tx.query('SAVEPOINT rehearsal')
  const result = await act(tx)
  await tx.query('ROLLBACK TO SAVEPOINT rehearsal')
  return result
}

/**
 * Shown first and then carried out, as at a desk: what was shown must be what happens, to the centavo. Says what was made;
 * undefined when it was refused.
 */
const carryOut = async <Done extends Effective>(
  { pool }: Services,
  tally: Tally,
  what: string,
  act: (tx: Tx) => Promise<Done | string>,
): Promise<Done | undefined> => {
  const { foretold, done } = await inTransaction(pool, async (tx) => ({
    foretold: await rehearse(tx, act),
    done: await act(tx),
  }))
  const say = (result: Done | string): string => (typeof result === 'string' ? result : JSON.stringify(result.effect))
  if (say(foretold) !== say(done)) throw new BrokenRule(`not what was shown: ${what}: ${say(foretold)}; ${say(done)}`)
  tally(typeof done === 'string' ? `not ${what}: ${done}` : what)
  return typeof done === 'string' ? undefined : done
}

/** What the staff does about the loans of one borrower, when it comes to it. */
export const openStaff = (userId: string, { chance, tally, till, read, later, pays }: Around) => {
  const waive = async (step: Step, key: OrderKey, late: number): Promise<void> => {
    const { services } = step
    const asked = { ...key, amount: centavos(chance.happens(500) ? late : Math.ceil(late / 2)) }
    const done = await carryOut(services, tally, 'waivers', (tx) => waiveLateCharges(tx, services, asked))
    if (done === undefined || !chance.happens(250)) return
    const waiver = { userId, waiverId: done.waiverId }
    later(step, chance.between(1, 20), async ({ services: then }) => {
      await carryOut(then, tally, 'waivers reversed', (tx) => reverseWaiver(tx, then, waiver))
    })
  }

  const planFor = async (step: Step, key: OrderKey, payoff: number): Promise<void> => {
    const { services, now } = step
    const count = chance.between(1, 4)
    const every = chance.between(5, 20)
    const each = Math.floor(payoff / count)
    const amounts = Array.from({ length: count }, (_, index) => (index === count - 1 ? payoff - each * index : each))
    const today = civilDayOf(now)
    const parts = amounts.map((amount, index) => ({
      dueDay: addDays(today, every * (index + 1)),
      amount: centavos(amount),
    }))
    const done = await carryOut(services, tally, 'plans', (tx) => makePlan(tx, services, { ...key, parts }))
    if (done === undefined) return
    // Some keep it, some stop somewhere; whatever else goes wrong with a payment goes wrong with these too.
    const paidCount = chance.happens(600) ? count : chance.below(count)
    for (const [index, { dueDay, amount }] of done.parts.slice(0, paidCount).entries())
      pays(step, key.orderId, addDays(dueDay, -chance.below(3)), index === count - 1 ? 'everything' : amount)
    const last = done.parts.at(-1)?.dueDay ?? today
    later(step, every * count + 5, async (next) => {
      const order = await read(next, key.orderId)
      const isKept = order !== undefined && (accountOf(order, last)?.clearedDay ?? null) !== null
      tally(isKept ? 'plans kept' : 'plans not kept')
    })
    if (!chance.happens(120)) return
    later(step, chance.between(1, 30), async ({ services: then }) => {
      await carryOut(then, tally, 'plans reversed', (tx) => reversePlan(tx, then, key))
    })
  }

  const giveUp = async (step: Step, key: OrderKey): Promise<void> => {
    const { services, now } = step
    const done = await carryOut(services, tally, 'write-offs', (tx) => writeOff(tx, services, key))
    if (done === undefined) return
    if (chance.happens(600)) {
      const amount = chance.happens(500) ? 'everything' : centavos(chance.between(100_000, 1_500_000))
      pays(step, key.orderId, addDays(civilDayOf(now), chance.between(1, 40)), amount)
      tally('recoveries expected')
    }
    if (!chance.happens(250)) return
    later(step, chance.between(2, 50), async ({ services: then }) => {
      await carryOut(then, tally, 'write-offs reversed', (tx) => reverseWriteOff(tx, then, key))
    })
  }

  const place = async ({ services }: Step, receipt: Receipt, orderId: string): Promise<void> => {
    const placed = await inTransaction(services.pool, (tx) =>
      placeSuspense(tx, services, { ...receipt, userId, orderId }),
    )
    tally(typeof placed === 'string' ? `not placed: ${placed}` : 'placed by hand')
  }

  type Receipt = { readonly provider: string; readonly providerPaymentId: string }

  const unplace = async (step: Step, receipt: Receipt, orderId: string): Promise<void> => {
    const { services } = step
    const done = await carryOut(services, tally, 'un-placed', (tx) => unplaceReceipt(tx, services, receipt))
    if (done !== undefined && chance.happens(600))
      later(step, chance.between(1, 5), (next) => place(next, receipt, orderId))
  }

  return {
    /** Somebody looks at a loan that is late. */
    visit: async (step: Step, orderId: string): Promise<void> => {
      const order = await read(step, orderId)
      const account = order && accountOf(order, civilDayOf(step.now))
      if (order?.state !== 'in_repayment' || !account || account.clearedDay !== null)
        return tally('the staff found nothing to do')
      const key = { userId, orderId }
      const late = account.lateOneTime + account.lateDaily
      const what = chance.oneOf(['waive', 'waive', 'plan', 'plan', 'plan', 'write off', 'write off'])
      if (what === 'plan') return planFor(step, key, account.payoff)
      if (what === 'waive') return waive(step, key, late)
      return giveUp(step, key)
    },

    /** Places money in suspense, and some of it on the wrong loan. */
    place: async (step: Step, orderId: string, receipt: Receipt): Promise<void> => {
      await place(step, receipt, orderId)
      if (chance.happens(350)) later(step, chance.between(1, 15), (next) => unplace(next, receipt, orderId))
    },

    /** Enters a transfer, by its reference or without; some never came. */
    enter: async (
      step: Step,
      orderId: string,
      transfer: {
        readonly providerPaymentId: string
        readonly amount: Centavos
        readonly paidDay: CivilDay
        readonly reference: string | null
      },
    ): Promise<void> => {
      const { services } = step
      const { providerPaymentId, amount, reference } = transfer
      const receipt = { provider: BY_HAND, providerPaymentId }
      await inTransaction(services.pool, (tx) => recordTransfer(tx, services, { ...transfer, provider: BY_HAND }))
      till.setByHand(providerPaymentId, amount, true)
      tally('entered by hand')
      if (reference === null) later(step, chance.between(1, 5), (next) => place(next, receipt, orderId))
      if (!chance.happens(400)) return
      later(step, chance.between(2, 20), async (next) => {
        const { services: then } = next
        await carryOut(then, tally, 'transfers reversed', (tx) => reverseTransfer(tx, then, receipt))
        till.setByHand(providerPaymentId, amount, false)
        if (!chance.happens(400)) return
        later(next, chance.between(1, 9), async (last) => {
          await carryOut(last.services, tally, 'transfers restored', (tx) =>
            restoreTransfer(tx, last.services, receipt),
          )
          till.setByHand(providerPaymentId, amount, true)
          later(last, 1, (after) => place(after, receipt, orderId))
        })
      })
    },

    /** Gives credit back, by hand or by the bank that pays out; some by mistake. */
    refund: async (step: Step, orderId: string, amount: Centavos): Promise<void> => {
      const { services } = step
      const way = chance.oneOf(['by_hand', 'provider'] as const)
      const asked = { userId, orderId, amount, way }
      const done = await carryOut(services, tally, way === 'provider' ? 'refunds by the provider' : 'refunds', (tx) =>
        recordRefund(tx, services, asked),
      )
      if (done === undefined) return
      const refund = { userId, refundId: done.refundId }
      later(step, 30, async (next) => {
        const state = await inTransaction(next.services.pool, (tx) => refundStateOf(tx, refund))
        tally(`refund ${state}`)
      })
      if (way === 'provider' || !chance.happens(250)) return
      later(step, chance.between(1, 9), async ({ services: then }) => {
        await carryOut(then, tally, 'refunds reversed', (tx) => reverseRefund(tx, then, refund))
      })
    },
  }
}
