import { session } from '../../lib/session.ts'

let sentBy: string | undefined

/**
 * Whether this person has sent her application from this page just now. The page that says so knows it at once: Home,
 * which it asks for everybody else, may not have answered yet, or not know it yet.
 */
export const justSent = {
  note: (): void => {
    sentBy = session().userId
  },
  isTrue: (): boolean => sentBy !== undefined && sentBy === session().userId,
  forget: (): void => {
    sentBy = undefined
  },
}
