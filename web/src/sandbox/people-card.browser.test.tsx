import '@hola/ui/tokens.css'
import '@hola/ui/base.css'
import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { page } from 'vitest/browser'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { feedbackState } from '@hola/ui/overlay/feedback.ts'
import { fakeServer, succeed } from '../lib/fake-server.ts'
import { session } from '../lib/session.ts'
import { axe, freshPhone } from '../lib/test-phone.ts'
import { GuideCard } from './guide-card.tsx'
import { AccountsCard, PeopleCard } from './people-card.tsx'
import { testAccounts, testPeople } from './test-cases.ts'

const GUIDE_STEPS = 5

freshPhone()

const messages = '/sandbox/api/messages'
const specimens = '/sandbox/api/specimens'
const upload = '/api/app/upload_image_info'

/** The server's part in a log-in, the three steps and the photos. */
const serve = () => {
  let phone = ''
  return fakeServer({
    '/api/app/get_login_option': succeed({ privacy_version: 'p1', terms_version: 't1' }),
    '/api/user/get_code': ({ body }) => {
      phone = (body as { phone: string }).phone
      return succeed({})
    },
    [messages]: () => succeed({ messages: [{ id: '1', recipient: phone, code: '482913' }] }),
    '/api/user/login': succeed({ token: 'new-token', user_id: 'user-9' }),
    '/api/app/save_basic_info': succeed({}),
    '/api/app/save_extra_info': succeed({}),
    '/api/app/save_transfer_info': succeed({}),
    [specimens]: succeed({ front_base64: 'front', back_base64: 'back', selfie_base64: 'selfie' }),
    [upload]: succeed({}),
  })
}

test('one tap makes a whole person: form, photos and name fit each other', async () => {
  const server = serve()
  const screen = await render(<PeopleCard />)
  await screen.getByRole('button', { name: 'Make this person: Declined: owes and is late' }).click()
  await expect.element(screen.getByRole('heading', { name: /form and photos are in$/ })).toBeVisible()

  const bodyOf = (path: string) => server.asked.find((asked) => asked.path === path)?.body as Record<string, unknown>
  const basic = bodyOf('/api/app/save_basic_info')
  expect(basic['national_id_number']).toMatch(/9003$/)
  expect(bodyOf(specimens)).toMatchObject({
    first_name: basic['first_name'],
    last_name: basic['last_name'],
    dni: basic['national_id_number'],
    birth_day: basic['birth_day'],
    gender: basic['gender_id'],
    variant: 'ok',
  })
  // Both portraits that the specimens have are of men.
  expect(basic['gender_id']).toBe('m')
  expect(['Bruno', 'Diego', 'Julián', 'Mateo', 'Ramiro', 'Tomás']).toContain(basic['first_name'])
  const photos = server.asked.filter(({ path }) => path === upload)
  expect(photos.map(({ body }) => body)).toMatchObject(
    ['front', 'back', 'selfie'].map((image_base64) => ({ image_base64, consent_version: biometricConsent.version })),
  )
  expect(photos.every(({ headers }) => headers.get('token') === 'new-token')).toBe(true)

  // Nobody is logged in before she is asked to be.
  expect(session().isLogged).toBe(false)
  const open = screen.getByRole('link', { name: /^Open the app as / })
  open.element().addEventListener('click', (event) => event.preventDefault())
  await open.click()
  expect(session()).toMatchObject({ isLogged: true, userId: 'user-9' })
})

test('a refusal is said in the words of the server, and another can be made', async () => {
  const server = serve()
  server.answers['/api/user/get_code'] = { code: '429', msg: 'Too many codes.' }
  const screen = await render(<PeopleCard />)
  const make = screen.getByRole('button', { name: 'Make this person: Approved', exact: true })
  await make.click()
  await expect.poll(() => feedbackState().slot?.title).toBe('Too many codes.')
  await expect.element(make).not.toHaveAttribute('aria-busy')
  expect(screen.getByRole('link').elements()).toEqual([])
})

test('numbers are copied by a tap, and all of it fits a phone', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.viewport(320, 640)
  const screen = await render(
    <main>
      <GuideCard />
      <PeopleCard />
      <AccountsCard />
    </main>,
  )
  await screen.getByRole('button', { name: 'Copy 0110012900000000091026' }).click()
  expect(writeText).toHaveBeenCalledWith('0110012900000000091026')
  expect(document.documentElement.scrollWidth).toBe(320)
  expect(screen.getByRole('listitem').elements().length).toBe(GUIDE_STEPS + testPeople.length + testAccounts.length)
  expect(await axe()).toEqual([])
  await page.viewport(390, 844)
})
