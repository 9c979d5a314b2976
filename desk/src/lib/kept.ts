import { useState } from 'react'

// What somebody has typed and not sent yet, by what it is about: the back button or another page must not cost her a long
// text. It is kept in the memory of this page alone, since it may be about people, and goes with her session.

const kept = new Map<string, unknown>()

export const forgetKept = (): void => kept.clear()

/** Whether leaving this page altogether would lose something. */
export const isAnythingKept = (): boolean => kept.size > 0

/** Like `useState`, for a text or a draft that is there again when its page is. Nothing is kept of the first value. */
export const useKept = <Value>(key: string, first: Value): readonly [Value, (value: Value) => void] => {
  const [value, setValue] = useState<Value>(() => (kept.has(key) ? (kept.get(key) as Value) : first))
  const keep = (next: Value): void => {
    if (JSON.stringify(next) === JSON.stringify(first)) kept.delete(key)
    else kept.set(key, next)
    setValue(next)
  }
  return [value, keep]
}
