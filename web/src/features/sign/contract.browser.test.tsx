import { someOf } from '@hola/core/test-proof.ts'
import { describe, expect, test, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import { openApp } from '../../app/test-app.tsx'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { fakeShare } from '../../lib/fake-share.ts'
import { sha256Of } from '../../shared/documents/pdf.ts'
import { axe, freshPhone, somebody } from '../../lib/test-phone.ts'
import { fakeContract, fakeEvidence, ORDER_ID, OTHER_SHA256 } from './fake-loan.ts'

const CONTRACT = '/pages/contract-new/contract-new'
const OFFER = `${CONTRACT}?of=offer&amount_centavos=12000000&term_days=91&coupon_id=none`
const SIGNED = `${CONTRACT}?of=order&order_id=${ORDER_ID}`

const PDF = 'JVBERi0xLjcK'
const PDF_SHA256 = await sha256Of(new TextEncoder().encode('%PDF-1.7\n'))
if (PDF_SHA256 === undefined) throw new Error('this browser computes no hash')

const agreement = { ...fakeContract.agreement, sha256: PDF_SHA256 }
const offered = { ...fakeContract, agreement }
const signed = { ...offered, evidence: fakeEvidence }
const summary = ['You borrow in pesos.', 'You pay once.']

/** Answers by what it was asked for: without the PDF, or with it. */
const server = (contract: object, withPdf: object = { ...contract, pdf_base64: PDF }) =>
  fakeServer({
    '/api/loan/contract': ({ body }) => succeed((body as { with_pdf?: boolean }).with_pdf ? withPdf : contract),
  })

const download = () => screen.getByRole('button', { name: 'Download the PDF' })

/** What was saved: the name of each file, and its text. */
const watchSaving = () => {
  const saved: { name: string; blob: Blob | undefined }[] = []
  let blob: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
    blob = object as Blob
    return '#'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob })
  })
  return saved
}

freshPhone(somebody)

describe('the agreement', () => {
  test('of an offer is asked for by what the address says', async () => {
    const { asked } = server(offered)
    await openApp(OFFER)
    await expect.element(screen.getByRole('heading', { name: 'Contrato de préstamo personal' })).toBeVisible()
    expect(asked.map(({ body }) => body)).toEqual([
      { of: 'offer', amount_centavos: 12_000_000, term_days: 91, coupon_id: null },
    ])
    await expect.element(screen.getByText(/You have not signed this yet/)).toBeVisible()
    await expect.element(screen.getByText('6 pages, version 3')).toBeVisible()
    expect(await axe()).toEqual([])
  })

  test('is Spanish whatever the language, its figures a table under their heading', async () => {
    server(offered)
    await openApp(OFFER)
    const heading = screen.getByRole('heading', { name: '2. Cuánto se recibe y cuánto se paga' })
    await expect.element(heading).toBeVisible()
    expect(heading.element().closest('[lang]')?.getAttribute('lang')).toBe('es')
    const table = screen.getByRole('table', { name: '2. Cuánto se recibe y cuánto se paga' })
    await expect.element(table.getByRole('rowheader', { name: 'Total a pagar' })).toBeVisible()
    await expect.element(table.getByRole('cell', { name: '$ 152.580,50' })).toBeVisible()
  })

  test('has a table of contents that leads to each part', async () => {
    server(offered)
    await openApp(OFFER)
    await screen.getByText('Contents').click()
    await screen.getByRole('button', { name: '2. Cuánto se recibe y cuánto se paga' }).click()
    await expect.element(screen.getByRole('heading', { name: '2. Cuánto se recibe y cuánto se paga' })).toHaveFocus()
  })

  test('as signed, the contents lead to the proof too', async () => {
    server(signed)
    await openApp(SIGNED)
    await screen.getByText('Contents').click()
    await screen.getByRole('button', { name: 'The proof of your signature' }).click()
    await expect.element(screen.getByRole('region', { name: 'The proof of your signature' })).toBeInViewport()
    expect(document.activeElement?.textContent).toContain('The proof of your signature')
  })

  test('in English begins with a summary that says it is a courtesy', async () => {
    server({ ...offered, courtesy_summary: summary })
    await openApp(OFFER)
    const card = screen.getByRole('region', { name: 'Summary in English' })
    await expect.element(card.getByText('You pay once.')).toBeVisible()
    await expect.element(card.getByText('Courtesy translation')).toBeVisible()
    expect(card.getByText('You pay once.').element().closest('[lang]')?.getAttribute('lang')).toBe('en')
    expect(await axe()).toEqual([])
  })

  test('in Spanish has none', async () => {
    chooseLocale('es')
    server(offered)
    await openApp(OFFER)
    await expect.element(screen.getByText('Huella (SHA-256)')).toBeVisible()
    await expect.element(screen.getByText(/cortesía/)).not.toBeInTheDocument()
    expect(await axe()).toEqual([])
  })

  test('shows the whole fingerprint and what it is', async () => {
    server(offered)
    await openApp(OFFER)
    const card = screen.getByRole('region', { name: 'Fingerprint (SHA-256)' })
    await expect.element(card.getByText(agreement.sha256)).toBeVisible()
    await expect.element(card.getByText(/If a single comma of it changed/)).toBeVisible()
  })

  test.each(someOf('languages of the signed agreement', [['es'], ['en']] as const, 1))(
    'as signed, with what proves it in plain words: %s',
    async (language) => {
      chooseLocale(language)
      const { asked } = server({ ...signed, courtesy_summary: language === 'en' ? summary : null })
      await openApp(SIGNED)
      const { title, first } = {
        es: { title: 'La prueba de tu firma', first: 'Esta es tu primera firma: no hay una anterior.' },
        en: { title: 'The proof of your signature', first: 'This is your first signature: there is none before it.' },
      }[language]
      const card = screen.getByRole('region', { name: title })
      await expect.element(card.getByText(/16\/11\/2026 (at|a las) 09:35:05, (in|en) Argentina/)).toBeVisible()
      await expect.element(card.getByText(/16\/11\/2026 (at|a las) 12:35:05, .*\(UTC\)/)).toBeVisible()
      for (const text of [
        fakeEvidence.contact_masked,
        fakeEvidence.code_challenge_id,
        fakeEvidence.network_address,
        fakeEvidence.user_agent,
        fakeEvidence.entry_sha256,
        first,
      ]) {
        await expect.element(card.getByText(text)).toBeVisible()
      }
      expect(asked.map(({ body }) => body)).toEqual([{ of: 'order', order_id: ORDER_ID }])
      expect(await axe()).toEqual([])
    },
  )

  test('a later signature names the seal of the one before', async () => {
    server({ ...signed, evidence: { ...fakeEvidence, previous_entry_sha256: OTHER_SHA256 } })
    await openApp(SIGNED)
    await expect.element(screen.getByText(OTHER_SHA256)).toBeVisible()
  })

  test('fits a narrow phone: long words wrap', async () => {
    await screen.viewport(320, 640)
    server(signed)
    await openApp(SIGNED)
    await expect.element(screen.getByText(fakeEvidence.entry_sha256)).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    await screen.viewport(390, 844)
  })

  test.each([
    CONTRACT,
    `${CONTRACT}?of=offer`,
    `${CONTRACT}?of=order`,
    `${CONTRACT}?of=offer&amount_centavos=x&term_days=91`,
  ])('an address that names none says so: %s', async (url) => {
    const { asked } = server(offered)
    await openApp(url)
    await expect.element(screen.getByText(/does not say which agreement/)).toBeVisible()
    expect(asked).toEqual([])
    expect(await axe()).toEqual([])
  })

  test('without a connection it can be tried again', async () => {
    const { answers } = server(offered)
    const answer = answers['/api/loan/contract']
    answers['/api/loan/contract'] = 'offline'
    await openApp(OFFER)
    await expect.element(screen.getByRole('heading', { name: 'We could not load the agreement' })).toBeVisible()
    if (answer) answers['/api/loan/contract'] = answer
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(download()).toBeVisible()
  })

  test('a refusal is said in its own words', async () => {
    fakeServer({ '/api/loan/contract': { code: '20303', msg: 'We could not find that loan.' } })
    await openApp(SIGNED)
    await expect.element(screen.getByText('We could not find that loan.')).toBeVisible()
  })
})

describe('the PDF', () => {
  test('is asked for when wanted, compared with the fingerprint, and saved', async () => {
    const saved = watchSaving()
    const { asked } = server(offered)
    await openApp(OFFER)
    await download().click()
    await expect.element(screen.getByText(/it is the same document/)).toBeVisible()
    expect(saved.map(({ name }) => name)).toEqual([`contrato-${agreement.sha256.slice(0, 8)}.pdf`])
    expect(await saved[0]?.blob?.text()).toBe('%PDF-1.7\n')
    expect(saved[0]?.blob?.type).toBe('application/pdf')
    await download().click()
    await expect.poll(() => saved.length).toBe(2)
    expect(asked).toHaveLength(2)
    expect(asked[1]?.body).toMatchObject({ of: 'offer', with_pdf: true })
  })

  test('that is not the one of the fingerprint is not saved', async () => {
    const saved = watchSaving()
    server(offered, { ...offered, pdf_base64: 'JVBERi0yLjAK' })
    await openApp(OFFER)
    await download().click()
    await expect.element(screen.getByText(/does not match the fingerprint/)).toBeVisible()
    expect(saved).toEqual([])
    expect(await axe()).toEqual([])
  })

  test('of an agreement that changed meanwhile is not saved: the page shows the new one', async () => {
    const saved = watchSaving()
    const changed = { ...offered, agreement: { ...agreement, sha256: OTHER_SHA256 } }
    const { answers } = server(offered, { ...changed, pdf_base64: PDF })
    await openApp(OFFER)
    await expect.element(screen.getByText(agreement.sha256)).toBeVisible()
    const answer = answers['/api/loan/contract']
    answers['/api/loan/contract'] = (request) => {
      answers['/api/loan/contract'] = succeed(changed)
      return typeof answer === 'function' ? answer(request) : 'offline'
    }
    await download().click()
    await expect.element(screen.getByText(OTHER_SHA256)).toBeVisible()
    await expect.element(screen.getByText(/The agreement changed while you were reading/)).toBeVisible()
    expect(saved).toEqual([])
  })

  test('that cannot be fetched is said, and can be asked for again', async () => {
    const saved = watchSaving()
    const { answers } = server(offered)
    await openApp(OFFER)
    await expect.element(download()).toBeVisible()
    const answer = answers['/api/loan/contract']
    answers['/api/loan/contract'] = 'offline'
    await download().click()
    await expect.element(screen.getByText('No connection. Check your internet and try again.')).toBeVisible()
    if (answer) answers['/api/loan/contract'] = answer
    await download().click()
    await expect.poll(() => saved.length).toBe(1)
  })

  test('is shared where the device can, and a press that was forgotten is asked for again', async () => {
    const { share, fileNames } = fakeShare()
    share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    server(offered)
    await openApp(OFFER)
    await screen.getByRole('button', { name: 'Share' }).click()
    await expect.element(screen.getByText(/Press Share once more/)).toBeVisible()
    await screen.getByRole('button', { name: 'Share' }).click()
    const name = `contrato-${agreement.sha256.slice(0, 8)}.pdf`
    await expect.poll(fileNames).toEqual([name, name])
  })

  test('offers no sharing where there is none', async () => {
    server(offered)
    await openApp(OFFER)
    await expect.element(download()).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Share' })).not.toBeInTheDocument()
  })
})
