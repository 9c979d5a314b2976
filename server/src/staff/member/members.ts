import type { StaffRole } from '@hola/core/desk-contract/roles.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Hand } from '../act/public.ts'
import { recordAct } from '../act/public.ts'
import type { Services } from '../services.ts'
import type { Member } from './store.ts'
import { findMember, insertMember, lockSupervisors, updateAllEnded, updateSuspended } from './store.ts'

/** Suspends a member: every session of hers ends at once. The last supervisor stays, or nobody could let anybody in. */
export const suspendMember = async (
  tx: Tx,
  services: Services,
  hand: Hand,
  memberId: string,
): Promise<Refusal | undefined> => {
  const supervisors = await lockSupervisors(tx)
  const member = await findMember(tx, memberId)
  if (member === undefined || member.suspendedAt !== null) return refuse('staff_not_found')
  const others = supervisors.filter((one) => one.suspendedAt === null && one.memberId !== memberId)
  if (member.role === 'supervisor' && others.length === 0) return refuse('last_supervisor')
  const now = services.clock.now()
  await updateSuspended(tx, memberId, now)
  await updateAllEnded(tx, memberId, now)
  await recordAct(tx, services, hand, { act: 'suspend_member', userId: null, details: { member_id: memberId } })
  return undefined
}

/** A new member without a passkey; undefined when the name is taken. */
export const addMember = async (
  tx: Tx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  { name, role, isMadeUp = false }: { readonly name: string; readonly role: StaffRole; readonly isMadeUp?: boolean },
): Promise<Member | undefined> => {
  const member = { memberId: random.uuid(), name, role, isMadeUp, createdAt: clock.now() }
  return (await insertMember(tx, member)) ? { ...member, suspendedAt: null } : undefined
}
