import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { deviceConsents } from '@hola/core/consent/device.ts'
import { deviceDataKinds } from '@hola/core/device/limits.ts'
import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { pesos } from '@hola/core/money.ts'
import { expect } from 'vitest'
import type { TestServer } from './edge/http/test-server.ts'
import { openChecks } from './edge/simulation/check.ts'
import { verifyEvidence } from './lending/agreement/agreements.ts'
import { grantCoupon } from './lending/coupon/coupons.ts'
import { verifyBooks } from './lending/loan/verify-books.ts'
import { SIGN_CODE, approve, sendSignCode } from './lending/loan/test-approval.ts'
import type { Borrower } from './lending/loan/test-borrower.ts'
import { newBorrower, readyToSign } from './lending/loan/test-borrower.ts'
import { runDueJobs, signOrder } from './lending/payout/test-payout.ts'
import { requestOf } from './lending/repayment/test-repayment.ts'
import { agreed } from './person/account/test-login.ts'
import type { Applicant } from './person/application/test-application.ts'
import { basic, extra, newApplicant, saveThreeSteps, transfer } from './person/application/test-application.ts'
import { plainPhoto } from './person/identity/test-photos.ts'
import type { Pool } from './platform/db/pool.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { sandboxAccounts } from './providers/payout/test-accounts.ts'
import type { Known } from './test-attack-bodies.ts'

/** For the attack on all calls: people in every state, and one whose data nobody else may ever see or change. */

const victimDni = '38765123'

/** What is hers alone: each of these in an answer to somebody else, or in a log, is a leak. */
export const secretsOfVictim = {
  firstName: 'Zulmaquil',
  lastName: 'Canariovich',
  dni: victimDni,
  cuil: suggestCuil(victimDni, 'f') ?? '',
  phone: '+5491147770123',
  street: 'Pasaje Zorzalqui',
  contactName: 'Quimeyzul Vardoc',
  contactPhone: '3515559876',
  account: '0110012900000007771231',
}

export type Attacker = {
  readonly who: string
  /** A session of hers; undefined for a stranger. */
  readonly token: () => string | undefined
  /** Somebody else in the same state takes her place, whose token ended: she logged out, ended the service or erased herself. */
  readonly renew?: (ended: string) => Promise<void>
}

const becomeVictim = async (server: TestServer): Promise<Borrower> => {
  const { services } = server
  const own = secretsOfVictim
  const address = { kind: 'phone', value: own.phone } as const
  const person = await newApplicant(server, address)
  const save = async (path: 'app/save_basic_info' | 'app/save_extra_info' | 'app/save_transfer_info', body: object) =>
    expect(await person.call(path, body)).toMatchObject({ code: '0' })
  await save('app/save_basic_info', {
    ...basic,
    first_name: own.firstName,
    last_name: own.lastName,
    national_id_number: own.dni,
    cuil: own.cuil,
    address: { ...basic.address, street: own.street },
    whatsapp_phone: own.phone,
  })
  await save('app/save_extra_info', {
    ...extra,
    emergency_contact_1: {
      relationship_id: 'sibling',
      contact_name: own.contactName,
      contact_phone: own.contactPhone,
    },
  })
  await save('app/save_transfer_info', {
    ...transfer,
    account_number: own.account,
    full_name: `${own.lastName} ${own.firstName}`,
  })
  await approve(services, person.userId, pesos(400_000))
  return { ...person, address }
}

const coupon = (services: TestServer['services'], userId: string): Promise<string> =>
  inTransaction(services.pool, (tx) =>
    grantCoupon(tx, services, {
      userId,
      reason: 'granted',
      kind: 'fee_reduction',
      feeReductionCentavos: pesos(1_000),
      validDays: 30,
    }),
  )

/** Her loan is signed, paid out and in part asked to be paid; what names it can be guessed or stolen. */
const openVictim = async (server: TestServer) => {
  const { services } = server
  const person = await becomeVictim(server)
  const signing = await readyToSign(services, person, { amount_centavos: pesos(120_000), term_days: 91 })
  const { ret } = await person.call('loan/apply', signing)
  const { order_id: orderId, order_number: orderNumber } = ret.order
  await runDueJobs(services)
  const paying = requestOf(services, { userId: person.userId, orderId })
  const asked = await person.call('deal/repay_request', paying)
  const requested = await person.call('consumer/request', {
    channel: 'phone',
    phone: secretsOfVictim.phone,
    kind: 'complaint',
    order_number: orderNumber,
    note: `${secretsOfVictim.firstName} complains`,
  })
  return {
    person,
    orderId,
    orderNumber,
    /** Ids of hers, as somebody else might try them. */
    names: {
      uuid: [person.userId, orderId, signing.apply_id, paying.request_id, await coupon(services, person.userId)],
      user_id: [person.userId],
      order_id: [orderId],
      coupon_id: [await coupon(services, person.userId)],
      apply_id: [signing.apply_id],
      request_id: [paying.request_id],
      order_number: [orderNumber],
      reference: [asked.ret.payment?.reference],
      tracking_number: [requested.ret.tracking_number],
    },
  }
}

/** Words that a field of this name takes, so that half of the bodies get past the checks of a form. */
const teach = async (known: Known): Promise<void> => {
  const flatten = (fields: object): void => {
    for (const [field, value] of Object.entries(fields))
      if (typeof value === 'object' && value !== null) flatten(value as object)
      else if (value !== null) known.add(field, value)
  }
  for (const fields of [basic, extra, transfer, agreed]) flatten(fields)
  const values: Record<string, readonly unknown[]> = {
    code: [SIGN_CODE],
    phone: ['11 4555-0001', '+5491145550002', '0351 15 555 1234'],
    mail: ['ana@correo.example', `${'a'.repeat(60)}@correo.example`],
    whatsapp_phone: ['11 4555-0003'],
    contact_phone: ['351 555 1234', '2966 42-3456'],
    first_name: ["D'Artagnan Ñandú", 'Müller-Çelik', 'A'.repeat(60)],
    account_number: Object.values(sandboxAccounts),
    amount_centavos: [2_000_000, 10_000_000, 12_000_000],
    term_days: [91, 30, 61],
    method_id: ['transfer', 'checkout', 'rapipago', 'pagofacil'],
    parent_id: ['06', '06854', '02'],
    version: [biometricConsent.version, ...deviceDataKinds.map((kind) => deviceConsents[kind].version)],
    consent_version: [biometricConsent.version],
    image_base64: [(await plainPhoto()).toString('base64')],
    sender: ['Banco Demo', '22020'],
    target: ['applications', 'payouts', 'method:transfer'],
    day: ['2026-11-15', '2026-11-16'],
    month: ['2026-10', '2026-11'],
  }
  for (const [field, list] of Object.entries(values)) for (const value of list) known.add(field, value)
}

/** A stranger, and people in every state that a loan has before, during and after it. */
export const openWorld = async (server: TestServer, known: Known) => {
  const { services } = server
  await teach(known)
  const victim = await openVictim(server)
  for (const [field, values] of Object.entries(victim.names)) for (const value of values) known.add(field, value)

  const people: Record<string, () => Promise<Applicant>> = {
    newcomer: () => newApplicant(server),
    applicant: async () => {
      const person = await newApplicant(server, { kind: 'mail', value: `a${services.random.uuid()}@correo.example` })
      await saveThreeSteps(person)
      return person
    },
    approved: async () => {
      const person = await newBorrower(server)
      await sendSignCode(services, person.address)
      const { ret } = await person.call('loan/preview', { with_agreement: true })
      known.learn(ret)
      return person
    },
    'in repayment': async () => {
      const { person, orderId } = await signOrder(server, sandboxAccounts.instant)
      await runDueJobs(services)
      known.add('order_id', orderId)
      await sendSignCode(services, person.address)
      return person
    },
    'whose payout failed': async () => {
      const { person, orderId } = await signOrder(server, sandboxAccounts.wrongAccount)
      await runDueJobs(services)
      known.add('order_id', orderId)
      return person
    },
    blocked: async () => {
      const person = await newApplicant(server)
      await services.pool.query('UPDATE account SET blocked_at = $2 WHERE user_id = $1', [
        person.userId,
        services.clock.now(),
      ])
      return person
    },
  }
  const attackers: Attacker[] = [
    { who: 'a stranger', token: () => undefined },
    { who: 'a made-up token', token: () => Buffer.alloc(32, 7).toString('base64url') },
  ]
  for (const [who, make] of Object.entries(people)) {
    let person = await make()
    let making: Promise<Applicant> | undefined
    for (const field of ['uuid', 'user_id']) known.add(field, person.userId)
    known.add('coupon_id', await coupon(services, person.userId))
    attackers.push({
      who,
      token: () => person.token,
      renew: async (ended) => {
        if (ended === person.token && making === undefined) making = make().finally(() => (making = undefined))
        if (making !== undefined) person = await making
      },
    })
  }
  return { victim, attackers }
}

/** Everything that is kept of her, as one text. */
export const rowsOf = async (pool: Pool, userId: string): Promise<string> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'user_id' ORDER BY 1`,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(
      `SELECT one::text AS line FROM ${name} AS one WHERE user_id = $1 ORDER BY 1`,
      [userId],
    )
    lines.push(...rows.map(({ line }) => `${name} ${line}`))
  }
  return lines.join('\n')
}

/** The books of everybody add up, every chain is whole, and no loan was paid out twice. Returns how many loans were read. */
export const expectBooksInOrder = async ({ services }: TestServer): Promise<number> => {
  const { pool } = services
  // Only what looks at one person asks the bank of the simulation.
  await openChecks({ pool, services, bank: undefined as never }).checkAll('everybody')
  const { rows } = await pool.query<{ userId: string; orderId: string }>(
    'SELECT user_id AS "userId", order_id AS "orderId" FROM loan_order',
  )
  for (const key of rows) {
    expect(await inTransaction(pool, (tx) => verifyBooks(tx, key))).toMatchObject({ isIntact: true })
    expect(await inTransaction(pool, (tx) => verifyEvidence(tx, services, key.userId))).toMatchObject({
      isIntact: true,
    })
  }
  return rows.length
}
