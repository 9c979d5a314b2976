import { COUNTRY_CODE } from '@hola/core/constants.ts'
import { checkPhone, formatPhoneTyped } from '@hola/core/identifiers/phone.ts'
import type { ClipboardEvent, ComponentProps, ReactNode } from 'react'
import { TextField } from './text-field.tsx'

/** A whole number that is pasted, with its +54 9, 0 or 15, is cut down at once to what the field asks for. */
const cutDown = (event: ClipboardEvent<HTMLInputElement>): void => {
  const phone = checkPhone(event.clipboardData.getData('text'))
  if (!phone.ok) return
  event.preventDefault()
  const { currentTarget: input } = event
  input.setRangeText(formatPhoneTyped(phone.value), 0, input.value.length, 'end')
  // Whoever listens to the field hears of it as of any typing.
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
}

/** A mobile number as it is dialled inside the country; the prefix of mobile phones stands before it. */
export function PhoneField(props: Omit<ComponentProps<typeof TextField>, 'prefix' | 'type' | 'icon'>): ReactNode {
  return (
    <TextField
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      onPaste={cutDown}
      {...props}
      prefix={`+${COUNTRY_CODE} 9`}
    />
  )
}
