import { someOf } from '@hola/core/test-proof.ts'
import { run } from 'axe-core'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeProducts } from '../../shared/offers/fake-products.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { freshPhone } from '../../lib/test-phone.ts'
import { ModelAgreement } from './model-agreement.tsx'

const products = '/api/app/get_product_list'

freshPhone()

test.each(someOf('languages around the model agreement', ['en', 'es'] as const, 1))(
  'is the Spanish agreement with the example’s numbers and blanks: %s',
  async (locale) => {
    chooseLocale(locale)
    fakeServer({ [products]: succeed(fakeProducts) })
    const screen = await render(<ModelAgreement />)
    await expect.element(screen.getByRole('heading', { name: 'Contrato de préstamo personal' })).toBeVisible()
    const text = screen.container.textContent.replaceAll('\u00A0', ' ')
    for (const words of [
      'CFTEA (Costo Financiero Total Efectivo Anual) con IVA299,90 %',
      'Total a pagar$ 152.580,50',
      'Nombre y apellido[…]',
      'CUIL[…]',
      'Vencimiento[…]',
      'Botón de arrepentimiento',
    ])
      expect(text).toContain(words)
    expect(text).not.toMatch(/NaN|undefined/)
    const { violations } = await run(screen.container, { rules: { region: { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
  },
)

test('the total cost is the largest figure', async () => {
  chooseLocale('es')
  fakeServer({ [products]: succeed(fakeProducts) })
  const screen = await render(<ModelAgreement />)
  await expect.element(screen.getByText('299,90\u00A0%', { exact: true }).first()).toBeVisible()
  const sizes = [...screen.container.querySelectorAll('dd')].map((value) =>
    parseFloat(getComputedStyle(value).fontSize),
  )
  expect(sizes[0]).toBeGreaterThan(Math.max(...sizes.slice(1)))
})

test('without a connection it says so and can try again', async () => {
  chooseLocale('en')
  const server = fakeServer({ [products]: 'offline' })
  const screen = await render(<ModelAgreement />)
  const tryAgain = screen.getByRole('button', { name: 'Try again' })
  await expect.element(tryAgain).toBeVisible()
  server.answers[products] = succeed(fakeProducts)
  await tryAgain.click()
  await expect.element(screen.getByRole('heading', { name: 'Contrato de préstamo personal' })).toBeVisible()
})
