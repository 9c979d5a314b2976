import type { BodyOf, CallPath, RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { newNetwork } from './network.ts'
import { basicOf, extraOf, newPerson, transferOf, type Person } from './people.ts'
import { codeSentTo } from './sandbox-api.ts'

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
export async function newSession(url: string, { phone }: Pick<Person, 'phone'> = newPerson()): Promise<Session> {
  const { privacy_version, terms_version } = await call(url, 'app/get_login_option', {})
  await call(url, 'user/get_code', { purpose: 'login', phone })
  const code = await codeSentTo(url, phone)
  const agreed = { privacy_version, terms_version }
  const { token, user_id: userId } = await call(url, 'user/login', { channel: 'phone', phone, code, ...agreed })
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
