import { m } from '@hola/i18n/compiled/messages.js'
import type { Person } from './people.ts'
import type { Phone } from './phone.ts'
import { codeSentTo } from './sandbox-api.ts'

type Way = 'phone' | 'mail'

/** On the page that asks where the code goes: fills it in, agrees, and asks for the code. */
export async function askForCode(phone: Phone, person: Person, way: Way = 'phone'): Promise<void> {
  const { page } = phone
  if (way === 'mail') await phone.tap(page.getByRole('radio', { name: m.account_mail() }))
  const field = page.getByRole('textbox', { name: way === 'mail' ? m.account_mail_label() : m.account_phone_label() })
  await phone.type(field, way === 'mail' ? person.mail : person.phone)
  for (const text of [m.account_privacy_link(), m.account_terms_link()]) {
    await phone.check(page.getByRole('checkbox', { name: text }))
  }
  await phone.tap(page.getByRole('button', { name: m.account_ask_code() }))
  await page.getByRole('textbox', { name: m.account_code_label() }).waitFor()
}

/** From the page that asks where the code goes to the page that asked for the log-in. */
export async function logIn(phone: Phone, person: Person, way: Way = 'phone'): Promise<void> {
  await askForCode(phone, person, way)
  const code = await codeSentTo(phone.url, way === 'mail' ? person.mail : person.phone)
  const field = phone.page.getByRole('textbox', { name: m.account_code_label() })
  await phone.type(field, code)
  await field.waitFor({ state: 'detached' })
  await phone.settled()
}
