import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { goOn } from './next-step.ts'
import { StepPage } from './step-page.tsx'
import { useStepUser } from './use-step-user.ts'
import { WithdrawalFields, WithdrawalStep, useWithdrawalForm, type WithdrawalData } from './withdrawal-form.tsx'

/** Where the money goes, as the third part of an application. */
export function StepWithdrawalScreen(): ReactNode {
  const { userId } = useStepUser()
  return <WithdrawalStep key={userId} userId={userId} Form={ApplicationForm} />
}

function ApplicationForm(data: WithdrawalData): ReactNode {
  const form = useWithdrawalForm(data, {}, ({ application }) => goOn('withdrawal', application))
  return (
    <StepPage form={form} step={3} lead={m.application_withdrawal_lead()} action={m.application_save_and_go_on()}>
      <WithdrawalFields form={form} institutions={data.institutions} />
    </StepPage>
  )
}
