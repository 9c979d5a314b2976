import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { checkPhone } from '@hola/core/identifiers/phone.ts'
import { expect } from 'vitest'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { askForCode } from './log-in.ts'
import { newPerson, type Person } from './people.ts'
import { Phone } from './phone.ts'
import { photoKinds } from '../web/src/shared/photo-queue/photo-queue.ts'
import { Photos } from './photos.ts'
import type { Specimens } from './sandbox-api.ts'
import { Steps } from './steps.ts'

// Nothing by a call and nothing by an address: only what the screens of the app and of the sandbox offer.

const CHECKED_MS = 240_000

/** Somebody with the mobile, the DNI and the account that the README tells a newcomer to type. */
const personOfReadme = (): Person => {
  const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8')
  const [, mobile = '', dni = '', cbu = ''] =
    /any Argentine mobile, like ([\d -]+\d),[\s\S]*? DNI (\d+) and account (\d+)/.exec(readme) ?? []
  const checked = checkPhone(mobile)
  if (!checked.ok) throw new Error(`the README has no mobile that can be typed: "${mobile}"`)
  const person = newPerson()
  return { ...person, phone: checked.value, dni, cuil: suggestCuil(dni, person.gender) ?? '', cbu }
}

/** The three photos that the sandbox's page draws for somebody. */
const specimens = async (
  sandbox: Phone,
  { firstName, lastName, dni, birthDay, gender }: Person,
): Promise<Specimens> => {
  const card = sandbox.page.getByRole('region', { name: m.sandbox_specimens() })
  await card.getByText(m.sandbox_specimens_details()).click()
  await card.getByRole('textbox', { name: m.sandbox_specimen_first_name() }).fill(firstName)
  await card.getByRole('textbox', { name: m.sandbox_specimen_last_name() }).fill(lastName)
  await card.getByRole('textbox', { name: m.sandbox_specimen_dni() }).fill(dni)
  await card.getByLabel(m.sandbox_specimen_birth()).fill(birthDay)
  await card.getByRole('radio', { name: gender.toUpperCase(), exact: true }).check({ force: true })
  await card.getByRole('button', { name: m.sandbox_specimen_make() }).click()
  const download = async (name: string): Promise<Buffer> => {
    const file = sandbox.page.waitForEvent('download')
    await card.getByRole('link', { name: m.sandbox_specimen_download({ name }) }).click()
    return readFile(await (await file).path())
  }
  return {
    id_front: await download(m.sandbox_specimen_front()),
    id_back: await download(m.sandbox_specimen_back()),
    selfie: await download(m.sandbox_specimen_selfie()),
  }
}

/** From the first page to a cleared loan by the README's five steps and what the screens say. */
export const byTheReadme = async (url: string): Promise<readonly string[]> => {
  setLocale('en')
  const phone = await Phone.open({ url })
  const sandbox = await Phone.open({ url, desk: true, width: 1280, height: 800 })
  await phone.goto('/')
  await sandbox.page.goto(`${url}/sandbox`)
  await sandbox.settled()

  const heading = (name: string) => phone.page.getByRole('heading', { name })
  const tapLink = (name: string) => phone.tap(phone.page.getByRole('link', { name, exact: true }).first())
  const tapButton = (name: string) => phone.tap(phone.page.getByRole('button', { name, exact: true }))
  /** The code that the newest message on the sandbox's page shows, once it is another than the last. */
  let lastCode = ''
  const newCode = async (): Promise<string> => {
    const newest = sandbox.page.getByRole('button', { name: new RegExp(m.sandbox_copy({ code: '\\d{6}' })) }).first()
    await expect.poll(() => newest.innerText()).not.toContain(lastCode || 'nothing yet')
    lastCode = /\d{6}/.exec(await newest.innerText())?.[0] ?? ''
    return lastCode
  }

  const since = Date.now()
  const person = personOfReadme()
  await tapLink(m.home_start())
  await askForCode(phone, person)
  await phone.page.getByRole('textbox', { name: m.account_code_label() }).fill(await newCode())
  await new Steps(phone, 'en').all(person)

  const photos = new Photos(phone)
  await photos.agree()
  await photos.takeAll(await specimens(sandbox, person))
  // Reading them takes seconds of a processor that others use too; the review waits for it, by the clock that is moved.
  for (const kind of photoKinds) await photos.tile(kind).getByText(m.photos_good()).waitFor({ timeout: CHECKED_MS })
  await photos.submit()
  await tapButton(m.photos_sent_go())
  await heading(m.photos_review_title()).waitFor()

  await sandbox.page.getByRole('button', { name: m.sandbox_add_two_minutes() }).click()
  await heading(m.home_approved_name({ name: person.firstName })).waitFor()
  await tapLink(m.home_choose())
  await tapLink(m.loan_see_offer())
  await tapLink(m.loan_go_on())
  await phone.check(phone.page.getByRole('checkbox'))
  await tapButton(m.sign_ask_code())
  await phone.page.getByRole('textbox').fill(await newCode())
  await tapButton(m.sign_sign())
  await heading(m.sign_done_title()).waitFor()
  await tapLink(m.sign_go_home())

  // The money arrives, and Home says so by itself.
  await tapLink(m.home_pay())
  await tapButton(m.repay_ask())
  await phone.page.getByText(m.repay_waiting()).waitFor()
  await sandbox.page.getByRole('button', { name: m.sandbox_pay(), exact: true }).click()
  await heading(m.repay_receipt()).waitFor()
  await tapButton(m.shell_back())
  await phone.page.getByText(m.home_cleared_title()).first().waitFor()
  console.log(`from the first page to a cleared loan in ${Math.round((Date.now() - since) / 1000)} s`)
  await phone.close()
  await sandbox.close()
  return [...phone.problems, ...sandbox.problems]
}
