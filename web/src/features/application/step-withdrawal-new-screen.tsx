import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { forgetShown } from '../../shared/home/forget-shown.ts'
import { navigateBack, redirectTo } from '../../router/navigation.ts'
import { usePage } from '../../router/page-context.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { StepPage } from './step-page.tsx'
import { useStepUser } from './use-step-user.ts'
import { WithdrawalFields, WithdrawalStep, useWithdrawalForm, type WithdrawalData } from './withdrawal-form.tsx'

/** The same account later: changed for the next loan, or corrected so that a payout that failed is sent again. */
export function StepWithdrawalNewScreen(): ReactNode {
  const { userId } = useStepUser()
  return <WithdrawalStep key={userId} userId={userId} Form={ChangeForm} />
}

function ChangeForm(data: WithdrawalData): ReactNode {
  const orderId = usePage().query['order_id']
  const form = useWithdrawalForm(
    data,
    orderId === undefined ? {} : { order_id: orderId },
    ({ resubmitted_order: order }) => {
      // The loan waits for its transfer again: what was shown of it is over.
      if (order) forgetShown()
      showToast({ title: order ? m.application_resubmitted() : m.application_account_saved() })
      void (order ? redirectTo(`/pages/order-detail/order-detail?order_id=${order.order_id}`) : navigateBack())
    },
  )
  return (
    <StepPage
      form={form}
      lead={orderId === undefined ? m.application_change_lead() : m.application_payout_failed()}
      action={orderId === undefined ? m.application_save_account() : m.application_save_and_resubmit()}
    >
      <WithdrawalFields form={form} institutions={data.institutions} />
    </StepPage>
  )
}
