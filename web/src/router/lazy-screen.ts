import { REQUEST_TIMEOUT_MS } from '@hola/core/constants.ts'
import { lazy, type ComponentType } from 'react'
import type { RouteRow } from './register.ts'

/** The code of a page did not arrive. The browser remembers a failed module, so only a reload asks for it again. */
export class ScreenLoadError extends Error {
  override readonly name = 'ScreenLoadError'
}

export const loadScreen = async (row: RouteRow): Promise<ComponentType> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ScreenLoadError(`${row.path} took too long`)), REQUEST_TIMEOUT_MS)
  })
  const screen = row.screen().catch((cause: unknown) => {
    throw new ScreenLoadError(`${row.path} did not load`, { cause })
  })
  try {
    return await Promise.race([screen, limit])
  } finally {
    clearTimeout(timer)
  }
}

const screens = new WeakMap<RouteRow, ComponentType>()

export const screenOf = (row: RouteRow): ComponentType => {
  const known = screens.get(row)
  if (known) return known
  const screen = lazy(async () => ({ default: await loadScreen(row) }))
  screens.set(row, screen)
  return screen
}
