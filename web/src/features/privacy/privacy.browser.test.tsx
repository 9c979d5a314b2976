import { ACCESS_LEGEND, AUTHORITY_LEGEND } from '@hola/core/agreement/legends.ts'
import { civilDay } from '@hola/core/calendar.ts'
import { contract } from '@hola/core/contract/contract.ts'
import { deviceConsents } from '@hola/core/consent/device.ts'
import { someOf } from '@hola/core/test-proof.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { openApp, screensOf } from '../../app/test-app.tsx'
import { fakeWrapper } from '../../bridge/fake-wrapper.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { watchBehaviour } from '../../shared/device-data/behaviour-watch.ts'
import { liveConsent, rememberConsents } from '../../shared/consents/consents.ts'
import { queryClient } from '../../lib/query.ts'
import { logIn, logOut, session } from '../../lib/session.ts'
import { storage } from '../../lib/storage.ts'
import { axe, freshPhone } from '../../lib/test-phone.ts'
import { succeed } from '../../lib/fake-server.ts'
import { navigateTo } from '../../router/navigation.ts'
import { watchToasts } from '@hola/ui/overlay/watch-toasts.ts'
import { consentOf, fakePrivacy, given } from './fake-privacy.ts'

const PRIVACY = '/pages/privacy/privacy'
const STEP = '/pages/step/step-basic/step-basic'

let lastId = 0

const open = (url: string, other?: () => ReactNode) => openApp(url, screensOf(/^\/pages\/privacy\/privacy$/, other))

const toast = watchToasts()
/** Somebody else in each test: what is known of a person's consents is asked once in a visit. */
const logInSomebody = () => logIn({ token: 'a-token', userId: `user-${(lastId += 1)}`, phone: '+5491123456789' })
const bodiesOf = ({ asked }: ReturnType<typeof fakePrivacy>, path: keyof typeof contract) =>
  asked.filter((request) => request.path === `/api/${path}`).map(({ body }) => body)
const button = (name: string) => screen.getByRole('button', { name, exact: true })
const toggle = (name: string) => screen.getByRole('switch', { name, exact: true })

freshPhone()
beforeEach(() => {
  logInSomebody()
})

afterEach(() => {
  delete window.androidBridge
})

describe('contact about what is late', () => {
  test('every text is there word for word, and one switch ends it at once', async () => {
    const text = 'Hola: your loan ABC was due on 11/11/2026.'
    const contacts = [{ at: '2026-11-16T13:00:00.000Z', is_by_person: true, text }]
    const server = fakePrivacy(
      {},
      {
        '/api/user/contact_choice': ({ body }) =>
          succeed({ is_out: (body as { is_out?: boolean }).is_out ?? false, contacts }),
      },
    )
    await open(PRIVACY)
    await expect.element(screen.getByText(text)).toBeVisible()
    await toggle('Do not contact me').click()
    await expect.element(toggle('Do not contact me')).toBeChecked()
    expect(bodiesOf(server, 'user/contact_choice')).toEqual([{}, { is_out: true }])
    expect(await axe()).toEqual([])
  })
})

describe('the page', () => {
  test('a guest reads what it is for, and logs in to come back here', async () => {
    logOut()
    const { asked } = fakePrivacy()
    await open(PRIVACY)
    await expect
      .element(screen.getByRole('link', { name: 'Log in' }))
      .toHaveAttribute('href', expect.stringContaining(`back=${encodeURIComponent(PRIVACY)}`))
    await expect.element(screen.getByText(ACCESS_LEGEND)).toBeVisible()
    expect(asked).toEqual([])
    expect(await axe()).toEqual([])
  })

  test.each(someOf('languages of My data', ['en', 'es'] as const, 1))(
    'what is held, what was sent, who looked, and the legends, in %s',
    async (locale) => {
      chooseLocale(locale)
      const at = '2026-11-16T15:00:00.000Z'
      fakePrivacy({
        consents: [
          consentOf('biometric', { withdrawn_at: at, deleted_at: at, deleted_count: 1, kept_because: 'law' }),
          consentOf('device', { ...given, stored_count: 1, last_stored_at: at }),
          consentOf('location', { ...given, stored_count: 7, last_stored_at: at }),
          consentOf('sms'),
          consentOf('behaviour', { given_at: at, expires_at: '2026-11-01T15:00:00.000Z' }),
        ],
        held: [
          { category: 'account', records_count: 1, since_at: at, keep_until_day: null },
          { category: 'bureau', records_count: 0, since_at: null, keep_until_day: null },
          { category: 'agreements', records_count: 2, since_at: at, keep_until_day: civilDay('2036-11-16') },
        ],
        sent: [{ kind: 'location', sent_at: at, stored_count: 1 }],
        accesses: ['download', 'decision', 'manual_review', 'support', 'erasure'].map((purpose, index) => ({
          at,
          actor: index === 3 ? ('desk' as const) : ('review' as const),
          category: index === 0 ? null : ('form' as const),
          purpose: purpose as 'download',
        })),
      })
      await open(PRIVACY)
      await expect.element(screen.getByText(m.privacy_on_figure({ on: 2, all: 5 }))).toBeVisible()
      const moment = { date: '16/11/2026', time: '12:00' }
      for (const words of [
        m.privacy_stored_one(moment),
        m.privacy_stored({ count: 7, ...moment }),
        m.privacy_not_here(),
        m.privacy_ended({ date: '01/11/2026' }),
        `${m.privacy_deleted_one(moment)} ${m.privacy_photos_law()}`,
        m.privacy_keep_account(),
        m.privacy_keep_until({ date: '16/11/2036' }),
      ])
        expect(document.body.textContent).toContain(words)
      // Nothing is said about what is not there, and the newest accesses stand for the rest until they are asked for.
      expect(screen.getByText(m.privacy_category_bureau()).query()).toBeNull()
      expect(screen.getByText(m.privacy_actor_desk()).query()).toBeNull()
      await button(m.privacy_show_all({ count: 5 })).click()
      await expect.element(screen.getByText(m.privacy_actor_desk())).toBeVisible()
      for (const legend of [ACCESS_LEGEND, AUTHORITY_LEGEND])
        expect(screen.getByText(legend).element().closest('[lang]')?.getAttribute('lang')).toBe('es-AR')
      expect(await axe()).toEqual([])
    },
  )

  test('without a connection it says so and can be retried; what it showed stays, with its time', async () => {
    const server = fakePrivacy({}, { '/api/privacy/state': 'offline' })
    await open(PRIVACY)
    await expect.element(screen.getByText('Check your connection and try again. Nothing has changed.')).toBeVisible()
    server.answers['/api/privacy/state'] = { code: '0', msg: '', ret: server.state }
    await button('Try again').click()
    await expect.element(toggle('Your phone')).toBeVisible()
    server.answers['/api/privacy/state'] = 'offline'
    await queryClient.invalidateQueries()
    await expect.element(screen.getByText(/as of|figures/i)).toBeVisible()
    await expect.element(toggle('Your phone')).toBeVisible()
  })

  test.each(['PDF', 'JSON'])('a copy is among the downloads: %s', async (format) => {
    const file_name = `mis-datos.${format.toLowerCase()}`
    const server = fakePrivacy(
      {},
      { '/api/privacy/download': { code: '0', msg: '', ret: { file_name, content_base64: btoa('{}') } } },
    )
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    await open(PRIVACY)
    await button(`Download ${format}`).click()
    await expect.poll(() => saved.mock.calls).toHaveLength(1)
    expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe(file_name)
    expect(bodiesOf(server, 'privacy/download')).toEqual([{ format: format.toLowerCase() }])
  })
})

describe('a consent', () => {
  test('is given with its text before her eyes, sends the least, and is gone with what it stored', async () => {
    const server = fakePrivacy()
    await open(PRIVACY)
    await expect.element(toggle('Your phone')).not.toBeChecked()
    await toggle('Your phone').click()
    const sheet = screen.getByRole('dialog', { name: deviceConsents.device.en.title })
    for (const paragraph of deviceConsents.device.en.paragraphs.slice(0, 4))
      await expect.element(sheet.getByText(paragraph)).toBeVisible()
    await sheet.getByText('Read the text in Spanish').click()
    await expect.element(sheet.getByText(deviceConsents.device.es.paragraphs.at(-1) ?? '')).toBeVisible()
    expect(await axe()).toEqual([])
    expect(bodiesOf(server, 'privacy/consent')).toEqual([])
    await button('Yes, I allow it').click()
    await expect.element(screen.getByText(/1 record stored, on 16\/11\/2026 at 12:00/)).toBeVisible()
    await expect.element(toggle('Your phone')).toBeChecked()
    expect(bodiesOf(server, 'privacy/consent')).toEqual([{ give: true, kind: 'device', version: '2026-11' }])
    const [sent] = bodiesOf(server, 'user/upload_device')
    expect(contract['user/upload_device'].body.safeParse(sent).data).toEqual(sent)
    expect(bodiesOf(server, 'user/upload_device')).toHaveLength(1)

    await toggle('Your phone').click()
    await expect.element(screen.getByText('Turned off on 16/11/2026 at 12:00. We deleted 1 record.')).toBeVisible()
    await expect.element(toggle('Your phone')).not.toBeChecked()
    expect(bodiesOf(server, 'privacy/consent').at(-1)).toEqual({ give: false, kind: 'device' })
    expect(liveConsent('device')).toBeUndefined()
  })

  test('is not given by closing the sheet, nor when the answer cannot be saved', async () => {
    const server = fakePrivacy({}, { '/api/privacy/consent': 'offline' })
    await open(PRIVACY)
    await toggle('Your phone').click()
    await button('Yes, I allow it').click()
    await expect.element(screen.getByText(/could not save your answer. Nothing has changed/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(toggle('Your phone')).not.toBeChecked()
    expect(bodiesOf(server, 'user/upload_device')).toEqual([])
  })

  test('that cannot be taken back now stays on, and says so', async () => {
    fakePrivacy({ consents: [consentOf('device', given)] }, { '/api/privacy/consent': 'offline' })
    await open(PRIVACY)
    await toggle('Your phone').click()
    await expect.element(screen.getByText(/could not turn it off/)).toBeVisible()
    await expect.element(toggle('Your phone')).toBeChecked()
  })

  test('that something depends on is taken back after a question', async () => {
    const server = fakePrivacy({ consents: [consentOf('biometric', { ...given, expires_at: null })] })
    await open(PRIVACY)
    await toggle('Your face and your DNI').click()
    await button('Leave it on').click()
    expect(bodiesOf(server, 'privacy/consent')).toEqual([])
    await toggle('Your face and your DNI').click()
    await button('Turn off').click()
    await expect.element(screen.getByText(/There was nothing stored/)).toBeVisible()
  })

  test.each([
    ['play', 0],
    ['direct', 1],
  ] as const)('apps are offered by the wrapper; SMS by its %s build: %i', async (build, count) => {
    const server = fakePrivacy()
    const { asked } = fakeWrapper({
      selfAppInfo: { package_name: 'ar.hola', version_name: '2.3.0', version_code: 1, build },
      'permission.request': { granted: true, can_ask: true },
    })
    await open(PRIVACY)
    await expect.element(toggle('Your phone')).toBeVisible()
    await expect.element(toggle('Wallets and banks you use')).toBeVisible()
    expect(toggle('SMS from banks and services').elements()).toHaveLength(count)
    if (count === 0) return
    await toggle('SMS from banks and services').click()
    await button('Yes, I allow it').click()
    // The wrapper reads and sends by itself: the page hands it the token, and never sees a message.
    await expect.poll(() => asked.filter(({ event }) => event === 'smsInfo')).toHaveLength(1)
    expect(asked.find(({ event }) => event === 'smsInfo')).toMatchObject({
      mode: 'native_upload',
      data: { consent_version: deviceConsents.sms.version, upload: { token: expect.any(String), language: 'en' } },
    })
    expect(bodiesOf(server, 'user/upload_sms')).toEqual([])
  })
})

describe('asked in "my data"', () => {
  test('both answers have one size; after "not now" nothing is sent', async () => {
    const server = fakePrivacy()
    await screen.viewport(320, 640)
    await open(PRIVACY)
    await toggle('How the screens work for you').click()
    await expect.element(button('Not now')).toBeVisible()
    const [no, yes] = [button('Not now'), button('Yes, I allow it')].map((each) =>
      each.element().getBoundingClientRect(),
    )
    expect([no?.width, no?.height, no?.top]).toEqual([yes?.width, yes?.height, yes?.top])
    await expect
      .element(screen.getByText(/nothing changes: not the decision, not your limit, not the price/))
      .toBeVisible()
    await button('Not now').click()
    await screen.viewport(390, 844)
    expect(screen.getByRole('dialog').query()).toBeNull()
    expect(bodiesOf(server, 'privacy/consent')).toEqual([])
  })
})

describe('behaviour', () => {
  const Form = () => (
    <form onSubmit={(event) => event.preventDefault()}>
      <div data-field="cuil">
        <input name="cuil" aria-label="CUIL" />
      </div>
      <button type="submit">Save</button>
    </form>
  )

  test('with a consent the screens tell how they went, and never what was typed', async () => {
    const server = fakePrivacy()
    rememberConsents([consentOf('behaviour', given)])
    const { router } = await open(STEP, Form)
    const watch = watchBehaviour(router)
    watch.check()
    const field = screen.getByRole('textbox', { name: 'CUIL' })
    await field.fill('27-11111111-1')
    await userEvent.tab()
    await field.fill('27-22222222-2')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await navigateTo('/pages/settings/settings')
    await expect.poll(() => bodiesOf(server, 'user/upload_behavior')).toHaveLength(1)
    const [{ data }] = bodiesOf(server, 'user/upload_behavior') as [{ data: string }]
    const events = JSON.parse(atob(data)) as { key: string; events: { key: string; field?: string }[] }[]
    expect(events.map(({ key, events: acts }) => [key, acts.map((act) => [act.key, act.field])])).toEqual([
      [
        'step_basic',
        [
          ['correct', 'cuil'],
          ['submit', undefined],
          ['leave', undefined],
        ],
      ],
    ])
    expect(atob(data)).not.toMatch(/1111|2222/)
    await expect.poll(() => storage.get('event-list')).toBeUndefined()
  })

  test('without one nothing is noted', async () => {
    fakePrivacy()
    const { router } = await open(STEP, Form)
    watchBehaviour(router).check()
    await screen.getByRole('textbox', { name: 'CUIL' }).fill('27-11111111-1')
    await navigateTo('/pages/settings/settings')
    expect(storage.get('event-list')).toBeUndefined()
  })

  test('what could not be sent waits for the next time', async () => {
    const server = fakePrivacy({}, { '/api/user/upload_behavior': 'offline' })
    rememberConsents([consentOf('behaviour', given)])
    const { router } = await open(STEP, Form)
    watchBehaviour(router).check()
    // One upload at a time: the one of the start has found nothing to send.
    await expect.element(screen.getByRole('textbox', { name: 'CUIL' })).toBeVisible()
    await navigateTo('/pages/settings/settings')
    await expect.poll(() => bodiesOf(server, 'user/upload_behavior')).toHaveLength(3)
    expect(storage.get('event-list')).toMatchObject([{ key: 'step_basic' }])
    expect(toast()).toBeUndefined()
  })
})

describe('erasing the account', () => {
  const ERASE = `${PRIVACY}?view=erase`
  const CODE = {
    code: '0',
    msg: '',
    ret: {
      sent_to_masked: '+54 9 ••• 6789',
      valid_for_seconds: 300,
      resend_after_seconds: 60,
      delivery_id: 'd9b7ce0e-0d64-4c2c-9a05-6c1c1d6c2a11',
    },
  }
  const erasure = {
    is_possible: true,
    obstacle: null,
    kept: [{ category: 'agreements', law: 'Código Civil y Comercial, art. 2560', until_day: civilDay('2036-11-16') }],
    code_channels: [{ channel: 'phone', contact_masked: '+54 9 ••• 6789' }],
  } as const

  test.each([
    ['open_loan', /open loan/, '#/pages/my-loan/my-loan'],
    ['credit_to_refund', /owe you money/, '#/pages/custom-service/custom-service'],
    ['application_in_review', /in review/, '#/pages/index/review-state/review-state'],
    ['open_request', /request of yours/, '#/pages/consumer/unsubscribe'],
  ] as const)('%s stands in the way, and says what to do', async (obstacle, words, href) => {
    fakePrivacy({ erasure: { ...erasure, kept: [], code_channels: [], is_possible: false, obstacle } })
    await open(ERASE)
    const note = screen.getByRole('status').filter({ hasText: words })
    await expect.element(note.getByRole('link')).toHaveAttribute('href', href)
    expect(button('Go on').query()).toBeNull()
  })

  test('first what goes and what stays, then a code, then nothing of her is left', async () => {
    const at = '2026-11-16T15:00:00.000Z'
    const server = fakePrivacy(
      {
        erasure: { ...erasure, kept: [...erasure.kept], code_channels: [...erasure.code_channels] },
        held: [
          { category: 'photos', records_count: 3, since_at: at, keep_until_day: null },
          { category: 'agreements', records_count: 1, since_at: at, keep_until_day: null },
        ],
      },
      {
        '/api/user/get_code': CODE,
        '/api/user/code_delivery': { code: '0', msg: '', ret: { is_undelivered: true } },
        '/api/privacy/erase': { code: '20101', msg: 'That is not the code we sent.' },
      },
    )
    rememberConsents([consentOf('device', given)])
    await open(ERASE)
    const goes = screen.getByRole('region', { name: 'What is erased' })
    await expect.element(goes.getByText('Photos of your DNI and selfie')).toBeVisible()
    expect(goes.getByText('Signed agreements').query()).toBeNull()
    await expect.element(screen.getByText('Until 16/11/2036. Código Civil y Comercial, art. 2560')).toBeVisible()
    await button('Go on').click()
    await button('Send me the code').click()
    const code = screen.getByRole('textbox', { name: 'Verification code' })
    await expect.element(code).toHaveFocus()
    expect(bodiesOf(server, 'user/get_code')).toEqual([{ purpose: 'erase' }])
    const undelivered = screen.getByText('The code could not be delivered: try another way', { exact: false })
    await expect.element(undelivered, { timeout: 10_000 }).toBeVisible()
    await button('Erase my account now').click()
    await expect.element(code).toHaveAccessibleDescription(/Please enter/)
    await code.fill('111111')
    await button('Erase my account now').click()
    await expect.element(code).toHaveAccessibleDescription(/not the code we sent/)
    expect(await axe()).toEqual([])
    expect(session().isLogged).toBe(true)

    server.answers['/api/privacy/erase'] = { code: '0', msg: '', ret: { erased_at: at, kept: erasure.kept } }
    const asked = bodiesOf(server, 'privacy/state').length
    await code.fill('222222')
    await button('Erase my account now').click()
    await expect.element(screen.getByRole('heading', { name: 'Your account is erased' })).toHaveFocus()
    await expect.element(screen.getByText(/art. 2560/)).toBeVisible()
    expect(bodiesOf(server, 'privacy/erase').at(-1)).toEqual({ code_channel: 'phone', code: '222222' })
    expect(session().isLogged).toBe(false)
    expect(Object.keys(localStorage).sort()).toEqual(['language'])
    // With the session gone nothing of hers is asked for.
    expect(bodiesOf(server, 'privacy/state')).toHaveLength(asked)
    expect(await axe()).toEqual([])
  })
})
