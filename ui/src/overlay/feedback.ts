import { TOAST_MS } from '@hola/core/constants.ts'

export type ToastIcon = 'success' | 'error' | 'retry' | 'none'

export type ToastOptions = {
  title: string
  icon?: ToastIcon
  durationMs?: number
  /** Keeps touches off the page below. */
  mask?: boolean
  /** With an action the toast stays until it is used or closed. */
  action?: { label: string; onPress: () => void }
}

export type ModalOptions = {
  title: string
  content: string
  confirmText?: string
  cancelText?: string
  showCancel?: boolean
  danger?: boolean
}

export type ModalResult = { confirm: boolean; cancel: boolean }

export type ActionSheetOptions = { title?: string; items: readonly string[] }

export type Slot = Required<Pick<ToastOptions, 'title' | 'mask'>> & {
  id: number
  kind: 'toast' | 'loading'
  icon: ToastIcon
  action?: ToastOptions['action']
}

export type Popup =
  | { id: number; kind: 'modal'; options: ModalOptions; settle: (confirm: boolean) => void }
  | { id: number; kind: 'sheet'; options: ActionSheetOptions; settle: (tapIndex: number | null) => void }

export type FeedbackState = { slot: Slot | null; popup: Popup | null }

let state: FeedbackState = { slot: null, popup: null }
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export function feedbackState(): FeedbackState {
  return state
}

export function onFeedbackChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(part: Partial<FeedbackState>): void {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

/** Toast and loading share one slot: the newest wins, and its time always starts afresh. */
function fillSlot(slot: Omit<Slot, 'id'> | null, durationMs?: number): void {
  clearTimeout(timer)
  change({ slot: slot && { ...slot, id: ++lastId } })
  if (durationMs !== undefined) timer = setTimeout(fillSlot, durationMs, null)
}

/** A plain text shows without an icon, as the answers of the server do. */
export function showToast(toast: string | ToastOptions): void {
  const {
    title,
    icon = 'success',
    durationMs = TOAST_MS,
    mask = false,
    action,
  } = typeof toast === 'string' ? ({ title: toast, icon: 'none' } as const as ToastOptions) : toast
  if (action) fillSlot({ kind: 'toast', title, icon, mask, action })
  else fillSlot({ kind: 'toast', title, icon, mask }, durationMs)
}

/** Does nothing while loading is up: the one who showed the loading hides it. */
export function hideToast(): void {
  if (state.slot?.kind === 'toast') fillSlot(null)
}

/** Has no time-out: hide it in a finally. */
export function showLoading({ title = '', mask = false }: { title?: string; mask?: boolean } = {}): void {
  fillSlot({ kind: 'loading', title, icon: 'none', mask })
}

/**
 * Does nothing while a toast is up, so that an error shown meanwhile stays readable. The specification's runtime has it
 * beside `showLoading`; every screen of ours shows its waiting in its own place.
 * @public
 */
export function hideLoading(): void {
  if (state.slot?.kind === 'loading') fillSlot(null)
}

/** Always resolves; a second popup settles the first as cancelled. */
export function showModal(options: ModalOptions): Promise<ModalResult> {
  closePopups()
  return new Promise((resolve) => {
    change({
      popup: {
        id: ++lastId,
        kind: 'modal',
        options,
        settle(confirm) {
          change({ popup: null })
          resolve({ confirm, cancel: !confirm })
        },
      },
    })
  })
}

/** Resolves with the chosen row; cancelling rejects. */
export function showActionSheet(options: ActionSheetOptions): Promise<{ tapIndex: number }> {
  closePopups()
  return new Promise((resolve, reject) => {
    change({
      popup: {
        id: ++lastId,
        kind: 'sheet',
        options,
        settle(tapIndex) {
          change({ popup: null })
          if (tapIndex === null) reject({ errMsg: 'showActionSheet:fail cancel' })
          else resolve({ tapIndex })
        },
      },
    })
  })
}

/** Closes modal and action sheet as cancelled; the toast stays, so that an error outlives a change of page. */
export function closePopups(): void {
  const { popup } = state
  if (popup?.kind === 'modal') popup.settle(false)
  else popup?.settle(null)
}
