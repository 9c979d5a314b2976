import { Refusal } from '@hola/core/errors.ts'
import { sayRefusal } from '@hola/i18n/say-refusal.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Hand } from '../../staff/act/public.ts'
import { listMembers, suspendMember } from '../../staff/member/public.ts'
import type { Services } from '../services.ts'
import type { Answer } from './print.ts'
import { showTime, table } from './print.ts'
import { DeskProblem } from './problem.ts'

export const showStaff = async ({ pool }: Services): Promise<Answer> => {
  const members = await inTransaction(pool, listMembers)
  return {
    text:
      members.length === 0
        ? 'Nobody works here yet: see invite-first.'
        : table(
            ['NAME', 'ROLE', 'PASSKEYS', 'SUSPENDED'],
            members.map(({ name, role, passkeyCount, suspendedAt }) => [
              name,
              role,
              String(passkeyCount),
              suspendedAt === null ? '-' : showTime(suspendedAt),
            ]),
          ),
    json: members.map(({ memberId, name, role, passkeyCount, suspendedAt }) => ({
      member_id: memberId,
      name,
      role,
      passkey_count: passkeyCount,
      suspended_at: suspendedAt?.toISOString() ?? null,
    })),
  }
}

export const suspend = async (services: Services, hand: Hand, name: string): Promise<Answer> => {
  const refusal = await inTransaction(services.pool, async (tx) => {
    const member = (await listMembers(tx)).find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (member === undefined) throw new DeskProblem(`Nobody of the staff is called "${name}".`)
    return suspendMember(tx, services, hand, member.memberId)
  })
  if (refusal instanceof Refusal) throw new DeskProblem(sayRefusal(refusal, 'en'))
  return { text: `${name} is suspended, and signed out everywhere.`, json: { name, is_suspended: true } }
}
