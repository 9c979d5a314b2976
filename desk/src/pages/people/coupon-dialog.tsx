import type { ProposalDetails } from '@hola/core/desk-contract/proposals.ts'
import { COUPON_ALONE_DAYS_MAX, COUPON_ALONE_FEE_MAX } from '@hola/core/desk-contract/proposals.ts'
import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { ticketIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '../../lib/desk-client.ts'
import { readPesos } from '../../lib/typed-money.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { useWhy } from '../../parts/why-field.tsx'

type Details = ProposalDetails<'coupon'>

const DAYS = /^\d{1,3}$/
const VALID_DAYS = 30

const useCouponFields = (userId: string) => {
  const [kind, setKind] = useState<'fee' | 'days'>('fee')
  const [value, setValue] = useState('')
  const [validDays, setValidDays] = useState(String(VALID_DAYS))
  const [isWrong, setIsWrong] = useState(false)
  const read = (): Details | undefined => {
    const fee = kind === 'fee' ? readPesos(value) : undefined
    const extensionDays = kind === 'days' && DAYS.test(value.trim()) ? Number(value) : undefined
    const isGood = (fee ?? extensionDays ?? 0) > 0 && DAYS.test(validDays.trim()) && Number(validDays) > 0
    setIsWrong(!isGood)
    if (!isGood) return undefined
    return {
      user_id: userId,
      fee_reduction_centavos: fee ?? null,
      extension_days: extensionDays ?? null,
      valid_days: Number(validDays),
    }
  }
  const fields = (
    <>
      <SelectField
        label={m.desk_people_coupon_kind()}
        value={kind}
        onChange={({ target }) => setKind(target.value === 'days' ? 'days' : 'fee')}
      >
        <option value="fee">{m.desk_people_coupon_fee()}</option>
        <option value="days">{m.desk_people_coupon_days()}</option>
      </SelectField>
      <TextField
        label={kind === 'fee' ? m.desk_people_amount() : m.desk_people_coupon_days_count()}
        prefix={kind === 'fee' ? '$' : undefined}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        error={isWrong ? m.desk_people_coupon_wrong() : undefined}
        onChange={({ target }) => {
          setValue(target.value)
          setIsWrong(false)
        }}
      />
      <TextField
        label={m.desk_people_coupon_valid()}
        inputMode="numeric"
        autoComplete="off"
        value={validDays}
        onChange={({ target }) => setValidDays(target.value)}
      />
    </>
  )
  return { fields, read }
}

const isSmall = ({ fee_reduction_centavos: fee, extension_days: extensionDays }: Details): boolean =>
  (fee ?? 0) <= COUPON_ALONE_FEE_MAX && (extensionDays ?? 0) <= COUPON_ALONE_DAYS_MAX

/** A small coupon is given at once; a larger one becomes a proposal, whose effects are shown first. */
export function CouponDialog({ userId, onClose }: { userId: string; onClose: () => void }): ReactNode {
  const queries = useQueryClient()
  const { fields, read } = useCouponFields(userId)
  const why = useWhy()
  const [large, setLarge] = useState<Details>()
  if (large !== undefined)
    return <ProposeDialog kind="coupon" title={m.desk_people_coupon_title()} details={() => large} onClose={onClose} />
  return (
    <Dialog title={m.desk_people_coupon_title()} onDismiss={onClose}>
      <ActForm
        says={m.desk_people_coupon_do()}
        icon={ticketIcon}
        onCancel={onClose}
        act={async () => {
          const details = read()
          if (details === undefined) return
          if (!isSmall(details)) return setLarge(details)
          const reason = why.read()
          if (reason === undefined) return
          await call('people/coupon', { ...details, why: reason })
          showToast(m.desk_people_coupon_done())
          void queries.invalidateQueries()
          onClose()
        }}
      >
        {fields}
        <Note>{m.desk_people_coupon_two({ fee: formatPesos(COUPON_ALONE_FEE_MAX), days: COUPON_ALONE_DAYS_MAX })}</Note>
        {why.field}
      </ActForm>
    </Dialog>
  )
}
