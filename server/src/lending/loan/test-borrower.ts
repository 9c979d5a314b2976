import { randomInt } from 'node:crypto'
import { agreementDocument } from '@hola/core/agreement/agreement.ts'
import { testFacts } from '@hola/core/agreement/test-facts.ts'
import { addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import type { OrderState } from '@hola/core/loan/order-states.ts'
import { quote } from '@hola/core/loan/quote.ts'
import { CURRENT_RULES_VERSION } from '@hola/core/loan/rules.ts'
import type { RulesVersion } from '@hola/core/loan/rules.ts'
import { withdrawalUntilDay } from '@hola/core/loan/withdrawal.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import type { Centavos } from '@hola/core/money.ts'
import { keptAgreement } from '@hola/core/stored/loan.ts'
import type { FastifyInstance } from 'fastify'
import type { Address } from '../../person/account/address.ts'
import { newApplicant, saveThreeSteps } from '../../person/application/test-application.ts'
import type { Applicant } from '../../person/application/test-application.ts'
import { currentProducts } from '../catalog/publications.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Services } from '../../edge/services.ts'
import { accountOf } from '../order/account-of.ts'
import { sealAccount } from '../order/payout-account.ts'
import { findOrder, insertOrder, noRelief } from '../order/store.ts'
import type { OrderKey } from '../order/store.ts'
import { approve, sendSignCode, SIGN_CODE } from './test-approval.ts'

type Server = { readonly app: FastifyInstance; readonly services: Services }

export type Borrower = Applicant & { readonly address: Address }

/** Somebody whose application is approved from the clock's now on; by default for $ 400.000. */
export const newBorrower = async (
  server: Server,
  {
    limit = pesos(400_000),
    address = { kind: 'phone', value: `+549114${String(randomInt(10_000_000)).padStart(7, '0')}` },
  }: { readonly limit?: Centavos; readonly address?: Address } = {},
): Promise<Borrower> => {
  const person = await newApplicant(server, address)
  await saveThreeSteps(person)
  await approve(server.services, person.userId, limit)
  return { ...person, address }
}

/** The body of `loan/apply` for what `loan/preview` shows, with a code on its way. */
export const readyToSign = async (
  services: Services,
  { call, address }: Borrower,
  wanted: { amount_centavos?: number; term_days?: number; coupon_id?: string | null } = {},
) => {
  await sendSignCode(services, address)
  const { ret, msg } = await call('loan/preview', { ...wanted, with_agreement: true })
  if (ret === null || ret.agreement === null) throw new Error(`no preview to sign: ${msg}`)
  return {
    apply_id: services.random.uuid(),
    amount_centavos: ret.quote.amount_centavos,
    term_days: ret.quote.term_days,
    coupon_id: ret.coupon?.coupon_id ?? null,
    agreement_accepted: true as const,
    agreement: { version: ret.agreement.version, sha256: ret.agreement.sha256 },
    code_channel: address.kind,
    code: SIGN_CODE,
  }
}

/** The money of a pending order left on this day, as a payout would write it down. */
export const payOut = async (
  pool: Pool,
  orderId: string,
  { payoutDay, dueDay }: { payoutDay: CivilDay; dueDay: CivilDay },
): Promise<void> => {
  await pool.query(
    `UPDATE loan_order
        SET previous_state = state, state = 'in_repayment', state_since = $2, paid_out_at = $2, payout_day = $3, due_day = $4
      WHERE order_id = $1`,
    [orderId, startOfDay(payoutDay), payoutDay, dueDay],
  )
}

/** A payment that a provider told us of; returns its id. */
export const insertReceipt = async (
  tx: Tx,
  { userId, orderId }: OrderKey,
  { paidDay, amount, heardAt = startOfDay(paidDay) }: { paidDay: CivilDay; amount: Centavos; heardAt?: Date },
): Promise<string> => {
  const receiptId = `test-${randomInt(2 ** 40)}`
  await tx.query(
    `INSERT INTO receipt (provider, provider_payment_id, amount_centavos, paid_day, state, user_id, order_id, heard_at)
     VALUES ('test', $1, $2, $3, 'credited', $4, $5, $6)`,
    [receiptId, amount, paidDay, userId, orderId, heardAt],
  )
  return receiptId
}

const accountOnFile = {
  institutionName: 'Banco de la Nación Argentina',
  kind: 'cbu',
  number: '0110012900000000000017',
  holderName: 'ROMERO LUCIA',
} as const

const states: Readonly<Record<OrderState, string>> = {
  pending: 'signing',
  review_failed: 'signing',
  in_repayment: 'pending',
  payout_failed: 'pending',
  cancelled: 'pending',
  cleared: 'in_repayment',
}

/** A loan of $ 100.000 for 91 days, signed so many days ago, as if everything until its state had happened. */
export const insertLoan = async (
  { pool, clock, random, reference, sealer }: Services,
  userId: string,
  {
    state,
    signedDaysAgo = 100,
    clearedDaysAfterDue = 0,
    rulesVersion = CURRENT_RULES_VERSION,
  }: {
    readonly state: OrderState
    readonly signedDaysAgo?: number
    readonly clearedDaysAfterDue?: number
    readonly rulesVersion?: RulesVersion
  },
): Promise<string> => {
  const orderId = random.uuid()
  const signedDay = addDays(civilDayOf(clock.now()), -signedDaysAgo)
  const signedAt = new Date(startOfDay(signedDay).getTime() + 12 * 3_600_000)
  const agreementSha256 = Buffer.from(random.bytes(32))
  const [offered] = await inTransaction(pool, currentProducts)
  if (offered === undefined) throw new Error('nothing is offered')
  const { product, versionNumber } = offered
  const pricing = {
    feeBasisPoints: product.fee_basis_points,
    tnaBasisPoints: product.tna_basis_points,
    vatBasisPoints: product.vat_basis_points,
  }
  const { feeBefore, fee, arrival, interest, vat, repayment, ...quoted } = quote({
    pricing,
    amount: pesos(100_000),
    termDays: 91,
    payoutDay: signedDay,
    holidays: reference.holidays,
  })
  const facts = testFacts()
  const sealedFacts = sealer.seal(
    keptAgreement.writeText({ facts, document: agreementDocument(facts), courtesySummary: [] }),
    { table: 'agreement', column: 'sealed_facts', row: [userId, agreementSha256.toString('hex')] },
  )
  const isPaidOut = state === 'in_repayment' || state === 'cleared'
  await inTransaction(pool, async (tx) => {
    await tx.query(
      `INSERT INTO agreement (user_id, sha256, text_version, page_count, facts_index, sealed_facts, sealed_pdf, made_at)
       VALUES ($1, $2, 'test', 1, $2, $3, '', $4)`,
      [userId, agreementSha256, sealedFacts, signedAt],
    )
    await insertOrder(tx, {
      userId,
      orderId,
      orderNumber: orderId.slice(0, 8),
      state: 'pending',
      stateSince: signedAt,
      productId: product.product_id,
      productVersion: versionNumber,
      amount: quoted.amount,
      feeBefore,
      fee,
      arrival,
      interest,
      vat,
      repayment,
      termDays: quoted.termDays,
      ...pricing,
      teaBasisPoints: quoted.teaBasisPoints,
      cfteaBasisPoints: quoted.cfteaBasisPoints,
      lateOneTimeBasisPoints: product.late_one_time_basis_points,
      lateOneTimeUnpaidMin: centavos(product.late_one_time_unpaid_min_centavos),
      lateDailyBasisPoints: product.late_daily_basis_points,
      lateMaxBasisPoints: product.late_max_basis_points,
      partialPaymentMin: pesos(1_000),
      rulesVersion,
      agreedPayoutDay: signedDay,
      agreedDueDay: quoted.dueDay,
      withdrawalUntilDay: withdrawalUntilDay(signedDay, reference.holidays),
      couponId: null,
      sealedAccount: sealAccount(sealer, { userId, orderId }, accountOnFile),
      agreementSha256,
      signedAt,
      paidOutAt: null,
      payoutDay: null,
      dueDay: null,
      extensionDays: 0,
      clearedAt: null,
      withdrawnAt: null,
      payments: [],
      refunded: centavos(0),
      ...noRelief,
    })
    await tx.query(
      `UPDATE loan_order
          SET previous_state = $3, state = $4, paid_out_at = $5, payout_day = $6, due_day = $7, cleared_at = $8
        WHERE user_id = $1 AND order_id = $2`,
      [
        userId,
        orderId,
        states[state],
        state,
        isPaidOut ? signedAt : null,
        isPaidOut ? signedDay : null,
        isPaidOut ? quoted.dueDay : null,
        state === 'cleared' ? startOfDay(addDays(quoted.dueDay, clearedDaysAfterDue)) : null,
      ],
    )
    const paidOut = await findOrder(tx, userId, orderId)
    if (state !== 'cleared' || paidOut === undefined) return
    const paidDay = addDays(quoted.dueDay, clearedDaysAfterDue)
    await insertReceipt(tx, paidOut, { paidDay, amount: accountOf(paidOut, paidDay)?.payoff ?? pesos(0) })
  })
  return orderId
}
