import { oneTestIn } from '@hola/core/test-proof.ts'
import { afterAll, afterEach, expect, inject, test } from 'vitest'
import { newSession } from './client.ts'
import { launchBrowser, Phone } from './phone.ts'

launchBrowser()

let phone: Phone | undefined
afterEach(() => phone?.close())

const workerIsThere = (open: Phone) => open.page.evaluate(async () => void (await navigator.serviceWorker.ready))

/** Every address in the worker's cache, and all that is stored under them. */
const cached = (open: Phone) =>
  open.page.evaluate(async () => {
    const names = await caches.keys()
    const stores = await Promise.all(names.map((name) => caches.open(name)))
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat()
    const texts = await Promise.all(
      requests.map(async (request) => (await (await caches.match(request))?.text()) ?? ''),
    )
    return { paths: requests.map(({ url }) => new URL(url).pathname), text: texts.join('\n') }
  })

test('without a connection the app opens, and shows what it last knew with when that was', async () => {
  const session = await newSession(inject('url'))
  phone = await Phone.open({ keepsApp: true, language: 'es', session })
  await phone.goto('/')
  await workerIsThere(phone)
  const heading = await phone.page.getByRole('heading', { level: 1 }).innerText()

  await phone.context.setOffline(true)
  await phone.page.reload()
  await phone.page.getByText(/^Sin conexión\. Datos de las \d\d:\d\d\.$/).waitFor()
  expect(await phone.page.getByRole('heading', { level: 1 }).innerText()).toBe(heading)
  // What stands beside the column on a wide screen was never loaded: it stays away, and nothing else does.
  await phone.page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(() => phone?.problems.filter((problem) => problem.includes('/assets/')).length).toBeGreaterThan(0)
  await phone.settled()
  expect(await phone.page.getByRole('heading', { level: 1 }).innerText()).toBe(heading)
  await phone.page.setViewportSize({ width: 390, height: 844 })
  await phone.page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).tap()
  await phone.page.getByRole('heading', { level: 1, name: 'Perfil' }).waitFor()
  // Help, which she has not opened yet, is there too.
  await phone.tap(phone.page.getByRole('link', { name: 'Preguntas frecuentes' }))
  await phone.page.getByRole('heading', { level: 1, name: 'Preguntas frecuentes' }).waitFor()
  await phone.page.goBack()

  const { paths, text } = await cached(phone)
  expect(paths.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])
  for (const personal of [session.token, session.userId, session.phone ?? '-']) expect(text).not.toContain(personal)

  // Whoever logs out leaves nothing of her to the next one without a connection.
  await phone.page.evaluate(() => localStorage.removeItem('token'))
  await phone.page.reload()
  expect(await phone.page.getByText(heading).count()).toBe(0)
})

const longTest = oneTestIn(2, 'other ways without a connection', { test, afterAll })

longTest('a guest without a connection sees the offer that she saw before, and since when', async () => {
  phone = await Phone.open({ keepsApp: true, language: 'en' })
  await phone.goto('/')
  await workerIsThere(phone)
  await phone.context.setOffline(true)
  await phone.page.reload()
  await phone.page.getByText(/^No connection\. Data as of \d\d:\d\d\.$/).waitFor()
  expect(await phone.page.getByText('CFTEA').first().isVisible()).toBe(true)
})

longTest('a new version asks before it takes the place of the old one', async () => {
  phone = await Phone.open({ keepsApp: true, language: 'en' })
  await phone.goto('/')
  await workerIsThere(phone)
  await phone.page.reload()
  await phone.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  // By then the app has asked for its own worker.
  await phone.settled()
  // As after a deployment: another worker for the same pages.
  await phone.page.evaluate(async () => void (await navigator.serviceWorker.register('/service-worker.js?newer')))
  await phone.page.getByText('There is a newer version of the app.').waitFor()
  const loaded = phone.page.waitForEvent('load')
  await phone.page.getByRole('button', { name: 'Load it' }).tap()
  await loaded
  await phone.settled()
  expect(await phone.page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/newer$/)
})
