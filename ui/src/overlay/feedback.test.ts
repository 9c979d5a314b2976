import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  closePopups,
  feedbackState,
  hideLoading,
  hideToast,
  onFeedbackChange,
  showActionSheet,
  showLoading,
  showModal,
  showToast,
} from './feedback.ts'

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  closePopups()
  showToast('')
  vi.runAllTimers()
  vi.useRealTimers()
})

const shown = (): string | null => {
  const { slot } = feedbackState()
  return slot && `${slot.kind} ${slot.title}`
}

describe('the one slot of toast and loading', () => {
  test('a toast shows for 1500 ms', () => {
    showToast('saved')
    vi.advanceTimersByTime(1499)
    expect(shown()).toBe('toast saved')
    vi.advanceTimersByTime(1)
    expect(shown()).toBeNull()
  })

  test('a toast may ask for another time', () => {
    showToast({ title: 'saved', durationMs: 3000 })
    vi.advanceTimersByTime(2999)
    expect(shown()).toBe('toast saved')
    vi.advanceTimersByTime(1)
    expect(shown()).toBeNull()
  })

  test('a toast of options is a success, a plain text has no icon', () => {
    showToast({ title: 'saved' })
    expect(feedbackState().slot?.icon).toBe('success')
    showToast('saved')
    expect(feedbackState().slot?.icon).toBe('none')
  })

  test('loading has no time-out', () => {
    showLoading({ title: 'sending' })
    vi.advanceTimersByTime(24 * 60 * 60 * 1000)
    expect(shown()).toBe('loading sending')
    hideLoading()
  })

  test('a toast with an action stays until it is closed', () => {
    showToast({ title: 'no connection', action: { label: 'retry', onPress: () => {} } })
    vi.advanceTimersByTime(60_000)
    expect(shown()).toBe('toast no connection')
    hideToast()
    expect(shown()).toBeNull()
  })

  test('the time starts afresh for a second toast, also of the same duration', () => {
    showToast('first')
    vi.advanceTimersByTime(1000)
    showToast('second')
    vi.advanceTimersByTime(1499)
    expect(shown()).toBe('toast second')
    vi.advanceTimersByTime(1)
    expect(shown()).toBeNull()
  })

  test('the timer of a replaced toast does not hide the loading that replaced it', () => {
    showToast('first')
    showLoading()
    vi.advanceTimersByTime(1500)
    expect(shown()).toBe('loading ')
    hideLoading()
  })

  const rows: readonly [string, readonly (() => void)[], string | null][] = [
    ['toast, toast: the newest wins', [() => showToast('a'), () => showToast('b')], 'toast b'],
    ['loading, toast: the newest wins', [() => showLoading(), () => showToast('b')], 'toast b'],
    ['toast, loading: the newest wins', [() => showToast('a'), () => showLoading({ title: 'l' })], 'loading l'],
    ['toast, hideToast in a row ends hidden', [() => showToast('a'), hideToast], null],
    ['loading, hideLoading in a row ends hidden', [() => showLoading(), hideLoading], null],
    ['hideToast while loading does nothing', [() => showLoading({ title: 'l' }), hideToast], 'loading l'],
    ['hideLoading while a toast is up does nothing', [() => showToast('a'), hideLoading], 'toast a'],
    [
      'loading, toast, hideLoading leaves the toast',
      [() => showLoading(), () => showToast('error'), hideLoading],
      'toast error',
    ],
    ['hide with nothing up does nothing', [hideToast, hideLoading], null],
  ]
  test.each(rows)('the slot: %s', (_name, steps, end) => {
    for (const step of steps) step()
    expect(shown()).toBe(end)
    showToast('')
  })
})

describe('modal and action sheet', () => {
  const popup = () => {
    const { popup: current } = feedbackState()
    if (!current) throw new Error('no popup is up')
    return current
  }
  const answerModal = (confirm: boolean): void => {
    const current = popup()
    if (current.kind === 'modal') current.settle(confirm)
  }

  test('confirm resolves with confirm', async () => {
    const result = showModal({ title: 't', content: 'c' })
    answerModal(true)
    expect(await result).toEqual({ confirm: true, cancel: false })
    expect(feedbackState().popup).toBeNull()
  })

  test('cancel resolves with cancel', async () => {
    const result = showModal({ title: 't', content: 'c' })
    answerModal(false)
    expect(await result).toEqual({ confirm: false, cancel: true })
  })

  test('a second modal settles the first as cancel', async () => {
    const first = showModal({ title: 'first', content: '' })
    const second = showModal({ title: 'second', content: '' })
    expect(await first).toEqual({ confirm: false, cancel: true })
    answerModal(true)
    expect(await second).toEqual({ confirm: true, cancel: false })
  })

  test('the action sheet resolves with the row', async () => {
    const result = showActionSheet({ items: ['a', 'b'] })
    const current = popup()
    if (current.kind === 'sheet') current.settle(1)
    expect(await result).toEqual({ tapIndex: 1 })
  })

  test('a cancelled action sheet rejects', async () => {
    const result = showActionSheet({ items: ['a'] })
    closePopups()
    await expect(result).rejects.toEqual({ errMsg: 'showActionSheet:fail cancel' })
  })

  test('a route change closes modal and sheet as cancelled and keeps the toast', async () => {
    showToast('session expired')
    const modal = showModal({ title: 't', content: 'c' })
    closePopups()
    expect(await modal).toEqual({ confirm: false, cancel: true })
    expect(shown()).toBe('toast session expired')
  })

  test('a listener hears each change until it leaves', () => {
    const listener = vi.fn<() => void>()
    const leave = onFeedbackChange(listener)
    showToast('a')
    hideToast()
    expect(listener).toHaveBeenCalledTimes(2)
    leave()
    showToast('b')
    expect(listener).toHaveBeenCalledTimes(2)
  })
})
