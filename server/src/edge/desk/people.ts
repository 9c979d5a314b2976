import { FIELD_OPEN_SECONDS } from '@hola/core/desk-contract/people.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { openField as open } from '../../staff/record/public.ts'
import type { DeskHandler } from './context.ts'

/** Whoever does not see people opens the account of a loan, which money goes back to, and nothing else of a person. */
export const openField: DeskHandler<'people/open'> = async (
  { services, member },
  { user_id: userId, field, order_id: orderId, why },
) => {
  const isOfLoan = orderId !== undefined
  if (isOfLoan && field !== 'account') return refuse('bad_request')
  if (!may(member.role, isOfLoan ? 'open_fields' : 'see_people')) return refuse('not_your_role')
  const { memberId, name } = member
  const opened = await inTransaction(services.pool, (tx) =>
    open(tx, services, { memberId, name, why }, { userId, field, orderId }),
  )
  return opened instanceof Refusal ? opened : { value: opened.value, open_seconds: FIELD_OPEN_SECONDS }
}
