import { someOf } from '@hola/core/test-proof.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { refuse } from '@hola/core/errors.ts'
import { sayRefusal } from '@hola/i18n/say-refusal.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { call, endSession, newSession, type Session } from './client.ts'
import { logIn } from './log-in.ts'
import { ownServer } from './own-server.ts'
import { basicOf, newPerson, type Person } from './people.ts'
import { launchBrowser, Phone, type Language } from './phone.ts'
import { moveClock } from './sandbox-api.ts'
import { stepPages, Steps } from './steps.ts'

launchBrowser()
const server = ownServer()

const codePage = '#/pages/account/get-code-page/get-code-page'
const resendMs = 60_000

let person: Person
let session: Session
let phone: Phone
let steps: Steps

const begin = async (language: Language): Promise<void> => {
  setLocale(language)
  person = newPerson()
  session = await newSession(server().url, person)
  // Another code for the same phone is sent after a while only.
  await moveClock(server().url, { advance_ms: resendMs })
  phone = await Phone.open({ language, url: server().url, session })
  steps = new Steps(phone, language)
}

afterEach(async () => {
  expect(phone.problems).toEqual([])
  await phone.close()
})

test('what was typed and not saved is there after a reload, and the page says so', async () => {
  await begin('en')
  await phone.goto(stepPages.basic)
  await steps.type('first_name', person.firstName)
  await steps.type('national_id_number', person.dni)
  await steps.place()

  await phone.page.reload()
  await phone.page.getByText(m.application_restored()).waitFor()
  expect(await steps.input('first_name').inputValue()).toBe(person.firstName)
  expect((await steps.input('national_id_number').inputValue()).replaceAll('.', '')).toBe(person.dni)
  // The list of places comes after what was typed.
  await expect.poll(() => steps.field('address.locality_id').innerText()).toContain('25 de Mayo')
  expect(await phone.axe()).toEqual([])
})

test('a session that ends in a step is told once, and the log-in leads back to what was typed', async () => {
  await begin('es')
  await phone.goto(stepPages.basic)
  await steps.basic(person)
  await endSession(phone.url, session)
  await phone.tap(phone.page.getByRole('button', { name: m.application_save_and_go_on() }))
  await phone.page.waitForURL((url) => url.hash.startsWith(codePage))
  await phone.settled()
  expect(await phone.toasts()).toEqual([sayRefusal(refuse('login_needed'), 'es')])
  const [answer, ...more] = phone.problems.splice(0).filter((problem) => !problem.startsWith('console: Failed to load'))
  expect({ answer, more }).toEqual({ answer: expect.stringMatching(/^answer 401: .*save_basic_info$/), more: [] })

  await logIn(phone, person)
  expect(phone.hash()).toBe(`#${stepPages.basic}`)
  await phone.page.getByText(m.application_restored()).waitFor()
  expect(await steps.input('address.street').inputValue()).toBe(person.street)
  await steps.goOn('social')
  const { info } = await call(phone.url, 'app/get_basic_info', {}, { session: await phone.session() })
  expect(info).toEqual(basicOf(person))
})

describe.each(someOf<Language>('languages of going on elsewhere', ['es', 'en'], 1))(
  'on another device, in %s',
  (language) => {
    test('the application goes on where the first one stopped, and the first one sees it', async () => {
      await begin(language)
      await call(phone.url, 'app/save_basic_info', basicOf(person), { session })
      await phone.goto(stepPages.social)

      const other = await Phone.open({ language, url: phone.url })
      const there = new Steps(other, language)
      await other.goto(stepPages.basic)
      await logIn(other, person)
      expect(other.hash()).toBe(`#${stepPages.basic}`)
      await there.input('first_name').waitFor()
      expect(await there.input('first_name').inputValue()).toBe(person.firstName)
      await expect.poll(() => there.field('address.locality_id').innerText()).toContain('25 de Mayo')
      await there.goOn('social')
      await there.social(person)
      await there.goOn('withdrawal')
      expect(await there.input('full_name').inputValue()).toBe(`${person.firstName} ${person.lastName}`)
      expect(other.problems).toEqual([])
      await other.close()

      await phone.page.reload()
      await steps.input('emergency_contact_2.contact_name').waitFor()
      expect(await steps.input('emergency_contact_2.contact_name').inputValue()).toBe(person.contacts[1].name)
    })
  },
)
