import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { MethodMark } from './method-mark.tsx'
import { RadioRows } from './radio-rows.tsx'
import type { Method } from './repay-data.ts'

/** The chosen way to pay; the first one until she chooses, or when hers is no longer offered. */
export const methodOf = (methods: readonly Method[], methodId: string): Method | undefined =>
  methods.find(({ method_id: id }) => id === methodId) ?? methods[0]

/** The ways to pay, each with how long it takes. */
export function MethodRows({
  label = m.repay_how(),
  methods,
  chosen,
  onChange,
}: {
  label?: string
  methods: readonly Method[]
  chosen: Method | undefined
  onChange: (methodId: string) => void
}): ReactNode {
  return (
    <RadioRows
      label={label}
      value={chosen?.method_id}
      onChange={onChange}
      options={methods.map((method) => ({
        value: method.method_id,
        text: method.name,
        detail: method.credited_text,
        mark: <MethodMark method={method} />,
      }))}
    />
  )
}
