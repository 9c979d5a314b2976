import '../tokens.css'
import '../base.css'
import { createRef, useRef, type Ref } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { render, renderHook } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { useLongPress } from './long-press.ts'
import { PullToRefresh, type PullToRefreshHandle } from './pull-to-refresh.tsx'
import { useReachBottom } from './reach-bottom.ts'

beforeEach(() => chooseLocale('es'))

describe('pull-to-refresh', () => {
  const Page = ({ onRefresh, handle }: { onRefresh: () => Promise<void>; handle: Ref<PullToRefreshHandle> }) => {
    const area = useRef<HTMLDivElement>(null)
    return (
      <div ref={area}>
        <PullToRefresh area={area} onRefresh={onRefresh} ref={handle} />
        <p>Inicio</p>
        <dialog open>hoja</dialog>
      </div>
    )
  }

  async function page() {
    const work = Promise.withResolvers<void>()
    const onRefresh = vi.fn<() => Promise<void>>(() => work.promise)
    const handle = createRef<PullToRefreshHandle>()
    const screen = await render(<Page onRefresh={onRefresh} handle={handle} />)
    const target = screen.getByText('Inicio').element()
    const touch = (type: string, clientY: number, on: Element = target): boolean => {
      const finger = new Touch({ identifier: 1, target: on, clientY })
      const event = new TouchEvent(type, { bubbles: true, cancelable: true, changedTouches: [finger] })
      on.dispatchEvent(event)
      return event.defaultPrevented
    }
    return { screen, work, onRefresh, handle, touch }
  }

  test('a pull of 150 px refreshes once, says so, and stops when the work is done', async () => {
    const { screen, work, onRefresh, touch } = await page()
    touch('touchstart', 100)
    expect(touch('touchmove', 100)).toBe(true)
    touch('touchmove', 250)
    touch('touchend', 250)
    expect(onRefresh).toHaveBeenCalledOnce()
    await expect.element(screen.getByRole('status')).toHaveTextContent('Actualizando')
    work.resolve()
    await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
  })

  test('a failed refresh stops too', async () => {
    const { screen, work, touch } = await page()
    touch('touchstart', 100)
    touch('touchmove', 100)
    touch('touchmove', 300)
    touch('touchend', 300)
    await expect.element(screen.getByRole('status')).toHaveTextContent('Actualizando')
    work.reject(new Error('no connection'))
    await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
  })

  test('a pull of 149 px does nothing', async () => {
    const { onRefresh, touch } = await page()
    touch('touchstart', 100)
    touch('touchmove', 100)
    touch('touchmove', 249)
    touch('touchend', 249)
    expect(onRefresh).not.toHaveBeenCalled()
  })

  test('a drag inside an open sheet is not a pull', async () => {
    const { screen, touch } = await page()
    const sheet = screen.getByText('hoja').element()
    touch('touchstart', 100, sheet)
    expect(touch('touchmove', 300, sheet)).toBe(false)
  })

  test('it can be started and stopped by code', async () => {
    const { screen, onRefresh, handle } = await page()
    handle.current?.start()
    await expect.poll(() => onRefresh.mock.calls.length).toBe(1)
    handle.current?.start()
    handle.current?.stop()
    await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
    expect(onRefresh).toHaveBeenCalledOnce()
  })

  test('the disc is gold on ink', async () => {
    const { screen } = await page()
    const disc = screen.container.querySelector('[class*=disc]')
    expect(getComputedStyle(disc ?? document.body).color).toBe('rgb(225, 192, 144)')
  })
})

describe('long press', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('a finger that stays 350 ms presses; the click that follows is not suppressed', async () => {
    const [onLongPress, onClick] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const { result } = await renderHook(() => useLongPress(onLongPress))
    const screen = await render(
      <button type="button" onClick={onClick} {...result.current}>
        fila
      </button>,
    )
    const row = screen.getByRole('button').element()
    row.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerId: 1, isPrimary: true, button: 0 }))
    vi.advanceTimersByTime(350)
    row.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerId: 1, isPrimary: true }))
    row.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(onLongPress).toHaveBeenCalledOnce()
    expect(onClick).toHaveBeenCalledOnce()
  })
})

describe('reach-bottom', () => {
  test('scrolling to the end of the page calls once', async () => {
    const onReach = vi.fn<() => void>()
    const List = () => {
      useReachBottom(onReach)
      return <div style={{ height: '3000px' }} />
    }
    await render(<List />)
    window.scrollTo(0, 500)
    await new Promise(requestAnimationFrame)
    expect(onReach).not.toHaveBeenCalled()
    window.scrollTo(0, document.documentElement.scrollHeight)
    await expect.poll(() => onReach.mock.calls.length).toBe(1)
  })
})
