import '@hola/ui/tokens.css'
import '../app/tokens.css'
import '@hola/ui/base.css'
import { m } from '@hola/i18n/compiled/messages.js'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { newQueryClient } from '../lib/queries.ts'
import { MaskedField } from './masked-field.tsx'

const userId = '00000000-0000-4000-8000-000000000000'
const sent: unknown[] = []

/** The server opens the field for this many seconds. */
const openingFor = (seconds: number): void => {
  vi.spyOn(window, 'fetch').mockImplementation(async (_, init) => {
    sent.push(JSON.parse(String(init?.body)))
    const ret = { value: '11 5555 0188', open_seconds: seconds }
    return Response.json({ code: '0', msg: '', ret })
  })
}

const field = () => (
  <QueryClientProvider client={newQueryClient()}>
    <dl data-density="desk">
      <MaskedField userId={userId} field="phone" masked="11 ···· ··88" />
    </dl>
  </QueryClientProvider>
)

const opening = { name: m.desk_people_open_title({ field: m.desk_people_field_phone() }) }

afterEach(() => {
  vi.restoreAllMocks()
  sent.length = 0
})

test('a field stays masked until somebody says why, by a number or in words', async () => {
  openingFor(300)
  await render(field())
  await expect.element(page.getByText('11 ···· ··88')).toBeVisible()
  await page.getByRole('button', opening).click()
  await userEvent.keyboard('4')
  await page.getByRole('button', { name: m.desk_people_open_do() }).click()
  await expect.element(page.getByText(m.desk_why_missing())).toBeVisible()
  expect(sent).toEqual([])
  await page.getByLabelText(m.desk_people_reason_words()).fill('llamó ella')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('11 5555 0188')).toBeVisible()
  expect(sent).toEqual([{ user_id: userId, field: 'phone', why: 'llamó ella' }])
})

test('what was opened is masked again by itself when its time is over', async () => {
  openingFor(1)
  await render(field())
  await page.getByRole('button', opening).click()
  await userEvent.keyboard('2')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('11 5555 0188')).toBeVisible()
  await expect.element(page.getByText('11 ···· ··88')).toBeVisible()
  expect(sent).toEqual([{ user_id: userId, field: 'phone', why: m.desk_people_reason_refund() }])
})
