export type Listener = (...values: unknown[]) => void

/** What a page and the page that opened it say to each other. */
export type EventChannel = {
  emit(name: string, ...values: unknown[]): void
  on(name: string, listener: Listener): void
  once(name: string, listener: Listener): void
  off(name: string, listener?: Listener): void
}

type Ear = { listeners: Map<string, Set<Listener>>; unheard: Map<string, unknown[][]> }

const endOf = (own: Ear, other: Ear): EventChannel => {
  const off = (name: string, listener?: Listener): void => {
    if (listener) own.listeners.get(name)?.delete(listener)
    else own.listeners.delete(name)
  }
  const on = (name: string, listener: Listener): void => {
    own.listeners.set(name, (own.listeners.get(name) ?? new Set()).add(listener))
    const waiting = own.unheard.get(name) ?? []
    own.unheard.delete(name)
    for (const values of waiting) listener(...values)
  }
  const once = (name: string, listener: Listener): void => {
    let heard = false
    const first: Listener = (...values) => {
      off(name, first)
      if (heard) return
      heard = true
      listener(...values)
    }
    on(name, first)
  }
  const emit = (name: string, ...values: unknown[]): void => {
    const listeners = [...(other.listeners.get(name) ?? [])]
    // The opened page may still be loading: what it has not heard yet waits for its first listener.
    if (listeners.length === 0) other.unheard.set(name, [...(other.unheard.get(name) ?? []), values])
    for (const listener of listeners) listener(...values)
  }
  return { emit, on, once, off }
}

/** Two ends of one channel: what one end emits, the other end's listeners hear. */
export const channelPair = (): { opener: EventChannel; opened: EventChannel } => {
  const opener: Ear = { listeners: new Map(), unheard: new Map() }
  const opened: Ear = { listeners: new Map(), unheard: new Map() }
  return { opener: endOf(opener, opened), opened: endOf(opened, opener) }
}
