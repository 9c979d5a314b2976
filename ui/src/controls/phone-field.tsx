import { COUNTRY_CODE } from '@hola/core/constants.ts'
import type { ComponentProps, ReactNode } from 'react'
import { TextField } from './text-field.tsx'

/** A mobile number as it is dialled inside the country; the prefix of mobile phones stands before it. */
export function PhoneField(props: Omit<ComponentProps<typeof TextField>, 'prefix' | 'type' | 'icon'>): ReactNode {
  return <TextField type="tel" inputMode="tel" autoComplete="tel-national" {...props} prefix={`+${COUNTRY_CODE} 9`} />
}
