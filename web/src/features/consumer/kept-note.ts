import type { Kind } from './request.ts'

/** Whose words they are: nobody else in this tab is shown them. */
type Owner = { readonly kind: Kind; readonly userId: string | undefined }

const keyOf = ({ kind, userId = 'guest' }: Owner): string => `note/${kind}/${userId}`

/** What was written and not sent yet. It outlives a reload and another page, and ends with the tab. */
export const readNote = (owner: Owner): string => {
  try {
    return sessionStorage.getItem(keyOf(owner)) ?? ''
  } catch {
    return ''
  }
}

export const keepNote = (owner: Owner, note: string): void => {
  try {
    if (note === '') sessionStorage.removeItem(keyOf(owner))
    else sessionStorage.setItem(keyOf(owner), note)
  } catch {
    // A browser that keeps nothing: the page still holds it.
  }
}
