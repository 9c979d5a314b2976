import { useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Note } from '@hola/ui/layout/note.tsx'
import { PickerField } from '@hola/ui/pickers/picker-field.tsx'
import { SinglePicker } from '@hola/ui/pickers/single-picker.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import type { OpenLoan } from './request.ts'

const textOf = ({ number, amount }: OpenLoan): string => m.consumer_loan_option({ number, amount })

/** Which of her open loans. */
export function LoanField({
  loans,
  chosen,
  error,
  onChoose,
}: {
  loans: readonly OpenLoan[] | 'loading'
  chosen: OpenLoan | undefined
  error: string | undefined
  onChoose: (number: string) => void
}): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  if (loans === 'loading')
    return (
      <section aria-busy="true" aria-label={m.consumer_loans_loading()}>
        <Skeleton width="30%" />
        <Skeleton shape="block" />
      </section>
    )
  if (loans.length === 0) return <Note>{m.consumer_loan_none()}</Note>
  return (
    <>
      <PickerField
        label={m.consumer_loan()}
        error={error}
        text={chosen && textOf(chosen)}
        onOpen={() => setIsOpen(true)}
      />
      {chosen && chosen.withdrawal.length > 0 && (
        <Note live>
          {chosen.withdrawal.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Note>
      )}
      {isOpen && (
        <SinglePicker
          title={m.consumer_loan()}
          options={loans.map((loan) => ({ value: loan.number, label: textOf(loan) }))}
          value={chosen?.number}
          onChange={(number) => {
            onChoose(number)
            setIsOpen(false)
          }}
          onCancel={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
