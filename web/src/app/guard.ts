import { session } from '../lib/session.ts'
import type { AnyUrl, RouteRow } from '../router/register.ts'

/** A guest who opens a page of a user logs in first and comes back to it. */
export const guard = ({ access }: RouteRow, url: string): AnyUrl | undefined =>
  access === 'user' && !session().isLogged
    ? `/pages/account/get-code-page/get-code-page?back=${encodeURIComponent(url)}`
    : undefined
