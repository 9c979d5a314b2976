import { tidyPhone } from '@hola/core/identifiers/phone.ts'
import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react'
import { formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Chips } from '@hola/ui/controls/chips.tsx'
import { calendarIcon } from '@hola/ui/layout/icons.ts'
import { PhoneField } from '@hola/ui/controls/phone-field.tsx'
import { PickerField } from '@hola/ui/pickers/picker-field.tsx'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { dotField, tidyPesos } from '../../lib/pesos.ts'
import type { InputOptions, StepForm } from './step-form.ts'

const loadSheets = async () => (await import('./picker-sheets.tsx')).sheets
const SinglePicker = lazy(async () => ({ default: (await loadSheets()).SinglePicker }))
const DatePicker = lazy(async () => ({ default: (await loadSheets()).DatePicker }))

/** Asked for when the form is on the screen, so that no tap waits for it. */
export const preloadSheets = (): void => {
  // Whoever taps meanwhile hears that the connection is lost.
  loadSheets().catch(() => undefined)
}

type Bound<Name extends string> = { form: StepForm<Name>; name: Name; label?: string | undefined }

export function FormText<Name extends string>({
  form,
  name,
  label,
  tidy,
  onTyped,
  reshape,
  ...rest
}: Bound<Name> &
  InputOptions &
  Omit<ComponentProps<typeof TextField>, 'form' | 'name' | 'label' | 'error'>): ReactNode {
  const words = form.words(name)
  return (
    <div data-field={name}>
      <TextField
        {...rest}
        {...words}
        {...(label !== undefined && { label })}
        {...form.input(name, { ...(tidy && { tidy }), ...(onTyped && { onTyped }), ...(reshape && { reshape }) })}
      />
    </div>
  )
}

export function FormPhone<Name extends string>({
  form,
  name,
  label,
  autoComplete,
}: Bound<Name> & { autoComplete: string }): ReactNode {
  return (
    <div data-field={name}>
      <PhoneField
        {...form.words(name)}
        {...(label !== undefined && { label })}
        {...form.input(name, { tidy: tidyPhone })}
        tidy={tidyPhone}
        hint={m.application_phone_hint()}
        autoComplete={autoComplete}
      />
    </div>
  )
}

/** Whole pesos: nobody knows an income to the centavo. */
export function FormPesos<Name extends string>({
  hint,
  ...bound
}: Bound<Name> & { hint?: string | undefined }): ReactNode {
  return (
    <FormText
      {...bound}
      hint={hint}
      prefix="$"
      inputMode="numeric"
      autoComplete="off"
      tidy={tidyPesos}
      reshape={dotField}
    />
  )
}

export function FormChips<Name extends string>({
  form,
  name,
  hint,
  options,
  onChosen,
}: Bound<Name> & {
  hint?: string | undefined
  options: readonly { value: string; text: string }[]
  onChosen?: (value: string) => void
}): ReactNode {
  return (
    <div data-field={name}>
      <Chips
        {...form.words(name)}
        hint={hint}
        options={options}
        value={form.value(name)}
        onChange={(value) => {
          form.choose(name, value)
          onChosen?.(value)
        }}
      />
    </div>
  )
}

export type Choice = { readonly id: string; readonly label: string }

/** One of a list, in a sheet that can be searched. */
export function FormChoice<Name extends string>({
  form,
  name,
  label,
  choices,
  hint,
  searchText,
  waitingFor,
  problem,
  text,
  onOpen,
  onChosen,
}: Bound<Name> & {
  choices: readonly Choice[]
  hint?: ReactNode
  searchText?: string | undefined
  waitingFor?: string | undefined
  /** Why the list is not there, said like an error of the field. */
  problem?: string | undefined
  /** What is chosen when it is none of the choices. */
  text?: string | undefined
  /** Instead of the sheet, as long as there is nothing to show in it. */
  onOpen?: (() => void) | undefined
  onChosen?: ((id: string) => void) | undefined
}): ReactNode {
  const [open, setOpen] = useState(false)
  const words = form.words(name)
  const value = form.value(name)
  const title = label ?? words.label
  return (
    <div data-field={name}>
      <PickerField
        label={title}
        hint={hint}
        error={problem ?? words.error}
        text={text ?? choices.find(({ id }) => id === value)?.label}
        waitingFor={waitingFor}
        onOpen={onOpen ?? (() => setOpen(true))}
      />
      {open && (
        <Suspense>
          <SinglePicker
            title={title}
            options={choices.map((choice) => ({ value: choice.id, label: choice.label }))}
            value={value}
            searchText={searchText}
            onChange={(id) => {
              setOpen(false)
              if (onChosen) onChosen(id)
              else form.choose(name, id)
            }}
            onCancel={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** A day by typing or turning wheels. `opensAt` is where the wheels stand before there is a value. */
export function FormDay<Name extends string>({
  form,
  name,
  hint,
  today,
  opensAt,
  start,
}: Bound<Name> & { hint?: string | undefined; today: string; opensAt: string; start: string }): ReactNode {
  const [open, setOpen] = useState(false)
  const words = form.words(name)
  const value = form.value(name)
  return (
    <div data-field={name}>
      <PickerField
        {...words}
        hint={hint}
        text={value ? formatDay(value) : undefined}
        placeholder={m.application_choose_day()}
        icon={calendarIcon}
        onOpen={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <DatePicker
            title={words.label}
            value={value || opensAt}
            today={today}
            start={start}
            end={today}
            onChange={(day) => {
              setOpen(false)
              form.choose(name, day)
            }}
            onCancel={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
