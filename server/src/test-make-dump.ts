import { globSync } from 'node:fs'
import { join } from 'node:path'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { CallPath, RetOf } from '@hola/core/contract/contract.ts'
import { deviceDataKinds } from '@hola/core/device/limits.ts'
import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { pesos } from '@hola/core/money.ts'
import { expect, test } from 'vitest'
import { typeAtDesk } from './edge/desk-cli/test-desk.ts'
import { jobHandlers } from './job-handlers.ts'
import { runDueJobs } from './lending/payout/test-payout.ts'
import { pay, putMoney } from './lending/repayment/test-repayment.ts'
import { reviewApplication } from './lending/review/review-application.ts'
import { agreed } from './person/account/test-login.ts'
import { basic, extra, transfer } from './person/application/test-application.ts'
import type { Applicant } from './person/application/test-application.ts'
import { agree, uploads } from './person/device-data/test-records.ts'
import { goodReadings, openPhotoServer } from './person/identity/test-photos.ts'
import { testDatabase } from './platform/db/test-database.ts'
import { writeDumpFile } from './platform/db/test-dump-file.ts'
import { listMessages } from './providers/messages/sandbox-outbox.ts'
import { sandboxAccounts } from './providers/payout/test-accounts.ts'
import { answerAsStaff } from './rights/consumer/staff-requests.ts'
import { inTransaction } from './platform/db/transaction.ts'

/**
 * npm run dump: plays a few invented people through the product as it is now and writes their database to a file that the
 * tests of all later versions restore. Everybody in it logs in with a number that nobody can have.
 */

const { pool } = await testDatabase()
let now = new Date('2026-11-16T15:00:00Z')
const later = (ms: number): void => void (now = new Date(now.getTime() + ms))
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const { app, services, sendThree, show } = await openPhotoServer(pool, () => now)

const must = <Ret>({ code, msg, ret }: { code: string; msg: string; ret: Ret }): Ret => {
  if (code !== '0') throw new Error(`${code} ${msg}`)
  return ret
}
const lastCode = async (): Promise<string> => (await listMessages(services)).messages[0]?.code ?? ''

const personWith = (userId: string, token: string): Applicant => ({
  userId,
  token,
  call: async (path, body = {}, language = 'es') =>
    (await app.inject({ method: 'POST', url: `/api/${path}`, headers: { token, language }, payload: body })).json(),
  onAnotherDevice: async () => personWith(userId, token),
})

const guest = async <Path extends CallPath>(path: Path, body: object): Promise<RetOf<Path>> =>
  must((await app.inject({ method: 'POST', url: `/api/${path}`, headers: { language: 'es' }, payload: body })).json())

/** By the calls of the log-in, the three steps, the photos and the submission. */
const submitted = async (phone: string, dni: string): Promise<Applicant> => {
  later(2 * MINUTE_MS)
  await guest('user/get_code', { purpose: 'login', phone })
  const { token, user_id } = await guest('user/login', { channel: 'phone', phone, code: await lastCode(), ...agreed })
  const person = personWith(user_id, token)
  const cuil = suggestCuil(dni, 'f') ?? ''
  must(await person.call('app/save_basic_info', { ...basic, national_id_number: dni, cuil, whatsapp_phone: phone }))
  must(await person.call('app/save_extra_info', extra))
  must(await person.call('app/save_transfer_info', { ...transfer, account_number: sandboxAccounts.instant }))
  const { front, back, selfie } = goodReadings
  // As far from the faces of the others as a face can be.
  const face = Array.from({ length: 128 }, (_, index) => (index === Number(dni.slice(-2)) ? 1 : 0))
  const ofHer = <Card extends object | null>(card: Card): Card => ({ ...card, dni })
  const versions = { faces: 'face-api 1.7' }
  show({
    front: { ...front, versions, barcode: ofHer(front.barcode), portrait: { faces: 1, descriptor: face } },
    back: { ...back, mrz: ofHer(back.mrz) },
    selfie: { ...selfie, versions, selfie: { faces: 1, descriptor: face } },
  })
  await sendThree(person)
  must(await person.call('loan/apply_info', { submit: true }))
  return person
}

const takeReview = async (userId: string) => {
  const { rows } = await pool.query<{ data: { user_id: string; application_id: string; try_number: number } }>(
    `DELETE FROM pgboss.job WHERE name = 'application-review' AND data ->> 'user_id' = $1 RETURNING data`,
    [userId],
  )
  const [job] = rows
  if (job === undefined) throw new Error('no review waits')
  return job.data
}

const approved = async (phone: string, dni: string): Promise<Applicant> => {
  const person = await submitted(phone, dni)
  later(2 * MINUTE_MS)
  await reviewApplication(services, await takeReview(person.userId))
  expect(must(await person.call('loan/apply_info'))).toMatchObject({ application: { state: 'approved' } })
  return person
}

const signed = async (person: Applicant): Promise<string> => {
  const wanted = { amount_centavos: pesos(100_000), term_days: 91 }
  const { agreement, quote, coupon } = must(await person.call('loan/preview', { ...wanted, with_agreement: true }))
  must(await person.call('user/get_code', { purpose: 'sign' }))
  const { order } = must(
    await person.call('loan/apply', {
      apply_id: services.random.uuid(),
      amount_centavos: quote.amount_centavos,
      term_days: quote.term_days,
      coupon_id: coupon?.coupon_id ?? null,
      agreement_accepted: true,
      agreement: { version: agreement?.version, sha256: agreement?.sha256 },
      code_channel: 'phone',
      code: await lastCode(),
    }),
  )
  return order.order_id
}

const paidOut = async (): Promise<void> => {
  for (let hours = 0; hours < 4; hours += 1) {
    await runDueJobs(services)
    later(HOUR_MS)
  }
}

const asked = async (person: Applicant, orderId: string, what: object) => {
  const request = { request_id: services.random.uuid(), order_id: orderId, method_id: 'transfer', ...what }
  const { payment } = must(await person.call('deal/repay_request', request))
  if (payment === null) throw new Error('nothing to pay')
  return payment
}

test('a database of people at every stage', async () => {
  // Paid back, with everything that a person can leave behind.
  const cleared = await approved('+5491150000001', '30111201')
  for (const kind of deviceDataKinds) {
    await agree(cleared, kind)
    must(await cleared.call(uploads[kind].path, uploads[kind].sent))
  }
  const clearedOrder = await signed(cleared)
  await paidOut()
  const payoff = await asked(cleared, clearedOrder, { kind: 'payoff' })
  await pay(services, { reference: payoff.reference, amount: payoff.amount_centavos })
  const complaint = { channel: 'phone', phone: '+5491150000001', kind: 'complaint', note: 'Ya lo pagué' }
  const { tracking_number: typed } = must(await cleared.call('consumer/request', complaint))
  await inTransaction(pool, (tx) => answerAsStaff(tx, services, { typed, words: 'Está saldado', isEnd: true }))

  // Erased, and not yet told so.
  const erased = await approved('+5491150000002', '30111202')
  const erasedOrder = await signed(erased)
  await paidOut()
  const last = await asked(erased, erasedOrder, { kind: 'payoff' })
  await pay(services, { reference: last.reference, amount: last.amount_centavos })
  must(await erased.call('user/get_code', { purpose: 'erase' }))
  must(await erased.call('privacy/erase', { code_channel: 'phone', code: await lastCode() }))

  // Paying back, with a part paid and another asked for.
  const running = await approved('+5491150000003', '30111203')
  const runningOrder = await signed(running)
  await paidOut()
  const part = await asked(running, runningOrder, { kind: 'part', amount_centavos: pesos(20_000) })
  await pay(services, { reference: part.reference, amount: part.amount_centavos })
  await asked(running, runningOrder, { kind: 'payoff' })
  const gift = ['coupon', '+5491150000003', '--days', '7', '--valid', '60', '--why', 'a promise']
  const desk = await typeAtDesk(services, gift)
  expect(desk).toMatchObject({ exitCode: 0 })
  // Money that came without a word, for the reconciliation to find.
  await putMoney(services, { reference: 'nobody', amount: pesos(1_000) })
  await jobHandlers(services).reconciliation({ day: civilDayOf(now), try_number: 0 }, { id: 'dump' } as never)

  // Signed, and her money is still to be sent.
  const waiting = await approved('+5491150000004', '30111204')
  await signed(waiting)
  // In review.
  await submitted('+5491150000005', '30111205')

  const folder = join(import.meta.dirname, '..', 'fixtures')
  const number = globSync('dump-*.json.gz', { cwd: folder }).length + 1
  const filesFolder = join(services.settings.dataDir, 'files')
  await writeDumpFile(join(folder, `dump-${number}.json.gz`), { pool, filesFolder, madeAt: now })
})
