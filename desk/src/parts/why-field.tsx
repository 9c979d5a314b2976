import { m } from '@hola/i18n/compiled/messages.js'
import { TextArea } from '@hola/ui/controls/text-area.tsx'
import { useState, type ReactNode } from 'react'

const WHY_MAX = 500

/** The reason of an act, and the field for it. `read` gives it, or says in the field that it is missing. */
export const useWhy = (): {
  readonly field: ReactNode
  readonly read: () => string | undefined
  readonly clear: () => void
} => {
  const [why, setWhy] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  return {
    field: (
      <TextArea
        label={m.desk_why()}
        hint={m.desk_why_hint()}
        rows={3}
        maxLength={WHY_MAX}
        value={why}
        data-autofocus
        error={isMissing ? m.desk_why_missing() : undefined}
        onChange={({ target }) => {
          setWhy(target.value)
          setIsMissing(false)
        }}
      />
    ),
    read: () => {
      const whole = why.trim()
      setIsMissing(whole === '')
      return whole === '' ? undefined : whole
    },
    clear: () => setWhy(''),
  }
}
