import { useSession } from '../../lib/session.ts'

/** Who fills in this step. The router shows a step only to somebody who is logged in. */
export const useStepUser = (): { userId: string; phone: string | undefined } => {
  const { userId = '', phone } = useSession()
  return { userId, phone }
}
