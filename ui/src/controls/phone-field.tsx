import { COUNTRY_CODE } from '@hola/core/constants.ts'
import type { ClipboardEvent, ComponentProps, ReactNode } from 'react'
import { TextField } from './text-field.tsx'

/** A whole number that is pasted, with its +54 9, 0 or 15, is cut down at once to what the field asks for. */
const cutDown = (event: ClipboardEvent<HTMLInputElement>, tidy: (typed: string) => string): void => {
  const pasted = event.clipboardData.getData('text')
  const cut = tidy(pasted)
  if (cut === pasted) return
  event.preventDefault()
  const { currentTarget: input } = event
  input.setRangeText(cut, 0, input.value.length, 'end')
  // Whoever listens to the field hears of it as of any typing.
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
}

/** A mobile number as it is dialled inside the country; the prefix of mobile phones stands before it. */
export function PhoneField({
  tidy,
  ...input
}: Omit<ComponentProps<typeof TextField>, 'prefix' | 'type' | 'icon'> & {
  /** Writes a whole number as people read it; anything else stays as it is. */
  tidy: (typed: string) => string
}): ReactNode {
  return (
    <TextField
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      onPaste={(event) => cutDown(event, tidy)}
      {...input}
      prefix={`+${COUNTRY_CODE} 9`}
    />
  )
}
