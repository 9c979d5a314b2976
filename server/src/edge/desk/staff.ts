import { inTransaction } from '../../platform/db/public.ts'
import { listMembers, suspendMember } from '../../staff/member/public.ts'
import type { DeskHandler } from './context.ts'

export const listStaff: DeskHandler<'staff/list'> = async ({ services }) => {
  const members = await inTransaction(services.pool, listMembers)
  return {
    members: members.map(({ memberId, name, role, isMadeUp, passkeyCount, createdAt, suspendedAt }) => ({
      member_id: memberId,
      name,
      role,
      is_made_up: isMadeUp,
      passkey_count: passkeyCount,
      created_at: createdAt.toISOString(),
      suspended_at: suspendedAt?.toISOString() ?? null,
    })),
  }
}

export const suspend: DeskHandler<'staff/suspend'> = async ({ services, member }, { member_id: memberId, why }) =>
  (await inTransaction(services.pool, (tx) =>
    suspendMember(tx, services, { memberId: member.memberId, name: member.name, why }, memberId),
  )) ?? {}
