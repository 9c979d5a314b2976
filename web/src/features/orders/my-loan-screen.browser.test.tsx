import '../../ui/tokens.css'
import '../../ui/base.css'
import { run } from 'axe-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '../../i18n/locale.ts'
import { logIn, logOut } from '../../lib/session.ts'
import { MyLoanScreen } from './my-loan-screen.tsx'

beforeEach(() => {
  localStorage.clear()
  logOut()
  chooseLocale('en')
})

const axe = async (element: Element): Promise<string[]> =>
  (await run(element, { rules: { region: { enabled: false } } })).violations.map(({ id }) => id)

test('a guest is asked to log in', async () => {
  const screen = await render(<MyLoanScreen />)
  await expect
    .element(screen.getByRole('link', { name: 'Log in' }))
    .toHaveAttribute('href', '#/pages/account/get-code-page/get-code-page')
  expect(await axe(screen.container)).toEqual([])
})

describe("a user's loans", () => {
  beforeEach(() => logIn({ token: 'a-token', userId: 'user-1' }))

  test('begin with those in progress', async () => {
    const screen = await render(<MyLoanScreen />)
    await expect.element(screen.getByRole('tab', { name: 'In progress', selected: true })).toBeVisible()
    await expect.element(screen.getByText('You have no loans yet')).toBeVisible()
    expect(await axe(screen.container)).toEqual([])
  })

  test('the chosen list is remembered under the my-loan index', async () => {
    const screen = await render(<MyLoanScreen />)
    await screen.getByRole('tab', { name: 'Completed' }).click()
    await expect.element(screen.getByText('No completed loans yet')).toBeVisible()
    expect(localStorage.getItem('my-loan-index')).toBe('1')
    await screen.unmount()
    const again = await render(<MyLoanScreen />)
    await expect.element(again.getByRole('tab', { name: 'Completed', selected: true })).toBeVisible()
  })

  test.each(['"1"', '7', 'nonsense'])('a stored index of %s shows the first list', async (stored) => {
    localStorage.setItem('my-loan-index', stored)
    const screen = await render(<MyLoanScreen />)
    await expect.element(screen.getByRole('tab', { name: 'In progress', selected: true })).toBeVisible()
  })

  test('arrow keys go from list to list, round and round', async () => {
    const screen = await render(<MyLoanScreen />)
    await screen.getByRole('tab', { name: 'In progress' }).click()
    await userEvent.keyboard('{ArrowLeft}')
    const completed = screen.getByRole('tab', { name: 'Completed', selected: true })
    await expect.element(completed).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(screen.getByRole('tab', { name: 'In progress', selected: true })).toHaveFocus()
  })
})
