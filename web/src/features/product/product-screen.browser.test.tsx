import { run } from 'axe-core'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { fakeProducts } from '../../shared/offers/fake-products.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { freshPhone } from '../../lib/test-phone.ts'
import { ProductScreen } from './product-screen.tsx'

const products = '/api/app/get_product_list'

freshPhone()

test('every line of the cost is there, late and early payment too', async () => {
  fakeServer({ [products]: succeed(fakeProducts) })
  const screen = await render(<ProductScreen />)
  await expect.element(screen.getByRole('heading', { name: 'Single-payment loan' })).toBeVisible()
  const text = screen.container.textContent.replaceAll('\u00A0', ' ')
  for (const words of [
    'You pay on 15/02/2027',
    'Service fee (10 %)$ 12.000,00',
    'Interest (91 days)$ 26.926,03',
    'VAT (21 %) on interest$ 5.654,47',
    '299,90 %',
    '120 days16/03/2027',
    '5 % of the amount',
    '4 % of what you still owe of the amount',
    '100 % of the amount, all late charges together',
    'Part payments from $ 1.000',
  ]) {
    expect(text).toContain(words)
  }
  const { violations } = await run(screen.container, { rules: { region: { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('without a connection it says so and can try again', async () => {
  const server = fakeServer({ [products]: 'offline' })
  const screen = await render(<ProductScreen />)
  const tryAgain = screen.getByRole('button', { name: 'Try again' })
  await expect.element(tryAgain).toBeVisible()
  server.answers[products] = succeed(fakeProducts)
  await tryAgain.click()
  await expect.element(screen.getByRole('heading', { name: 'Single-payment loan' })).toBeVisible()
})
