import { REQUEST_TIMEOUT_MS } from '@hola/core/constants.ts'
import { useEffect, useState, type ComponentType } from 'react'
import type { RouteRow } from './register.ts'

/** The code of a page did not arrive. The browser remembers a failed module, so only a reload asks for it again. */
export class ScreenLoadError extends Error {
  override readonly name = 'ScreenLoadError'
}

const lost = new WeakSet<object>()

/** Parts that a screen itself loads later fail as React's errors; Vite tells which of them are lost connections. */
export const watchLoadErrors = (): void => {
  window.addEventListener('vite:preloadError', ({ payload }) => lost.add(payload))
}

export const isLoadError = (error: unknown): boolean =>
  error instanceof ScreenLoadError || (error instanceof Error && lost.has(error))

const arrived = new WeakMap<RouteRow, ComponentType>()

export const loadScreen = async (row: RouteRow): Promise<ComponentType> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ScreenLoadError(`${row.path} took too long`)), REQUEST_TIMEOUT_MS)
  })
  try {
    const screen = await Promise.race([row.screen(), limit])
    arrived.set(row, screen)
    return screen
  } catch (cause) {
    throw cause instanceof ScreenLoadError ? cause : new ScreenLoadError(`${row.path} did not load`, { cause })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The screen of a row, or why it is not there, or nothing yet. Not `React.lazy`: a screen that has arrived once is
 * shown in the same frame, where Suspense would show a placeholder for 300 ms.
 */
export const useScreen = (row: RouteRow): ComponentType | ScreenLoadError | undefined => {
  const [screen, setScreen] = useState<ComponentType | ScreenLoadError | undefined>(() => arrived.get(row))
  useEffect(() => {
    if (arrived.has(row)) return undefined
    let left = false
    const show = (result: ComponentType | ScreenLoadError): void => {
      if (!left) setScreen(() => result)
    }
    loadScreen(row).then(show, show)
    return () => {
      left = true
    }
  }, [row])
  return screen
}
