import { describe, expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { closeApp, openApp, screensOf } from '../../app/test-app.tsx'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { queryClient } from '../../lib/query.ts'
import { logIn, logOut, session } from '../../lib/session.ts'
import { axe, freshPhone } from '../../lib/test-phone.ts'

const GET_CODE = '/pages/account/get-code-page/get-code-page'
const LOGIN = '/pages/account/login-page/login-page'
const COUPONS = '/pages/contract-new/my-coupon'
const USER_ID = '0f8b2a40-0000-4000-8000-000000000001'
const BROWSER_TOKEN = 'b'.repeat(43)

const open = (url: string) => openApp(url, screensOf(/account|policy/))

const server = () => {
  let triesLeft = 5
  return fakeServer({
    '/api/app/get_login_option': succeed({
      options: [
        { channel: 'phone', is_default: true },
        { channel: 'mail', is_default: false },
      ],
      is_sandbox: true,
      country_code: '54',
      code_length_digits: 6,
      privacy_version: '2026-11',
      terms_version: '2026-11',
    }),
    '/api/user/get_code': succeed({
      sent_to_masked: '+54 9 11 •••• 6789',
      valid_for_seconds: 300,
      resend_after_seconds: 60,
    }),
    '/api/user/get_mail_code': succeed({
      sent_to_masked: 'a•••@correo.com',
      valid_for_seconds: 300,
      resend_after_seconds: 60,
    }),
    '/api/user/login': ({ body }) => {
      const { code, phone } = body as { code: string; phone?: string }
      return code === '123456'
        ? succeed({
            token: 'a-token',
            user_id: USER_ID,
            phone: phone ?? null,
            is_new: true,
            expires_at: '2026-12-16T13:31:00.000Z',
            browser_token: BROWSER_TOKEN,
          })
        : { code: '20101', msg: `That is not the code we sent. Tries left: ${(triesLeft -= 1)}.` }
    },
  })
}

const mobile = () => screen.getByRole('textbox', { name: 'Mobile' })
const mail = () => screen.getByRole('textbox', { name: 'E-mail' })
const privacy = () => screen.getByRole('checkbox', { name: /privacy policy/ })
const terms = () => screen.getByRole('checkbox', { name: /terms and conditions/ })
const ask = () => screen.getByRole('button', { name: 'Send me the code' })
const code = () => screen.getByRole('textbox', { name: 'Verification code' })

const agree = async (): Promise<void> => {
  await privacy().click()
  await terms().click()
}

const askByPhone = async (): Promise<void> => {
  await mobile().fill('011 15 2345-6789')
  await agree()
  await ask().click()
  await expect.element(code()).toHaveFocus()
}

freshPhone()

describe('asking for a code', () => {
  test('by phone, which is the usual way; nothing is ticked beforehand', async () => {
    const { asked } = server()
    const app = await open(GET_CODE)
    await expect.element(privacy()).not.toBeChecked()
    await expect.element(terms()).not.toBeChecked()
    expect(await axe()).toEqual([])
    await askByPhone()
    expect(app.here()).toBe(LOGIN)
    expect(asked.find(({ path }) => path === '/api/user/get_code')?.body).toEqual({
      purpose: 'login',
      phone: '+5491123456789',
    })
    await expect.element(screen.getByText(/We sent a code to \+54\s9\s11\s••••\s6789/)).toBeVisible()
    expect(await axe()).toEqual([])
  })

  test('by e-mail', async () => {
    const { asked } = server()
    await open(GET_CODE)
    await screen.getByRole('radio', { name: 'E-mail' }).click()
    await mail().fill('Ana@Correo.com')
    await agree()
    await ask().click()
    await expect.element(code()).toHaveFocus()
    expect(asked.find(({ path }) => path === '/api/user/get_mail_code')?.body).toEqual({
      purpose: 'login',
      mail: 'ana@correo.com',
    })
  })

  test('says at each field what is missing, and sends nothing', async () => {
    const { asked } = server()
    await open(GET_CODE)
    await ask().click()
    await expect.element(mobile()).toHaveAccessibleDescription(/Please enter/)
    await expect.element(mobile()).toHaveFocus()
    await expect.element(privacy()).toHaveAccessibleDescription(/read and tick/)
    await expect.element(terms()).toHaveAccessibleDescription(/read and tick/)
    expect(await axe()).toEqual([])
    await mobile().fill('11 23')
    await ask().click()
    await expect.element(mobile()).toHaveAccessibleDescription(/10 digits in all/)
    await mobile().fill('11 2345 6789')
    await privacy().click()
    await ask().click()
    await expect.element(terms()).toHaveFocus()
    expect(asked.some(({ path }) => path.includes('code'))).toBe(false)
  })

  test('the texts open from their links, and coming back keeps what was typed', async () => {
    server()
    const app = await open(GET_CODE)
    await mobile().fill('11 2345 6789')
    await privacy().click()
    await screen.getByRole('link', { name: 'terms and conditions' }).click()
    await expect.poll(app.here).toBe('/pages/policy/policy?type=terms')
    await expect.element(screen.getByRole('heading', { name: 'Terms and conditions' })).toBeVisible()
    await screen.getByRole('button', { name: 'Back' }).click()
    await expect.element(mobile()).toHaveValue('11 2345 6789')
    await expect.element(privacy()).toBeChecked()
    await expect.element(terms()).not.toBeChecked()
  })

  test('a message that could not be sent is a toast, and everything stays', async () => {
    const { answers } = server()
    answers['/api/user/get_code'] = { code: '20106', msg: 'We could not send the code.' }
    const app = await open(GET_CODE)
    await mobile().fill('11 2345 6789')
    await agree()
    await ask().click()
    await expect.element(screen.getByText('We could not send the code.')).toBeVisible()
    expect(app.here()).toBe(GET_CODE)
    await expect.element(mobile()).toHaveValue('11 2345 6789')
  })

  test('a browser that has logged in before says so, also after signing out', async () => {
    const { asked } = server()
    const app = await open(GET_CODE)
    await askByPhone()
    expect(asked.find(({ path }) => path === '/api/user/get_code')?.body).not.toHaveProperty('browser_token')
    await userEvent.keyboard('123456')
    await expect.poll(app.here).toBe('/')
    await closeApp()
    logOut()
    expect(localStorage.getItem('browser-token')).toBe(BROWSER_TOKEN)
    await open(GET_CODE)
    await askByPhone()
    await userEvent.keyboard('123456')
    await expect.poll(() => session().isLogged).toBe(true)
    for (const name of ['get_code', 'login'])
      expect(asked.findLast(({ path }) => path === `/api/user/${name}`)?.body).toMatchObject({
        browser_token: BROWSER_TOKEN,
      })
  })

  test('too many codes: a sentence, and the time that is left counts down beside that address', async () => {
    const { answers } = server()
    answers['/api/user/get_code'] = { code: '20104', msg: 'We have sent several codes.', retryAfter: 1_800 }
    const app = await open(GET_CODE)
    await mobile().fill('11 2345 6789')
    await agree()
    await ask().click()
    await expect.element(screen.getByText('We have sent several codes.')).toBeVisible()
    await expect.element(screen.getByText(/another code in (30:00|29:5\d)/)).toBeVisible()
    await expect.element(screen.getByText(/another code in 29:5[0-8]/)).toBeVisible()
    expect(await axe()).toEqual([])
    expect(app.here()).toBe(GET_CODE)
    await mobile().fill('11 2345 6780')
    await expect.element(screen.getByRole('timer')).not.toBeInTheDocument()
  })

  test('a second request too soon leads to the code on its way, with the wait of the server', async () => {
    const { answers } = server()
    answers['/api/user/get_code'] = { code: '20103', msg: 'We have just sent you a code.', retryAfter: 40 }
    const app = await open(GET_CODE)
    await mobile().fill('11 2345 6789')
    await agree()
    await ask().click()
    await expect.poll(app.here).toBe(LOGIN)
    await expect.element(screen.getByText('We have just sent you a code.')).toBeVisible()
    await expect.element(screen.getByText(/another code in 0:(40|3\d)/)).toBeVisible()
  })

  test('without a connection it can be tried again', async () => {
    const { answers } = server()
    const options = answers['/api/app/get_login_option']
    answers['/api/app/get_login_option'] = { code: '503', msg: 'Not available right now.' }
    await open(GET_CODE)
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Withdraw from contract' })).toBeVisible()
    if (options) answers['/api/app/get_login_option'] = options
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(mobile()).toBeVisible()
  })

  test('the rights that need no log-in are within reach', async () => {
    server()
    await open(GET_CODE)
    const rights = screen.getByRole('navigation', { name: 'Your rights' })
    await expect.element(rights.getByRole('link', { name: 'Withdraw from contract' })).toBeVisible()
    await expect.element(rights.getByRole('link', { name: 'Cancel service' })).toBeVisible()
  })
})

describe('typing the code', () => {
  test('the sixth digit sends it; the page that asked is shown, and back leads to the one before', async () => {
    const { asked } = server()
    const app = await open(COUPONS)
    await expect.poll(app.here).toBe(`${GET_CODE}?back=${encodeURIComponent(COUPONS)}`)
    await askByPhone()
    await userEvent.keyboard('123456')
    await expect.poll(app.here).toBe(COUPONS)
    expect(app.pages()).toBe(1)
    expect(session()).toMatchObject({ isLogged: true, userId: USER_ID, phone: '+5491123456789' })
    expect(asked.find(({ path }) => path === '/api/user/login')?.body).toEqual({
      channel: 'phone',
      phone: '+5491123456789',
      code: '123456',
      privacy_version: '2026-11',
      terms_version: '2026-11',
    })
    expect(localStorage.getItem('login-code')).toBeNull()
  })

  test('without a page that asked it leads Home', async () => {
    server()
    const app = await open(GET_CODE)
    await askByPhone()
    await userEvent.keyboard('123456')
    await expect.poll(app.here).toBe('/')
  })

  test.each(['/pages/nope/nope', 'https://evil.example/', '//evil.example', '/pages/account/login-page/login-page'])(
    'a page to go back to that is none leads nowhere else: %s',
    async (back) => {
      server()
      const app = await open(`${GET_CODE}?back=${encodeURIComponent(back)}`)
      await askByPhone()
      await userEvent.keyboard('123456')
      await expect.poll(app.here).toBe('/')
      expect(window.location.hostname).not.toContain('evil')
    },
  )

  test('pasted with a space and words around it, it is sent too', async () => {
    server()
    const app = await open(GET_CODE)
    await askByPhone()
    await code().fill('Code: 123 456')
    await expect.poll(app.here).toBe('/')
  })

  test('the code of the SMS fills it in where the browser reads it', async () => {
    vi.stubGlobal('OTPCredential', class {})
    const get = vi
      .spyOn(navigator.credentials, 'get')
      .mockResolvedValue({ id: '', type: 'otp', code: '123456' } as Credential)
    server()
    const app = await open(GET_CODE)
    await mobile().fill('11 2345 6789')
    await agree()
    await ask().click()
    await expect.poll(app.here).toBe('/')
    get.mockRestore()
  })

  test('a wrong one says so and how many tries are left, keeps the focus, and can be typed anew', async () => {
    server()
    const app = await open(GET_CODE)
    await askByPhone()
    await userEvent.keyboard('999999')
    await expect.element(code()).toHaveAccessibleDescription(/That is not the code we sent\. Tries left: 4\./)
    await expect.element(code()).toHaveFocus()
    await expect.element(code()).toHaveValue('')
    await userEvent.keyboard('111111')
    await expect.element(code()).toHaveAccessibleDescription(/Tries left: 3\./)
    expect(await axe()).toEqual([])
    await userEvent.keyboard('123456')
    await expect.poll(app.here).toBe('/')
  })

  test('an unfinished one is not sent', async () => {
    const { asked } = server()
    await open(GET_CODE)
    await askByPhone()
    await userEvent.keyboard('123{Enter}')
    await expect.element(code()).toHaveAccessibleDescription(/The code has 6 digits/)
    expect(asked.some(({ path }) => path === '/api/user/login')).toBe(false)
  })

  test('without a connection what was typed stays, and the button sends it again', async () => {
    const { answers } = server()
    const login = answers['/api/user/login']
    answers['/api/user/login'] = 'offline'
    const app = await open(GET_CODE)
    await askByPhone()
    await userEvent.keyboard('123456')
    await expect.element(screen.getByText('No connection. Check your internet and try again.')).toBeVisible()
    await expect.element(code()).toHaveValue('123456')
    if (login) answers['/api/user/login'] = login
    await screen.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(app.here).toBe('/')
  })

  test('texts that changed meanwhile are asked for again, unticked', async () => {
    const { answers } = server()
    const app = await open(GET_CODE)
    await askByPhone()
    answers['/api/user/login'] = { code: '20107', msg: 'The terms have changed.' }
    const options = answers['/api/app/get_login_option'] as { ret: object }
    answers['/api/app/get_login_option'] = succeed({ ...options.ret, terms_version: '2027-01' })
    queryClient.clear()
    await userEvent.keyboard('123456')
    await expect.poll(app.here).toBe(GET_CODE)
    await expect.element(privacy()).toBeChecked()
    await expect.element(terms()).not.toBeChecked()
  })

  test('what another person typed on this phone goes', async () => {
    localStorage.setItem('draft', JSON.stringify({ version: 1, userId: 'eva', forms: { basic: {} } }))
    server()
    const app = await open(GET_CODE)
    await askByPhone()
    await userEvent.keyboard('123456')
    await expect.poll(app.here).toBe('/')
    expect(localStorage.getItem('draft')).toBeNull()
  })
})

describe('another code', () => {
  test('can be asked for after the wait, which a reload does not begin anew', async () => {
    const { asked } = server()
    await open(GET_CODE)
    await askByPhone()
    await expect.element(screen.getByText(/another code in (1:00|0:5\d)/)).toBeVisible()
    const sent = JSON.parse(localStorage.getItem('login-code') ?? '{}') as object
    localStorage.setItem('login-code', JSON.stringify({ ...sent, resendAt: Date.now() + 30_000 }))
    await closeApp()
    await open(LOGIN)
    await expect.element(screen.getByText(/another code in 0:(30|2\d)/)).toBeVisible()
    localStorage.setItem('login-code', JSON.stringify({ ...sent, resendAt: Date.now() - 1 }))
    await closeApp()
    await open(LOGIN)
    await screen.getByRole('button', { name: 'Send another code' }).click()
    await expect.element(screen.getByText('We sent another code.')).toBeVisible()
    await expect.element(screen.getByText(/another code in (1:00|0:5\d)/)).toBeVisible()
    expect(asked.filter(({ path }) => path === '/api/user/get_code')).toHaveLength(2)
  })

  test('refused for longer: the button counts down what the server named, also after a reload', async () => {
    const { answers } = server()
    await open(GET_CODE)
    await askByPhone()
    const sent = JSON.parse(localStorage.getItem('login-code') ?? '{}') as object
    localStorage.setItem('login-code', JSON.stringify({ ...sent, resendAt: Date.now() - 1 }))
    await closeApp()
    await open(LOGIN)
    answers['/api/user/get_code'] = { code: '20104', msg: 'We have sent several codes.', retryAfter: 2_400 }
    await screen.getByRole('button', { name: 'Send another code' }).click()
    await expect.element(screen.getByText('We have sent several codes.')).toBeVisible()
    await expect.element(screen.getByText(/another code in (40:00|39:5\d)/)).toBeVisible()
    await closeApp()
    await open(LOGIN)
    await expect.element(screen.getByText(/another code in 39:[45]\d/)).toBeVisible()
  })

  test('that could not be delivered: said within seconds, with another way to get one', async () => {
    const { answers, asked } = server()
    const sent = { sent_to_masked: '+54 9 11 •••• 6789', valid_for_seconds: 300, resend_after_seconds: 60 }
    answers['/api/user/get_code'] = succeed({ ...sent, delivery_id: USER_ID })
    answers['/api/user/code_delivery'] = succeed({ is_undelivered: true })
    const app = await open(GET_CODE)
    await askByPhone()
    const said = screen.getByText('The code could not be delivered: try another way.', { exact: false })
    await expect.element(said, { timeout: 10_000 }).toBeVisible()
    expect(asked.filter(({ path }) => path === '/api/user/code_delivery')).toMatchObject([
      { body: { delivery_id: USER_ID } },
    ])
    expect(await axe()).toEqual([])
    // It came after all: what she types is not complained about.
    await code().fill('1')
    await expect.element(said).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Change the number' }).click()
    await expect.poll(app.here).toBe(GET_CODE)
    await expect.element(screen.getByRole('radio', { name: 'E-mail' })).toBeVisible()
  })

  test('goes to another address after a change, with the old one to correct', async () => {
    server()
    const app = await open(GET_CODE)
    await askByPhone()
    await screen.getByRole('button', { name: 'Change the number' }).click()
    await expect.poll(app.here).toBe(GET_CODE)
    await expect.element(mobile()).toHaveValue('11 2345 6789')
  })

  test('the page of the code, opened without one, leads to where it is asked for', async () => {
    server()
    const app = await open(`${LOGIN}?back=${encodeURIComponent(COUPONS)}`)
    await expect.poll(app.here).toBe(`${GET_CODE}?back=${encodeURIComponent(COUPONS)}`)
  })
})

test('who is logged in already goes on to the page that asked', async () => {
  server()
  logIn({ token: 'a-token', userId: USER_ID })
  const app = await open(`${GET_CODE}?back=${encodeURIComponent(COUPONS)}`)
  await expect.poll(app.here).toBe(COUPONS)
})

describe('the texts', () => {
  test.each([
    ['privacy', 'Privacy policy', '1. Who is responsible for your data'],
    ['terms', 'Terms and conditions', '1. Who we are and what these terms are'],
    ['about', 'About us', 'The company'],
    ['contracts', 'Contratos de adhesión – Ley 24.240 de Defensa del Consumidor', 'Right to withdraw'],
    ['adhesion', 'Contratos de adhesión – Ley 24.240 de Defensa del Consumidor', 'Right to withdraw'],
  ])('the text %s is shown', async (type, title, section) => {
    await open(`/pages/policy/policy?type=${type}`)
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: section })).toBeVisible()
    await expect.element(screen.getByText(/courtesy translation\. The Spanish text/)).toBeVisible()
    expect(await axe()).toEqual([])
  })

  test('in Spanish is the one that counts, and can be read whatever the language of the app', async () => {
    await open('/pages/policy/policy?type=privacy')
    await screen.getByRole('radio', { name: /Español/ }).click()
    await expect.element(screen.getByRole('heading', { name: '10. Tus derechos' })).toBeVisible()
    await expect.element(screen.getByText(/courtesy translation\. The Spanish text/)).not.toBeInTheDocument()
    await expect.element(screen.getByText('Version 2026-11')).toBeVisible()
  })
})
