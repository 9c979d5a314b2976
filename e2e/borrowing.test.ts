import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { APPROVAL_VALID_MS, REFUSAL_RETRY_MS, SUBMITTED_REDIRECT_MS } from '@hola/core/constants.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatCuil } from '@hola/core/identifiers/cuil.ts'
import { formatDni } from '@hola/core/identifiers/dni.ts'
import { formatPesos, pesos } from '@hola/core/money.ts'
import { extractText, getDocumentProxy } from 'unpdf'
import { oneTestIn, someOf } from '@hola/core/test-proof.ts'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { formatDate, formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { call, letReview, newSession, submitApplication, type Session } from './client.ts'
import { logIn } from './log-in.ts'
import { ownServer } from './own-server.ts'
import { newPerson, type Person } from './people.ts'
import { retryFrom } from '../web/src/shared/home/retry-from.ts'
import { launchBrowser, Phone, type Language } from './phone.ts'
import { Photos } from './photos.ts'
import { codeSentTo, moveClock, readClock, specimensOf } from './sandbox-api.ts'
import { Steps } from './steps.ts'
import { looksRight, money, wordsOn } from './walk.ts'

launchBrowser()
const server = ownServer()

let phone: Phone
let person: Person
let session: Session

afterEach(async () => {
  expect(phone.problems).toEqual([])
  await phone.close()
})

const submitted = async (language: Language, options?: Parameters<typeof newPerson>[0]): Promise<void> => {
  setLocale(language)
  const { url } = server()
  person = newPerson(options)
  session = await newSession(url, person)
  await submitApplication(url, session, person)
  phone = await Phone.open({ language, session, url })
}

const heading = (name: string | RegExp) => phone.page.getByRole('heading', { name })
const link = (name: string | RegExp) => phone.page.getByRole('link', { name })

/** The amounts of a quote that stand on every page and paper about it. */
const linesOf = ({ quote }: Pick<RetOf<'loan/preview'>, 'quote'>): string[] =>
  (
    [
      'amount_centavos',
      'fee_centavos',
      'arrival_centavos',
      'interest_centavos',
      'vat_centavos',
      'repayment_centavos',
    ] as const
  ).map((line) => money(quote[line]))

describe.each(someOf<Language>('languages of borrowing', ['es', 'en'], 1))('in %s', (language) => {
  test('from the application to a signed loan, which Home and My loan show', async () => {
    // Her bank takes ten minutes: the order is seen while it waits for its money.
    await submitted(language, { accountEnding: '9101' })
    const { url } = server()
    await phone.goto('/')
    await heading(m.photos_review_title()).waitFor()

    // Home follows by itself.
    const { quota } = await letReview(url, session)
    await heading(m.home_approved_name({ name: person.firstName })).waitFor()
    expect(quota?.total_centavos).toBe(pesos(200_000))
    await looksRight(phone)

    await phone.tap(link(m.home_choose()))
    await heading(m.loan_how_much()).waitFor()
    await phone.tap(
      phone.page.getByRole('button', { name: m.loan_less({ amount: formatPesos(pesos(5000), { centavos: false }) }) }),
    )
    await phone.check(phone.page.getByRole('radio', { name: /^62/ }))
    const chosen = await call(url, 'loan/preview', { amount_centavos: pesos(115_000), term_days: 62 }, { session })
    for (const line of linesOf(chosen).slice(1)) await expect.poll(() => wordsOn(phone)).toContain(line)
    await looksRight(phone)

    await phone.tap(link(m.loan_see_offer()))
    await heading(m.loan_other_days()).waitFor()
    const offered = await wordsOn(phone)
    for (const line of linesOf(chosen)) expect(offered).toContain(line)
    for (const { day, payoff_centavos: payoff } of chosen.what_if) {
      expect(offered).toContain(money(payoff))
      expect(offered).toContain(formatDay(day))
    }
    await looksRight(phone)

    await phone.tap(link(m.loan_go_on()))
    const box = phone.page.getByRole('checkbox')
    await box.waitFor()
    expect(await box.isChecked()).toBe(false)
    await looksRight(phone)
    await phone.tap(link(new RegExp(m.sign_agreement())))
    await heading(m.sign_fingerprint()).waitFor()
    const agreement = await wordsOn(phone)
    for (const line of linesOf(chosen)) expect(agreement).toContain(line)
    const sha256 = await pdfOnThisPage(linesOf(chosen))
    await looksRight(phone)
    await phone.page.goBack()

    await phone.check(box)
    await phone.tap(phone.page.getByRole('button', { name: m.sign_ask_code() }))
    const field = phone.page.getByRole('textbox')
    await field.waitFor()
    await field.fill(await codeSentTo(url, person.phone))
    await phone.tap(phone.page.getByRole('button', { name: m.sign_sign(), exact: true }))
    await heading(m.sign_done_title()).waitFor()
    expect(await wordsOn(phone)).toContain(money(chosen.quote.arrival_centavos))
    await looksRight(phone)

    await phone.tap(link(m.sign_go_home()))
    await phone.page.getByText(m.home_order_processing()).first().waitFor()
    await looksRight(phone)
    await phone.goto('/pages/my-loan/my-loan')
    await phone.page.getByText(m.orders_group_pending()).first().waitFor()
    const { groups } = await call(url, 'user/get_processing_order', {}, { session })
    const [order] = groups.flatMap(({ orders }) => orders)
    await looksRight(phone)
    await phone.tap(link(new RegExp(order?.order_number ?? 'none')))
    await phone.page.getByText(m.orders_timeline()).waitFor()
    // The fee and the coupon that took a part of it off stand in two lines.
    const { fee_centavos: fee, ...shown } = chosen.quote
    expect(await wordsOn(phone)).not.toContain(money(fee))
    for (const line of linesOf({ quote: { ...shown, fee_centavos: chosen.coupon?.fee_before_centavos ?? fee } }))
      expect(await wordsOn(phone)).toContain(line)
    await looksRight(phone)

    // The paper that was signed is the paper that was read, to the last byte.
    await phone.goto(`/pages/contract-new/contract-new?of=order&order_id=${order?.order_id ?? ''}`)
    await heading(m.sign_evidence()).waitFor()
    expect(await pdfOnThisPage(linesOf(chosen))).toBe(sha256)
    await looksRight(phone)
  })
})

/** What borrowing for the first time may cost somebody for whom all goes well. A budget: it only gets smaller. */
const TAPS_MAX = 45
const TYPED_MAX = 12

test('from guest to signature with the card: at most 45 taps and 12 typed values', async () => {
  setLocale('es')
  const { url } = server()
  person = newPerson()
  phone = await Phone.open({ language: 'es', url })
  const specimens = await specimensOf(url, person)
  const steps = new Steps(phone, 'es')
  const photos = new Photos(phone)
  const button = (name: string) => phone.page.getByRole('button', { name, exact: true })
  await phone.goto('/')
  await phone.tap(link(m.home_start()))
  await logIn(phone, person)
  await steps.basicByCard(person, photos, specimens.id_front)
  for (const [name, value] of [
    ['first_name', person.firstName],
    ['last_name', person.lastName],
    ['national_id_number', formatDni(person.dni)],
    ['cuil', formatCuil(person.cuil)],
    ['address.street_number', '1234'],
  ] as const)
    expect(await steps.input(name).inputValue()).toBe(value)
  await looksRight(phone)
  await steps.goOn('social')
  await steps.social(person)
  await steps.goOn('withdrawal')
  await steps.withdrawal(person)
  await steps.goOn('photos')
  // Neither the consent nor the front is asked for again.
  await photos.take('id_back', specimens.id_back)
  await photos.take('selfie', specimens.selfie)
  await photos.submit()
  // It counts down and goes Home by itself, which follows the review.
  await phone.page.getByRole('timer').waitFor()
  await phone.page.clock.setFixedTime(Date.now() + SUBMITTED_REDIRECT_MS)
  await heading(m.photos_review_title()).waitFor()
  await phone.page.clock.resume()
  await letReview(url, await phone.session())
  await heading(m.home_approved_name({ name: person.firstName })).waitFor()
  await phone.tap(link(m.home_choose()))
  await phone.tap(link(m.loan_see_offer()))
  await phone.tap(link(m.loan_go_on()))
  await phone.check(phone.page.getByRole('checkbox'))
  await phone.tap(button(m.sign_ask_code()))
  const field = phone.page.getByRole('textbox')
  await field.waitFor()
  await phone.type(field, await codeSentTo(url, person.phone))
  await phone.tap(button(m.sign_sign()))
  await heading(m.sign_done_title()).waitFor()
  const { taps, typed } = phone
  console.log(
    `from guest to signature: ${taps} taps (at most ${TAPS_MAX}), ${typed} typed values (at most ${TYPED_MAX})`,
  )
  expect(taps).toBeLessThanOrEqual(TAPS_MAX)
  expect(typed).toBeLessThanOrEqual(TYPED_MAX)
})

/** Downloads the PDF as a person does, reads these lines in it, and compares its hash with the one on the page. */
const pdfOnThisPage = async (lines: readonly string[]): Promise<string> => {
  const download = phone.page.waitForEvent('download')
  await phone.tap(phone.page.getByRole('button', { name: m.sign_download() }))
  const bytes = await readFile(await (await download).path())
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  for (const line of lines) expect(text.replaceAll('\u00A0', ' ')).toContain(line)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect((await wordsOn(phone)).replaceAll(/\s/g, '')).toContain(sha256)
  return sha256
}

const now = async (): Promise<number> => Date.parse((await readClock(server().url)).now)
const moveTo = (instant: number): Promise<unknown> => moveClock(server().url, { to: new Date(instant).toISOString() })

test('refused: reasons, how to correct them, the exact next try, before which none is taken', async () => {
  await submitted('en', { dniEnding: '9003' })
  const { url } = server()
  const { retry_at: retryAt, refusal_reasons: reasons } = await letReview(url, session)
  const retry = Date.parse(retryAt ?? '')
  await phone.goto('/')
  await heading(m.home_refused_title()).waitFor()
  const shown = await wordsOn(phone)
  expect(shown).toContain('Sorry, your application has been refused, please try again 14 days later.')
  expect(shown).toContain(m.home_at(retryFrom(retryAt ?? '')))
  expect(reasons.length).toBeGreaterThan(0)
  for (const { text } of reasons) expect(shown).toContain(text)
  expect(shown).toContain(m.home_bureau_title())
  await looksRight(phone)

  // My loan has it too, among what is over, in the words that the specification quotes.
  await phone.tap(phone.page.getByRole('navigation').getByRole('link', { name: m.pages_my_loan() }))
  await phone.tap(phone.page.getByRole('tab', { name: m.orders_tab_completed() }))
  await heading('Review not approved').waitFor()
  const listed = await wordsOn(phone)
  expect(listed).toContain('Loan failure')
  expect(listed).toContain(m.orders_refused_on({ date: formatDate(new Date(await now())) }))
  for (const { text } of reasons) expect(listed).toContain(text)
  expect(listed).toContain(m.orders_refused_retry(retryFrom(retryAt ?? '')))
  await looksRight(phone)

  const info = await call(url, 'loan/apply_info', {}, { session })
  expect(retry - Date.parse(info.decided_at ?? '')).toBe(REFUSAL_RETRY_MS)
  // The clock goes on while we look at it: a minute leaves room for a slow machine.
  await moveTo(retry - 60_000)
  await expect(call(url, 'loan/apply_info', { submit: true }, { session })).rejects.toThrow('20203')
  await moveTo(retry)
  await phone.goto('/')
  await phone.page.reload()
  await phone.tap(phone.page.getByRole('button', { name: m.home_again_send() }))
  await heading(m.photos_review_title()).waitFor()
})

const longTest = oneTestIn(2, 'approvals that expire', { test, afterAll })

longTest('expired after 6 days 23:59:59: Home says so, and she is approved again by one tap', async () => {
  await submitted('es')
  const { url } = server()
  const { expires_at: expiresAt } = await letReview(url, session)
  const info = await call(url, 'loan/apply_info', {}, { session })
  const expires = Date.parse(expiresAt ?? '')
  expect(expires - Date.parse(info.decided_at ?? '')).toBe(APPROVAL_VALID_MS)
  expect(expires).toBeGreaterThan(await now())
  await moveTo(expires - 60_000)
  expect(await call(url, 'app/home', {}, { session })).toMatchObject({ state: 'approved' })
  await moveTo(expires)
  await phone.goto('/')
  await heading(m.home_expired_title()).waitFor()
  await looksRight(phone)
  await expect(call(url, 'loan/preview', {}, { session })).rejects.toThrow('20306')

  await phone.tap(phone.page.getByRole('button', { name: m.home_again_send() }))
  await heading(m.photos_review_title()).waitFor()
  expect(await letReview(url, session)).toMatchObject({ state: 'approved' })
  await heading(m.home_approved_name({ name: person.firstName })).waitFor()
})
