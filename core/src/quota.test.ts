import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centavos, pesos } from './money.ts'
import { type Quota, type QuotaFacts, quotaOf } from './quota.ts'
import { runs, tellProof } from './test-proof.ts'

const nothingLent = { used: centavos(0), frozen: centavos(0), smallestLoan: 0, isOpen: true }

describe('a limit of $ 100.000', () => {
  test.each([
    // [what, opened %, used, frozen, open, then: total, remaining, available]
    ['nothing borrowed, all opened', 100, 0, 0, true, 100_000, 0, 100_000],
    ['nothing borrowed, half opened', 50, 0, 0, true, 100_000, 50_000, 50_000],
    ['an order signed', 100, 0, 30_000, true, 100_000, 30_000, 70_000],
    ['paid out', 100, 30_000, 0, true, 100_000, 0, 70_000],
    ['both', 100, 30_000, 20_000, true, 100_000, 20_000, 50_000],
    ['more held than the level opens', 50, 40_000, 20_000, true, 100_000, 60_000, 0],
    ['the approval expired, or a loan is overdue', 100, 30_000, 20_000, false, 100_000, 70_000, 0],
    ['more lent than the limit is now', 100, 130_000, 0, true, 130_000, 0, 0],
    ['and more held', 100, 90_000, 40_000, true, 130_000, 40_000, 0],
  ])('the parts of a quota: %s', (_, openedPercent, used, frozen, isOpen, total, remaining, available) => {
    const facts = { limit: pesos(100_000), openedBasisPoints: openedPercent * 100, smallestLoan: pesos(20_000), isOpen }
    expect(quotaOf({ ...facts, used: pesos(used), frozen: pesos(frozen) })).toEqual({
      total: pesos(total),
      used: pesos(used),
      frozen: pesos(frozen),
      remaining: pesos(remaining),
      available: pesos(available),
    })
  })

  test('a share that is not a whole number of centavos is cut', () => {
    expect(quotaOf({ ...nothingLent, limit: centavos(99), openedBasisPoints: 5000 }).available).toBe(49)
  })

  test.each([
    // [limit, smallest loan, used, then available]
    [25_000, 20_000, 0, 20_000],
    [20_000, 20_000, 0, 20_000],
    [19_999, 20_000, 0, 14_999.25],
    [25_000, 20_000, 20_000, 0],
    [25_000, 20_000, 5_000, 15_000],
    [25_000, Number.POSITIVE_INFINITY, 0, 18_750],
  ])('of %d a quarter closed, with loans from %d and %d used: %d', (limit, smallest, used, available) => {
    const facts = { ...nothingLent, limit: pesos(limit), openedBasisPoints: 7500, smallestLoan: smallest * 100 }
    expect(quotaOf({ ...facts, used: pesos(used) }).available).toBe(pesos(available))
  })

  test.each([
    ['more than the whole', { openedBasisPoints: 10_001 }, 'share'],
    ['a negative share', { openedBasisPoints: -1 }, 'share'],
    ['no number', { openedBasisPoints: Number.NaN }, 'share'],
    ['a negative limit', { limit: centavos(-1) }, 'below zero'],
    ['less than nothing used', { used: centavos(-1) }, 'below zero'],
    ['less than nothing frozen', { frozen: centavos(-1) }, 'below zero'],
  ] satisfies [string, Partial<QuotaFacts>, string][])('%s is a bug', (_, change, words) => {
    expect(() => quotaOf({ ...nothingLent, limit: pesos(1), openedBasisPoints: 1, ...change })).toThrow(words)
  })
})

const amounts = fc.integer({ min: 0, max: 50_000_000 }).map(centavos)
const shares = fc.integer({ min: 0, max: 10_000 })

/** The database refuses a row that breaks one of these. */
const expectToAddUp = (quota: Quota): void => {
  expect(quota.total).toBe(quota.remaining + quota.used + quota.available)
  expect(quota.frozen).toBeLessThanOrEqual(quota.remaining)
  expect(Object.values(quota).filter((part) => part < 0)).toEqual([])
}

test('the parts add up to the total, whatever the facts', () => {
  fc.assert(
    fc.property(
      fc.record({
        limit: amounts,
        openedBasisPoints: shares,
        smallestLoan: amounts,
        used: amounts,
        frozen: amounts,
        isOpen: fc.boolean(),
      }),
      (facts) => expectToAddUp(quotaOf(facts)),
    ),
    { numRuns: runs(10_000) },
  )
})

describe('walks', () => {
  tellProof('walks of a quota for each of its rules', runs(2000), 2000)

  type Order = { readonly amount: number; readonly isPaidOut: boolean }
  type Part = 'available' | 'frozen' | 'used'
  type Step = {
    readonly kind: 'sign' | 'pay_out' | 'cancel' | 'repay'
    /** Which of the orders that it could be. */
    readonly pick: number
    /** Of what could be signed or repaid. */
    readonly shareBasisPoints: number
  }
  const steps: fc.Arbitrary<Step[]> = fc.array(
    fc.record({
      kind: fc.constantFrom('sign', 'pay_out', 'cancel', 'repay'),
      pick: fc.nat(),
      shareBasisPoints: fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.constant(10_000)),
    }),
    { minLength: 1, maxLength: 30 },
  )

  const sum = (orders: readonly Order[], isPaidOut: boolean): number =>
    orders.filter((order) => order.isPaidOut === isPaidOut).reduce((total, order) => total + order.amount, 0)

  type Taken = { readonly orders: readonly Order[]; readonly amount: number; readonly from: Part; readonly to: Part }

  /** Takes a step, when there is an order to take it with: the orders after it, and what it says it moved. */
  const take = (orders: readonly Order[], available: number, step: Step): Taken | undefined => {
    const share = (possible: number): number => Math.ceil((possible * step.shareBasisPoints) / 10_000)
    if (step.kind === 'sign') {
      const amount = share(available)
      const signed = amount > 0 ? [...orders, { amount, isPaidOut: false }] : orders
      return { orders: signed, amount, from: 'available', to: 'frozen' }
    }
    const candidates = orders.filter((order) => order.isPaidOut === (step.kind === 'repay'))
    const order = candidates[step.pick % candidates.length]
    if (!order) return undefined
    const others = orders.filter((other) => other !== order)
    if (step.kind === 'cancel') return { orders: others, amount: order.amount, from: 'frozen', to: 'available' }
    if (step.kind === 'pay_out') {
      return { orders: [...others, { ...order, isPaidOut: true }], amount: order.amount, from: 'frozen', to: 'used' }
    }
    const amount = share(order.amount)
    return {
      orders: [...others, { ...order, amount: order.amount - amount }].filter((left) => left.amount > 0),
      amount,
      from: 'used',
      to: 'available',
    }
  }

  test('signing, payout, repaying and cancelling move exactly their amount; the total stays', () => {
    let moves = 0
    fc.assert(
      fc.property(amounts, shares, amounts, steps, (limit, openedBasisPoints, smallestLoan, walk) => {
        const quotaFor = (orders: readonly Order[]): Quota =>
          quotaOf({
            limit,
            openedBasisPoints,
            smallestLoan,
            used: centavos(sum(orders, true)),
            frozen: centavos(sum(orders, false)),
            isOpen: true,
          })
        let orders: readonly Order[] = []
        let before = quotaFor(orders)
        for (const step of walk) {
          const taken = take(orders, before.available, step)
          if (!taken) continue
          const after = quotaFor(taken.orders)
          expectToAddUp(after)
          expect(after.total).toBe(limit)
          const moved = { used: 0, frozen: 0, available: 0 }
          moved[taken.from] -= taken.amount
          moved[taken.to] += taken.amount
          expect({
            used: after.used - before.used,
            frozen: after.frozen - before.frozen,
            available: after.available - before.available,
            // Remaining holds what is frozen.
            remaining: after.remaining - before.remaining,
          }).toEqual({ ...moved, remaining: moved.frozen })
          orders = taken.orders
          before = after
          moves += 1
        }
      }),
      { numRuns: runs(2000) },
    )
    expect(moves).toBeGreaterThan(runs(2000))
  })

  test('closing moves all that is available to remaining, and opening moves it back', () => {
    fc.assert(
      fc.property(fc.record({ limit: amounts, openedBasisPoints: shares, used: amounts, frozen: amounts }), (drawn) => {
        const facts = { ...nothingLent, ...drawn }
        const open = quotaOf(facts)
        const closed = quotaOf({ ...facts, isOpen: false })
        expect(closed).toEqual({ ...open, available: 0, remaining: open.remaining + open.available })
      }),
      { numRuns: runs(2000) },
    )
  })

  test('after a lower limit or level, what is repaid first brings the loans back within it', () => {
    fc.assert(
      fc.property(amounts, shares, amounts, amounts, amounts, (limit, openedBasisPoints, used, frozen, repaid) => {
        const facts = { ...nothingLent, limit, openedBasisPoints, frozen }
        const before = quotaOf({ ...facts, used: centavos(used + repaid) })
        const after = quotaOf({ ...facts, used })
        const freed = after.available - before.available
        expect(freed).toBeGreaterThanOrEqual(0)
        expect(freed).toBeLessThanOrEqual(repaid)
        expect(
          after.available === 0 || after.available === Math.floor((limit * openedBasisPoints) / 10_000) - used - frozen,
        ).toBe(true)
      }),
      { numRuns: runs(2000) },
    )
  })
})
