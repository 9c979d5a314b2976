import type { Centavos } from '@hola/core/money.ts'
import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import type { ReactNode } from 'react'
import { sayProposalKind } from '../proposal-words.ts'
import { useAmount } from './amount-field.tsx'
import { ProposeDialog } from './propose-dialog.tsx'

/** Proposes to take off late charges of a loan, all of them unless another amount is typed. */
export function WaiverDialog({
  orderNumber,
  most,
  onClose,
}: {
  orderNumber: string
  most: Centavos
  onClose: () => void
}): ReactNode {
  const amount = useAmount({
    label: m.desk_people_amount(),
    hint: m.desk_people_waiver_max({ amount: formatPesos(most) }),
    first: most,
  })
  return (
    <ProposeDialog
      kind="waiver"
      title={sayProposalKind('waiver')}
      onClose={onClose}
      details={() => {
        const amount_centavos = amount.read()
        return amount_centavos === undefined ? undefined : { order_number: orderNumber, amount_centavos }
      }}
    >
      {amount.field}
    </ProposeDialog>
  )
}
