/** Whether what is sealed can be opened: it was neither changed nor sealed under another key. */
export const opens = (open: () => unknown): boolean => {
  try {
    open()
    return true
  } catch {
    return false
  }
}
