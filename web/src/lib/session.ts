import { useSyncExternalStore } from 'react'
import { sendToNative } from '../bridge/send.ts'
import { deleteKeptPhotos } from './kept-photos.ts'
import { onOtherTabChange, storage } from './storage.ts'

export type Session = {
  readonly isLogged: boolean
  readonly userId: string | undefined
  readonly phone: string | undefined
}

const guest: Session = { isLogged: false, userId: undefined, phone: undefined }

let current = guest
/** Two people may use one phone in turn: a new token is a new session even though somebody is logged in throughout. */
let currentToken: string | undefined
const listeners = new Set<() => void>()

const readAgain = (): void => {
  const token = storage.get('token')
  if (token === currentToken) return
  currentToken = token
  current =
    token === undefined ? guest : { isLogged: true, userId: storage.get('user-id'), phone: storage.get('phone') }
  for (const listener of listeners) listener()
}

/** Called once on launch: a stored token means logged in. From then on all tabs stay in step. */
export const startSession = (): void => {
  readAgain()
  onOtherTabChange('token', readAgain)
}

export const session = (): Session => current

export const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): Session => useSyncExternalStore(onSessionChange, session)

export const logIn = (account: { token: string; userId: string; phone?: string }): void => {
  storage.set('user-id', account.userId)
  if (account.phone === undefined) storage.remove('phone')
  else storage.set('phone', account.phone)
  // Last, because other tabs take the change of the token as the sign that all is there.
  storage.set('token', account.token)
  readAgain()
}

const clearNativeCache = (): void => {
  try {
    sendToNative({ event: 'localCache', action: 'clear' })
  } catch {
    // Outside the wrapper there is no native cache, and nobody's log-out may fail for that.
  }
}

/**
 * Forgets the person on this device, and keeps what belongs to the device: app-info, the event list and the token by
 * which the server knows this browser. A request to sign that nobody has answered stays too: whether it was signed is asked when she is back.
 */
export const logOut = (): void => {
  for (const key of ['user-id', 'phone', 'my-loan-index', 'sign-code', 'last-signed', 'last-known', 'token'] as const) {
    storage.remove(key)
  }
  deleteKeptPhotos()
  readAgain()
  clearNativeCache()
}
