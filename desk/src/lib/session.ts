import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { useSyncExternalStore } from 'react'
import { call, DeskError, onSignedOut, speakFor } from './desk-client.ts'
import { forgetKept } from './kept.ts'

export type SignedIn = DeskRetOf<'session/me'>

/** ended: she was in and is not any more; her page stays as it was until she is back. */
type Session = { readonly status: 'asking' | 'out' } | { readonly status: 'in' | 'ended'; readonly me: SignedIn }

let session: Session = { status: 'asking' }
const listeners = new Set<() => void>()

const memberOf = (one: Session): string | undefined => ('me' in one ? one.me.member_id : undefined)

const set = (next: Session): void => {
  // Nobody finds what another one was typing, and no page speaks for whoever sits at the next tab.
  if (memberOf(next) !== memberOf(session)) forgetKept()
  speakFor(memberOf(next))
  session = next
  for (const listener of listeners) listener()
}

onSignedOut(() => {
  if (session.status === 'in') set({ status: 'ended', me: session.me })
})

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): Session => useSyncExternalStore(subscribe, () => session)

export const enter = (me: SignedIn): void => set({ status: 'in', me })

/** Asks who is signed in. Without an answer it stays unknown, and is asked again when the server can be reached. */
export const readSession = async (): Promise<void> => {
  try {
    enter(await call('session/me', {}))
  } catch (problem) {
    // Whoever was in is told that her session ended, and keeps her page.
    const isRefused = problem instanceof DeskError && problem.kind !== 'unreachable'
    if (isRefused && session.status === 'asking') set({ status: 'out' })
  }
}

/** Ends the session. Without a connection it cannot, and she stays in. */
export const leave = async (): Promise<void> => {
  try {
    await call('session/sign_out', {})
  } catch (problem) {
    // Showing the way in while the session lives would leave it to whoever sits down next.
    if (problem instanceof DeskError && problem.kind === 'unreachable') return
  }
  set({ status: 'out' })
}
