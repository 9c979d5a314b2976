import '../tokens.css'
import '../base.css'
import { TOAST_MS } from '@hola/core/constants.ts'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { still } from '../still.ts'
import { FeedbackHost } from './feedback-host.tsx'
import {
  closePopups,
  hideLoading,
  hideToast,
  showActionSheet,
  showLoading,
  showModal,
  showToast,
  type ModalResult,
} from './feedback.ts'

beforeEach(() => chooseLocale('en'))

afterEach(() => {
  closePopups()
  hideToast()
  hideLoading()
})

const page = () =>
  render(
    <>
      <button type="button">opener</button>
      <FeedbackHost />
    </>,
  )

describe('toast', () => {
  test('is announced and goes by itself', async () => {
    const screen = await page()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    showToast('Saved.')
    await expect.element(screen.getByRole('status'), still).toHaveTextContent('Saved.')
    vi.advanceTimersByTime(TOAST_MS)
    await expect.element(screen.getByRole('status'), still).toBeEmptyDOMElement()
  })

  test('stands at the bottom and lets the page be used', async () => {
    const screen = await page()
    const pressed = vi.fn<() => void>()
    screen.getByRole('button', { name: 'opener' }).element().addEventListener('click', pressed)
    showToast({ title: 'Saved.', durationMs: 60_000 })
    await expect.element(screen.getByText('Saved.')).toBeVisible()
    const { bottom } = screen.getByText('Saved.').element().getBoundingClientRect()
    expect(bottom).toBeGreaterThan(window.innerHeight / 2)
    await screen.getByRole('button', { name: 'opener' }).click()
    expect(pressed).toHaveBeenCalledOnce()
  })

  test('with a mask touches do not reach the page', async () => {
    const screen = await page()
    showLoading({ title: 'Sending', mask: true })
    await expect.element(screen.getByText('Sending')).toBeVisible()
    const { x, y } = screen.getByRole('button', { name: 'opener' }).element().getBoundingClientRect()
    expect(document.elementFromPoint(x + 1, y + 1)?.tagName).toBe('DIV')
  })

  test('with an action it stays, and the action closes it', async () => {
    const screen = await page()
    const retry = vi.fn<() => void>()
    showToast({ title: 'No connection.', icon: 'retry', action: { label: 'Retry', onPress: retry } })
    await screen.getByRole('button', { name: 'Retry' }).click()
    expect(retry).toHaveBeenCalledOnce()
    await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
  })

  test('with an action it can be closed without using it', async () => {
    const screen = await page()
    const retry = vi.fn<() => void>()
    showToast({ title: 'No connection.', action: { label: 'Retry', onPress: retry } })
    await screen.getByRole('button', { name: 'Close' }).click()
    expect(retry).not.toHaveBeenCalled()
    await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
  })

  test('loading without a title says so in words', async () => {
    const screen = await page()
    showLoading()
    await expect.element(screen.getByRole('status')).toHaveTextContent('Loading')
  })
})

describe('modal', () => {
  const ask = async (options: { danger?: boolean; showCancel?: boolean } = {}) => {
    const screen = await page()
    await screen.getByRole('button', { name: 'opener' }).click()
    const answer: Promise<ModalResult> = showModal({ title: 'Sign out?', content: 'Your data is kept.', ...options })
    await expect.element(screen.getByRole('alertdialog', { name: 'Sign out?' })).toBeVisible()
    return { screen, answer }
  }
  const confirmed = { confirm: true, cancel: false }
  const cancelled = { confirm: false, cancel: true }

  test('OK confirms', async () => {
    const { screen, answer } = await ask()
    await screen.getByRole('button', { name: 'OK' }).click()
    expect(await answer).toEqual(confirmed)
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  })

  test('Cancel cancels', async () => {
    const { screen, answer } = await ask()
    await screen.getByRole('button', { name: 'Cancel' }).click()
    expect(await answer).toEqual(cancelled)
  })

  test('Esc cancels and the focus goes back', async () => {
    const { screen, answer } = await ask()
    await userEvent.keyboard('{Escape}')
    expect(await answer).toEqual(cancelled)
    await expect.element(screen.getByRole('button', { name: 'opener' })).toHaveFocus()
  })

  test('Enter confirms', async () => {
    const { answer } = await ask()
    await userEvent.keyboard('{Enter}')
    expect(await answer).toEqual(confirmed)
  })

  test('a destructive question opens on Cancel', async () => {
    const { screen, answer } = await ask({ danger: true })
    await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(await answer).toEqual(cancelled)
  })

  test('a tap beside it does nothing', async () => {
    const { screen, answer } = await ask()
    const dialog = screen.getByRole('alertdialog')
    await dialog.click({ position: { x: 5, y: 5 } })
    await expect.element(dialog).toBeVisible()
    closePopups()
    expect(await answer).toEqual(cancelled)
  })

  test('may have one button only', async () => {
    const { screen } = await ask({ showCancel: false })
    expect(screen.getByRole('button', { name: 'Cancel' }).query()).toBeNull()
  })

  test('a second one takes the place of the first', async () => {
    const { screen, answer } = await ask()
    void showModal({ title: 'Another?', content: '' })
    expect(await answer).toEqual(cancelled)
    await expect.element(screen.getByRole('alertdialog', { name: 'Another?' })).toBeVisible()
  })
})

describe('action sheet', () => {
  const ask = async () => {
    const screen = await page()
    const answer = showActionSheet({ title: 'Photo', items: ['Take one', 'Choose a file'] }).catch(
      (reason: unknown) => reason,
    )
    await expect.element(screen.getByRole('dialog', { name: 'Photo' })).toBeVisible()
    return { screen, answer }
  }
  const cancelled = { errMsg: 'showActionSheet:fail cancel' }

  test('a row answers with its place', async () => {
    const { screen, answer } = await ask()
    await screen.getByRole('button', { name: 'Choose a file' }).click()
    expect(await answer).toEqual({ tapIndex: 1 })
  })

  test.each([
    ['Cancel', (screen: Awaited<ReturnType<typeof page>>) => screen.getByRole('button', { name: 'Cancel' }).click()],
    [
      'the close button',
      (screen: Awaited<ReturnType<typeof page>>) => screen.getByRole('button', { name: 'Close' }).click(),
    ],
    ['Esc', () => userEvent.keyboard('{Escape}')],
    [
      'a tap beside it',
      (screen: Awaited<ReturnType<typeof page>>) => screen.getByRole('dialog').click({ position: { x: 5, y: 5 } }),
    ],
  ])('%s cancels', async (_name, cancel) => {
    const { screen, answer } = await ask()
    await cancel(screen)
    expect(await answer).toEqual(cancelled)
  })
})

test('a toast shows above an open question', async () => {
  const screen = await page()
  void showModal({ title: 'Sign out?', content: '' })
  await expect.element(screen.getByRole('alertdialog')).toBeVisible()
  showToast({ title: 'No connection.', durationMs: 60_000 })
  await expect.element(screen.getByText('No connection.')).toBeVisible()
  expect(document.querySelector('[popover]')?.matches(':popover-open')).toBe(true)
})
