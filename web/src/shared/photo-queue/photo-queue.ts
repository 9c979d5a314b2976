import type { BodyOf, RetOf } from '@hola/core/contract/contract.ts'
import { ApiError } from '../../lib/api-client.ts'

export type PhotoKind = BodyOf<'app/upload_image_info'>['kind']

/** In the order in which they are taken and sent. */
export const photoKinds = ['id_front', 'id_back', 'selfie'] as const satisfies readonly PhotoKind[]

/** A photo from the moment it is used until the server has answered for it. */
export type KeptPhoto = {
  readonly userId: string
  readonly kind: PhotoKind
  /** The same at every attempt, so that an answer lost on the way does not make two photos of one. */
  readonly uploadId: string
  readonly image: Blob
  readonly consentVersion: string
  readonly takenAtMs: number
}

/** Where photos wait, so that a closed tab or an empty battery does not cost them. */
export type PhotoShelf = {
  readonly put: (photo: KeptPhoto) => Promise<void>
  /** Removes this photo, not a newer one of its kind. */
  readonly remove: (photo: KeptPhoto) => Promise<void>
  readonly list: (userId: string) => Promise<readonly KeptPhoto[]>
}

export type QueueEntry =
  | { readonly status: 'waiting'; readonly photo: KeptPhoto; readonly problem: WaitReason | undefined }
  | { readonly status: 'sending'; readonly photo: KeptPhoto; readonly share: number; readonly elapsedMs: number }
  /** A new one is needed: the server said why, or the photo could not be read back from this device. */
  | { readonly status: 'refused'; readonly message: string | undefined }

/** Why a photo was not taken at the last attempt: no connection, or what the server said. */
export type WaitReason = { readonly kind: 'connection' } | { readonly kind: 'server'; readonly message: string }

export type QueueState = {
  readonly entries: Readonly<Partial<Record<PhotoKind, QueueEntry>>>
  /** The server knows no consent, or one to older words: nothing is sent until the person has agreed again. */
  readonly consentNeeded: boolean
}

type Answer = RetOf<'app/upload_image_info'>

export type PhotoQueueDeps = {
  readonly send: (
    photo: KeptPhoto,
    options: { onShare: (share: number) => void; signal: AbortSignal },
  ) => Promise<Answer | 'lost'>
  readonly shelf: PhotoShelf
  readonly now: () => number
  readonly newId: () => string
}

/** Then every minute, as long as the app is open. */
const RETRY_AFTER_MS = [3_000, 8_000, 20_000, 60_000] as const

/** Answers of a server that is busy or broken; the same photo may be taken a moment later. */
const passingCodes = new Set(['429', '500', '503', '504'])
const CONSENT_CODE = '20208'

/**
 * Sends photos one after the other, the slow connection's whole width for each. A photo that could not be sent waits
 * and is tried again by itself; nothing has to be taken anew because a network dropped.
 */
export const createPhotoQueue = ({ send, shelf, now, newId }: PhotoQueueDeps) => {
  let state: QueueState = { entries: {}, consentNeeded: false }
  let current: { photo: KeptPhoto; controller: AbortController } | undefined
  let failures = 0
  /** Until when the server asked not to send a photo again; by its id. */
  const notBeforeMs = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whose photos were brought back from the shelf. */
  let restored: { userId: string } | undefined
  const listeners = new Set<() => void>()
  const storedListeners = new Set<(answer: Answer) => void>()

  const change = (next: Partial<QueueState>): void => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  const setEntry = (kind: PhotoKind, entry: QueueEntry | undefined): void => {
    const { [kind]: _, ...others } = state.entries
    change({ entries: entry ? { ...others, [kind]: entry } : others })
  }

  const isCurrent = (photo: KeptPhoto): boolean => current?.photo.uploadId === photo.uploadId

  const waitingPhotos = (): KeptPhoto[] =>
    photoKinds.flatMap((kind) => {
      const entry = state.entries[kind]
      return entry?.status === 'waiting' ? [entry.photo] : []
    })

  const waitMsOf = ({ uploadId }: KeptPhoto): number => (notBeforeMs.get(uploadId) ?? 0) - now()

  const pumpAfter = (delayMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(pump, delayMs)
  }

  const retryLater = (): void => {
    const delayMs = RETRY_AFTER_MS[Math.min(failures, RETRY_AFTER_MS.length - 1)] ?? 0
    failures += 1
    pumpAfter(delayMs)
  }

  const stored = async (photo: KeptPhoto, answer: Answer): Promise<void> => {
    failures = 0
    setEntry(photo.kind, undefined)
    for (const listener of storedListeners) listener(answer)
    await shelf.remove(photo)
  }

  /** Every photo that waits shows why: what stopped one stops the next. */
  const keepWaiting = (photo: KeptPhoto, problem: WaitReason): void => {
    setEntry(photo.kind, { status: 'waiting', photo, problem })
    retryLater()
  }

  const refused = async (photo: KeptPhoto, message: string | undefined): Promise<void> => {
    setEntry(photo.kind, { status: 'refused', message })
    await shelf.remove(photo)
  }

  const failed = async (photo: KeptPhoto, problem: unknown): Promise<void> => {
    if (!(problem instanceof ApiError)) throw problem
    const { kind, message, response } = problem
    if (response?.retryAfterSeconds !== undefined)
      notBeforeMs.set(photo.uploadId, now() + response.retryAfterSeconds * 1000)
    if (kind === 'aborted' || kind === 'logged_out') return
    if (kind === 'network' || kind === 'timeout') return keepWaiting(photo, { kind: 'connection' })
    if (kind === 'silent' || response?.code === CONSENT_CODE) {
      setEntry(photo.kind, { status: 'waiting', photo, problem: undefined })
      change({ consentNeeded: true })
      return
    }
    if (passingCodes.has(response?.code ?? '')) return keepWaiting(photo, { kind: 'server', message })
    await refused(photo, message)
    pump()
  }

  const attempt = async (photo: KeptPhoto, controller: AbortController): Promise<void> => {
    const { signal } = controller
    const startedMs = now()
    const show = (share: number): void => {
      if (isCurrent(photo)) setEntry(photo.kind, { status: 'sending', photo, share, elapsedMs: now() - startedMs })
    }
    show(0)
    try {
      const answer = await send(photo, { onShare: show, signal })
      if (signal.aborted) return
      current = undefined
      await (answer === 'lost' ? refused(photo, undefined) : stored(photo, answer))
      pump()
    } catch (problem) {
      if (signal.aborted) return
      current = undefined
      await failed(photo, problem)
    }
  }

  const pump = (): void => {
    clearTimeout(timer)
    if (current || state.consentNeeded) return
    const waiting = waitingPhotos()
    const photo = waiting.find((one) => waitMsOf(one) <= 0)
    if (!photo) {
      if (waiting.length > 0) pumpAfter(Math.min(...waiting.map(waitMsOf)))
      return
    }
    current = { photo, controller: new AbortController() }
    void attempt(photo, current.controller)
  }

  const stopCurrent = (): void => {
    current?.controller.abort()
    current = undefined
  }

  return {
    snapshot: (): QueueState => state,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Tells what the server answered for each photo that arrives. */
    onStored(listener: (answer: Answer) => void): () => void {
      storedListeners.add(listener)
      return () => storedListeners.delete(listener)
    },

    /** A new photo takes the place of one of its kind that still waits or is on its way. */
    add({ userId, kind, image, consentVersion }: Omit<KeptPhoto, 'uploadId' | 'takenAtMs'>): void {
      if (current?.photo.kind === kind) stopCurrent()
      const photo = { userId, kind, image, consentVersion, uploadId: newId(), takenAtMs: now() }
      setEntry(kind, { status: 'waiting', photo, problem: undefined })
      void shelf.put(photo)
      pump()
    },

    /**
     * Brings back what waits on this device, after the app was closed: once, whoever asks. What is in the queue already
     * is newer. Asking again is a reason to try now.
     */
    async restore(userId: string): Promise<void> {
      if (restored?.userId !== userId) {
        const asked = (restored = { userId })
        const kept = await shelf.list(userId)
        // She logged out meanwhile.
        if (restored !== asked) return
        for (const photo of kept) {
          if (!state.entries[photo.kind]) setEntry(photo.kind, { status: 'waiting', photo, problem: undefined })
        }
      }
      pump()
    },

    /** The connection is back, or the person does not want to wait. */
    tryNow(): void {
      failures = 0
      notBeforeMs.clear()
      pump()
    },

    /** What waits goes out under the words that were agreed to now. */
    agree(consentVersion: string): void {
      const entries = { ...state.entries }
      for (const kind of photoKinds) {
        const entry = entries[kind]
        if (entry?.status !== 'waiting') continue
        const photo = { ...entry.photo, consentVersion }
        entries[kind] = { ...entry, photo }
        void shelf.put(photo)
      }
      change({ entries, consentNeeded: false })
      pump()
    },

    /** Everything in memory goes; the shelf is emptied by whoever ends the session. */
    forget(): void {
      clearTimeout(timer)
      stopCurrent()
      failures = 0
      notBeforeMs.clear()
      restored = undefined
      change({ entries: {}, consentNeeded: false })
    },
  }
}
