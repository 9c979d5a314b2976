import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import type { LedgerAccount } from '@hola/core/ledger/ledger.ts'
import { amountsOf, balancesOn, ledgerAccounts, loanOn } from '@hola/core/ledger/ledger.ts'
import { clerkBooks } from '@hola/core/ledger/test-clerk.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Quota } from '@hola/core/quota.ts'
import type { Pool, Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { prepared } from '../../platform/db/public.ts'
import type { HashedEntry } from '../../lending/ledger/public.ts'
import { hashOf } from '../../lending/ledger/public.ts'
import type { OrderRow } from '../../lending/order/public.ts'
import { bookingDay, factsOf, listOrders, standingOf } from '../../lending/order/public.ts'
import { quotaBy } from '../../lending/quota/public.ts'
import type { Services } from '../services.ts'
import type { BookTable } from './killable-pool.ts'
import type { Bank } from './rails.ts'

/** What must never happen. */
export class BrokenRule extends Error {}

const rule = (isKept: boolean, says: string, about: unknown): void => {
  if (!isKept) throw new BrokenRule(`${says}: ${JSON.stringify(about)}`)
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((amount, index) => amount === other[index])

/** The VAT inside an amount, a half up, by whole numbers of its own: 21/121 at 21 %. */
const vatInside = (amount: number, vatBasisPoints: number): number => {
  const whole = 10_000 + vatBasisPoints
  return Math.floor((2 * amount * vatBasisPoints + whole) / (2 * whole))
}

/** Whether nothing but the capital is owed on a day: its last day has not passed, or the capital was back by then. */
const isWithdrawnFrom = (order: OrderRow, day: CivilDay): boolean => {
  const { withdrawnAt, withdrawalUntilDay: lastDay, arrival } = order
  if (withdrawnAt === null) return false
  const returned = factsOf(order).payments.filter((paid) => paid.day <= lastDay && paid.day <= day)
  return day <= lastDay || sum(returned.map(({ amount }) => amount)) >= arrival
}

/** What being late costs once, by what the loan owed in the evening of its due day, before anything for being late. */
const lateOnceOf = (order: OrderRow, day: CivilDay): number => {
  const { dueDay, amount, lateOneTimeBasisPoints, lateOneTimeUnpaidMin } = order
  if (dueDay === null || day <= dueDay || isWithdrawnFrom(order, day)) return 0
  const { principal, interest, vat } = loanOn(factsOf(order), dueDay)
  const unpaid = principal + interest + vat
  if (unpaid < lateOneTimeUnpaidMin) return 0
  return Math.min(unpaid, Math.floor((2 * amount * lateOneTimeBasisPoints + 10_000) / 20_000))
}

const hasRelief = ({ waivers, plan, writtenOffDay }: OrderRow): boolean =>
  waivers.length > 0 || plan !== null || writtenOffDay !== null

type EntryOfOrder = HashedEntry & { readonly orderId: string }

type QuotaState = Quota & {
  readonly limit: Centavos
  readonly changedAt: Date
  readonly expiresAt: Date
}

/**
 * The rules of the books, looked at from outside. It remembers the last entry of each loan that it has seen, so that a
 * look costs what is new and not what there is.
 */
export const openChecks = ({
  pool,
  services,
  bank,
}: {
  readonly pool: Pool
  readonly services: Pick<Services, 'membershipLevels' | 'loanCountsFromDays' | 'reference'>
  readonly bank: Bank
}) => {
  // Nobody else moves what is looked at: to open a transaction for it would only take time.
  const reading = { query: (text: string, values?: unknown[]) => pool.query(prepared(text, values)) } as unknown as Tx
  const lastEntries = new Map<string, EntryOfOrder>()
  /** When we knew that the money of a loan had come. */
  const payoutsKnownAt = new Map<string, Date>()
  let entryCount = 0
  let clerkCount = 0

  const readEntries = async (tx: Tx, userId: string, orders: readonly OrderRow[]): Promise<EntryOfOrder[]> => {
    const seen = orders.map(({ orderId }) => lastEntries.get(orderId)?.entryNumber ?? 0)
    const { rows } = await tx.query<EntryOfOrder>(
      `SELECT order_id AS "orderId", entry_number AS "entryNumber", cause, rule, rule_version AS "ruleVersion",
              source_id AS "sourceId", effective_day AS "effectiveDay", booked_at AS "bookedAt", changes, balances,
              previous_sha256 AS "previousSha256", entry_sha256 AS "entrySha256"
         FROM ledger_entry JOIN unnest($2::uuid[], $3::integer[]) AS seen (order_id, number) USING (order_id)
        WHERE user_id = $1 AND entry_number > seen.number ORDER BY order_id, entry_number`,
      [userId, orders.map(({ orderId }) => orderId), seen],
    )
    return rows
  }

  const readPayouts = async (tx: Tx, userId: string): Promise<void> => {
    const { rows } = await tx.query<{ orderId: string; knownAt: Date }>(
      `SELECT order_id AS "orderId", concluded_at AS "knownAt" FROM payout_attempt
        WHERE user_id = $1 AND state = 'settled'`,
      [userId],
    )
    for (const { orderId, knownAt } of rows) payoutsKnownAt.set(orderId, knownAt)
  }

  const readQuota = async (tx: Tx, userId: string): Promise<QuotaState | undefined> => {
    const { rows } = await tx.query<QuotaState>(
      `SELECT quota.limit_centavos AS "limit", total_centavos AS total, used_centavos AS used,
              frozen_centavos AS frozen, remaining_centavos AS remaining, available_centavos AS available,
              changed_at AS "changedAt", expires_at AS "expiresAt"
         FROM quota JOIN application USING (user_id) WHERE user_id = $1`,
      [userId],
    )
    return rows[0]
  }

  const checkEntry = (entry: EntryOfOrder): void => {
    const { orderId, entryNumber, changes, balances } = entry
    const before = lastEntries.get(orderId)
    const about = { orderId, entryNumber }
    rule(sum(changes) === 0, 'an entry sums to zero', about)
    rule(sum(balances) === 0, 'all accounts of a loan sum to zero', about)
    rule(entryNumber === (before?.entryNumber ?? 0) + 1, 'entries follow each other', about)
    rule(hashOf(orderId, entry).equals(entry.entrySha256), 'an entry says what was hashed', about)
    rule(
      entry.previousSha256?.toString('hex') === before?.entrySha256.toString('hex'),
      'an entry names the one before it',
      about,
    )
    const led = ledgerAccounts.map((_, index) => (before?.balances[index] ?? 0) + (changes[index] ?? 0))
    rule(isSame(led, balances), 'an entry leads to its balances', about)
    lastEntries.set(orderId, entry)
    entryCount += 1
  }

  /** Business days counted one by one, as the law says it and not as the product does. */
  const tenBusinessDaysAfter = (from: CivilDay): CivilDay => {
    let day = from
    for (let left = 10; left > 0;) {
      day = addDays(day, 1)
      const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
      if (weekday !== 0 && weekday !== 6 && !services.reference.holidays.has(day)) left -= 1
    }
    return day
  }

  /**
   * The right to withdraw, by its own words: what arrived is back by the tenth business day after the signature or after
   * the day on which we knew that the money had come; until then nothing but that is owed, and after it, unless it is
   * back, exactly what somebody owes who never said anything. Returns whether the loan is withdrawn from on a day.
   */
  const checkWithdrawal = (order: OrderRow, last: EntryOfOrder, today: CivilDay): boolean => {
    const { orderId, withdrawnAt, arrival, signedAt } = order
    const knownAt = payoutsKnownAt.get(orderId)
    const about = { orderId, withdrawnAt, today }
    if (knownAt === undefined) throw new BrokenRule(`a loan without a payout: ${JSON.stringify(about)}`)
    const [bySignature, byPayout] = [
      tenBusinessDaysAfter(civilDayOf(signedAt)),
      tenBusinessDaysAfter(civilDayOf(knownAt)),
    ]
    const lastDay = byPayout > bySignature ? byPayout : bySignature
    rule(order.withdrawalUntilDay === lastDay, 'the right to withdraw lasts ten business days', { ...about, lastDay })
    const facts = factsOf(order)
    const free = new Set<string>(['principal', 'paid_out', 'collected', 'borrower_credit'])
    const charged = ledgerAccounts.filter((account, index) => !free.has(account) && last.balances[index] !== 0)
    if (isWithdrawnFrom(order, last.effectiveDay))
      rule(charged.length === 0, 'never both withdrawn and charged', { ...about, charged })
    else rule(order.fee === 0 || charged.length > 0, 'a loan that is not withdrawn from has its fee', about)
    const owed = loanOn(facts, today)
    const paid = sum(facts.payments.filter(({ day }) => day <= today).map(({ amount }) => amount)) - order.refunded
    rule(owed.payoff - owed.credit >= arrival - paid, 'nobody owes less than the capital that is not back', about)
    if (isWithdrawnFrom(order, today))
      rule(owed.payoff - owed.credit === arrival - paid, 'whoever withdraws owes the capital alone', about)
    else {
      const silent = loanOn({ ...facts, withdrawalUntilDay: null }, today)
      rule(JSON.stringify(owed) === JSON.stringify(silent), 'after the last day it is the agreed loan', about)
    }
    return isWithdrawnFrom(order, today)
  }

  /** The charges and their VAT, counted here once more and not by the rules that booked them. */
  const checkCharges = (order: OrderRow, last: EntryOfOrder): void => {
    const { orderId, fee, vatBasisPoints, rulesVersion } = order
    const about = { orderId, last: last.entryNumber }
    const said = (account: LedgerAccount): number => last.balances[ledgerAccounts.indexOf(account)] ?? 0
    rule(last.ruleVersion === String(rulesVersion), 'an entry names the rules of its loan', about)
    const { accrued } = loanOn(factsOf(order), last.effectiveDay)
    const once = lateOnceOf(order, last.effectiveDay)
    rule(accrued.lateOneTime === once, 'being late costs once what the due day says', { ...about, once })
    const charged = isWithdrawnFrom(order, last.effectiveDay) ? 0 : fee
    const [feeVat, onceVat, dailyVat] = [charged, once, accrued.lateDaily].map((part) =>
      vatInside(part, vatBasisPoints),
    ) as [number, number, number]
    rule(said('fee_earned') === feeVat - charged, 'the fee is earned without its VAT', about)
    rule(
      said('late_earned') === onceVat + dailyVat - once - accrued.lateDaily,
      'late charges are earned without their VAT',
      about,
    )
    rule(
      said('vat_to_pay') === 0 - accrued.vat - feeVat - onceVat - dailyVat,
      'the VAT account has the VAT of every charge',
      about,
    )
  }

  /** With a waiver, a plan or a write-off: everything once more, day by day and by no code of the product. */
  const checkByClerk = (order: OrderRow, last: EntryOfOrder): void => {
    if (isWithdrawnFrom(order, last.effectiveDay)) return
    const { accounts } = clerkBooks(factsOf(order), last.effectiveDay)
    const clerk = ledgerAccounts.map((account) => accounts[account] ?? 0)
    const about = { orderId: order.orderId, last: last.entryNumber, said: last.balances, clerk }
    rule(isSame(last.balances, clerk), 'the books are those of a clerk who counts day by day', about)
    clerkCount += 1
  }

  const checkOrder = (order: OrderRow, now: Date): void => {
    const { orderId, state, payoutDay, arrival } = order
    const last = lastEntries.get(orderId)
    const left = bank.paidFor(orderId, now)
    const about = { orderId, state, last: last?.entryNumber }
    rule((last !== undefined) === (payoutDay !== null), 'a loan has books from when its money left', about)
    if (payoutDay === null || last === undefined) {
      rule(state !== 'in_repayment' && state !== 'cleared', 'nobody owes what she never got', about)
      rule(order.payments.length === 0, 'nothing is credited to a loan whose money has not left', about)
      return
    }
    rule(left?.amount === arrival, 'what the books have as paid out is what left the bank', about)
    const facts = factsOf(order)
    rule(
      isSame(last.balances, amountsOf(balancesOn(facts, last.effectiveDay))),
      'the books say what the terms and the payments say',
      about,
    )
    if (hasRelief(order)) checkByClerk(order, last)
    else checkCharges(order, last)
    const today = bookingDay(order, civilDayOf(now))
    const account = loanOn(facts, today)
    const isPaid = account.payoff === 0
    const ended = checkWithdrawal(order, last, today) ? 'cancelled' : 'cleared'
    rule(state === (isPaid ? ended : 'in_repayment'), 'an order stands where its books do', about)
    const receivable = last.balances.slice(0, 5)
    if (isPaid) rule(isSame(receivable, [0, 0, 0, 0, 0]), 'what is paid off is exactly zero', { ...about, receivable })
    rule(account.payoff === 0 || account.credit === 0, 'nobody owes and has at once', about)
    // The last payment by its day took exactly its amount off what was owed then.
    const paid = facts.payments.toSorted((one, other) => (one.day < other.day ? -1 : 1))
    const latest = paid.at(-1)
    if (latest === undefined) return
    const before = loanOn({ ...facts, payments: paid.slice(0, -1) }, latest.day)
    const after = loanOn(facts, latest.day)
    rule(
      after.payoff - after.credit === before.payoff - before.credit - latest.amount,
      'a payment takes off what was paid',
      about,
    )
    if (latest.amount === before.payoff)
      rule(after.payoff === 0 && after.credit === before.credit, 'a payoff leaves exactly zero', about)
  }

  const checkQuota = (quota: QuotaState, orders: readonly OrderRow[], userId: string): void => {
    const { limit, changedAt, expiresAt, ...stored } = quota
    const about = { userId, stored }
    rule(stored.total === stored.remaining + stored.used + stored.available, 'a quota adds up', about)
    rule(stored.frozen <= stored.remaining, 'what is frozen is a part of what remains', about)
    const standing = standingOf(orders, changedAt, services)
    // The limits of a book are all so large that the share of each covers the smallest loan.
    const made = quotaBy(services, { limit, smallestLoan: 0, standing, isApproved: changedAt < expiresAt })
    rule(JSON.stringify(stored) === JSON.stringify(made), 'a quota is what the orders make of it', { ...about, made })
  }

  return {
    /**
     * Everything about one person that can have changed by what was written. Her books are read on from where they were
     * known, unless nothing was booked.
     */
    checkPerson: async (userId: string, now: Date, written: ReadonlySet<BookTable>): Promise<void> => {
      rule(bank.paidTwice.length === 0, 'no loan is paid out twice', bank.paidTwice)
      // How far we are with asking the bank is no part of an order, its books or the quota.
      if (written.size === 1 && written.has('payout_attempt')) return
      const orders = await listOrders(reading, userId)
      if (written.has('payout_attempt')) await readPayouts(reading, userId)
      // A plan may change nothing on its day, while the nights since the last look have booked what it takes the place of.
      if ((['ledger_entry', 'payment_plan', 'payment_plan_reversal'] as const).some((table) => written.has(table)))
        for (const entry of await readEntries(reading, userId, orders)) checkEntry(entry)
      for (const order of orders) checkOrder(order, now)
      const quota = await readQuota(reading, userId)
      if (quota !== undefined) checkQuota(quota, orders, userId)
    },

    /** Everything about everybody, or about those who have a loan open, in one statement over the tables alone. */
    checkAll: async (whose: 'everybody' | 'debtors'): Promise<void> => {
      const bookProblems = `WITH last AS (
           SELECT loan_order.user_id, loan_order.order_id, loan_order.state, loan_order.amount_centavos, entry.balances
             FROM loan_order LEFT JOIN LATERAL (
                    SELECT balances FROM ledger_entry
                     WHERE ledger_entry.user_id = loan_order.user_id AND ledger_entry.order_id = loan_order.order_id
                     ORDER BY entry_number DESC LIMIT 1) AS entry ON true
            ${whose === 'everybody' ? '' : `WHERE state IN ('in_repayment', 'pending', 'payout_failed')`}
         ), person AS (
           SELECT user_id,
                  coalesce(sum(balances[1]) FILTER (WHERE state = 'in_repayment'), 0) AS used,
                  coalesce(sum(amount_centavos) FILTER (WHERE state IN ('pending', 'payout_failed')), 0) AS frozen
             FROM last GROUP BY user_id
         )
         SELECT 'the books do not sum to zero' AS problem, order_id::text AS id FROM last
          WHERE (SELECT sum(amount) FROM unnest(balances) AS amount) <> 0
          UNION ALL
         SELECT 'the quota does not add up', user_id::text FROM quota
          WHERE total_centavos <> remaining_centavos + used_centavos + available_centavos
          UNION ALL
         SELECT 'the quota is not what the books and the orders say', user_id::text FROM quota JOIN person USING (user_id)
          WHERE (used_centavos, frozen_centavos) <> (used, frozen)
            -- What was written off is owed all the same, and no longer in the books as principal.
            AND NOT EXISTS (SELECT FROM write_off WHERE write_off.user_id = quota.user_id)
          UNION ALL
         SELECT 'a loan that is paid off is not at zero', order_id::text FROM last
          WHERE state = 'cleared' AND (balances[1] <> 0 OR balances[2] <> 0 OR balances[3] <> 0 OR balances[4] <> 0
                                       OR balances[5] <> 0)
          UNION ALL
         SELECT 'a coupon is kept by a loan without effect', coupon.coupon_id::text FROM coupon JOIN loan_order USING (user_id, order_id)
          WHERE state = 'cancelled'
          UNION ALL
         SELECT 'a coupon is free and its loan goes on', coupon.coupon_id::text
           FROM coupon JOIN loan_order
             ON loan_order.user_id = coupon.user_id AND loan_order.order_id = coupon.returned_by_order_id
          WHERE state <> 'cancelled'
          UNION ALL
         SELECT 'a quote that was paid in time has left something', loan_order.order_id::text
           FROM payment JOIN loan_order USING (user_id, order_id)
          WHERE payment.kind = 'payoff' AND loan_order.state = 'in_repayment'
            AND payment.amount_centavos <= (
                  SELECT coalesce(sum(receipt.amount_centavos), 0) FROM receipt
                   WHERE receipt.user_id = payment.user_id AND receipt.order_id = payment.order_id
                     AND receipt.payment_id = payment.payment_id
                     AND receipt.state = 'credited'
                     AND receipt.paid_day <= (payment.expires_at AT TIME ZONE 'America/Argentina/Buenos_Aires')::date)
            -- What was taken back, or given back, since it was quoted is owed beyond it.
            AND NOT EXISTS (SELECT FROM receipt WHERE receipt.user_id = payment.user_id
                             AND receipt.order_id = payment.order_id AND receipt.state = 'reversed')
            AND NOT EXISTS (SELECT FROM refund WHERE refund.user_id = payment.user_id
                             AND refund.order_id = payment.order_id)
            AND NOT EXISTS (SELECT FROM receipt_reversal WHERE receipt_reversal.user_id = payment.user_id
                             AND receipt_reversal.order_id = payment.order_id)
            AND NOT EXISTS (SELECT FROM waiver JOIN waiver_reversal USING (user_id, waiver_id)
                             WHERE waiver.user_id = payment.user_id AND waiver.order_id = payment.order_id)
            AND NOT EXISTS (SELECT FROM write_off JOIN write_off_reversal USING (user_id, write_off_id)
                             WHERE write_off.user_id = payment.user_id AND write_off.order_id = payment.order_id)
            AND NOT EXISTS (SELECT FROM payment_plan JOIN payment_plan_reversal USING (user_id, plan_id)
                             WHERE payment_plan.user_id = payment.user_id AND payment_plan.order_id = payment.order_id)
          UNION ALL
         SELECT 'two payouts of one loan', order_id::text FROM payout_attempt
          WHERE state = 'settled' GROUP BY order_id HAVING count(*) > 1`
      const { rows } = await inTransaction(pool, async (tx) => {
        // The limit is for requests; a book of 20,000 borrowers takes longer on a busy machine.
        await tx.query('SET LOCAL statement_timeout = 0')
        return tx.query<{ problem: string; id: string }>(bookProblems)
      })
      rule(rows.length === 0, 'the whole book is in order', rows.slice(0, 5))
    },

    /** How many entries were looked at. */
    entryCount: () => entryCount,
    /** How often a loan with a waiver, a plan or a write-off was counted again day by day. */
    clerkCount: () => clerkCount,
  }
}
