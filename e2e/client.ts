import { randomUUID } from 'node:crypto'
import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { REVIEW_ABOUT_MS } from '@hola/core/constants.ts'
import type { BodyOf, CallPath, RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { expect, vi } from 'vitest'
import { POLL_LIMIT_MS } from '../tools/time-limits.ts'
import { newNetwork } from './network.ts'
import { basicOf, extraOf, newPerson, transferOf, type Person } from './people.ts'
import { codeSentTo, moveClock, specimensOf } from './sandbox-api.ts'

// What a test needs to be there and does not look at: done by calls, in milliseconds instead of seconds of a browser.

export type Session = { readonly token: string; readonly userId: string; readonly phone?: string }

/** Throws on a refusal: nobody asks for one here. */
export async function call<Path extends CallPath>(
  url: string,
  path: Path,
  body: BodyOf<Path>,
  { session, language = 'en' }: { session?: Session; language?: WireLanguage } = {},
): Promise<RetOf<Path>> {
  const answer = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      language,
      ...newNetwork(),
      ...(session && { token: session.token }),
    },
    body: JSON.stringify(body),
  })
  const envelope = (await answer.json()) as { code: string; msg: string; ret: RetOf<Path> }
  if (envelope.code !== '0') throw new Error(`${path}: ${envelope.code} ${envelope.msg}`)
  return envelope.ret
}

/** Somebody who is logged in on one device. */
export async function newSession(
  url: string,
  { phone }: Pick<Person, 'phone'> = newPerson(),
  /** What is written to her comes in the language that she logs in with. */
  language: WireLanguage = 'en',
): Promise<Session> {
  const { privacy_version, terms_version } = await call(url, 'app/get_login_option', {})
  await call(url, 'user/get_code', { purpose: 'login', phone }, { language })
  const code = await codeSentTo(url, phone)
  const agreed = { privacy_version, terms_version }
  const { token, user_id: userId } = await call(
    url,
    'user/login',
    { channel: 'phone', phone, code, ...agreed },
    { language },
  )
  return { token, userId, phone }
}

/** Ends a session behind the back of the device that holds it. */
export async function endSession(url: string, session: Session): Promise<void> {
  await call(url, 'user/logout', {}, { session })
}

export async function saveThreeSteps(url: string, session: Session, person: Person): Promise<void> {
  await call(url, 'app/save_basic_info', basicOf(person), { session })
  await call(url, 'app/save_extra_info', extraOf(person), { session })
  await call(url, 'app/save_transfer_info', transferOf(person), { session })
}

/** Sends everything that an application needs, waits until the photos are read, and submits it. */
export async function submitApplication(
  url: string,
  session: Session,
  person: Person,
  /** How long reading the photos may take. */
  limitMs = POLL_LIMIT_MS,
): Promise<void> {
  await saveThreeSteps(url, session, person)
  const specimens = await specimensOf(url, person)
  for (const kind of ['id_front', 'id_back', 'selfie'] as const) {
    const image_base64 = specimens[kind].toString('base64')
    const photo = { upload_id: randomUUID(), kind, image_base64, consent_version: biometricConsent.version }
    await call(url, 'app/upload_image_info', photo, { session })
  }
  await eventually(async () => {
    const { photos } = await call(url, 'loan/apply_info', {}, { session })
    expect(photos.map(({ kind, state }) => ({ kind, state }))).toEqual(
      photos.map(({ kind }) => ({ kind, state: 'accepted' })),
    )
  }, limitMs)
  await call(url, 'loan/apply_info', { submit: true }, { session })
}

/** Two minutes later the review is decided. */
export async function letReview(url: string, session: Session): Promise<RetOf<'app/home'>> {
  await moveClock(url, { advance_ms: REVIEW_ABOUT_MS })
  return eventually(async () => {
    const home = await call(url, 'app/home', {}, { session })
    expect(home).not.toMatchObject({ state: 'in_review' })
    return home
  })
}

/** Signs a loan, and waits until it is what the test needs. */
export async function borrow(
  url: string,
  session: Session,
  { phone }: Pick<Person, 'phone'>,
  state: RetOf<'loan/order'>['order']['state'] = 'in_repayment',
): Promise<RetOf<'loan/order'>['order']> {
  const offer = await call(url, 'loan/preview', { with_agreement: true }, { session })
  if (offer.agreement === null) throw new Error('no agreement came with the offer')
  await call(url, 'user/get_code', { purpose: 'sign' }, { session })
  const { version, sha256 } = offer.agreement
  const { order } = await call(
    url,
    'loan/apply',
    {
      apply_id: randomUUID(),
      amount_centavos: offer.quote.amount_centavos,
      term_days: offer.quote.term_days,
      coupon_id: offer.coupon?.coupon_id ?? null,
      agreement_accepted: true,
      agreement: { version, sha256 },
      code_channel: 'phone',
      code: await codeSentTo(url, phone),
    },
    { session },
  )
  return eventually(async () => {
    const now = await call(url, 'loan/order', { order_id: order.order_id }, { session })
    expect(now.order).toMatchObject({ state })
    return now.order
  })
}

const eventually = <Seen>(look: () => Promise<Seen>, timeout = POLL_LIMIT_MS): Promise<Seen> =>
  vi.waitFor(look, { timeout, interval: 100 })
