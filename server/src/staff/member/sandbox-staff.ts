import type { StaffRole } from '@hola/core/desk-contract/roles.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { addMember } from './members.ts'
import type { Member } from './store.ts'
import { listMembers } from './store.ts'

/** One of each role, and a second supervisor: prices, staff and limits need two of them. */
const madeUp: readonly { readonly name: string; readonly role: StaffRole }[] = [
  { name: 'Ana', role: 'analyst' },
  { name: 'Sol', role: 'support' },
  { name: 'Tomás', role: 'treasury' },
  { name: 'Vera', role: 'supervisor' },
  { name: 'Nora', role: 'supervisor' },
  { name: 'Aldo', role: 'auditor' },
]

/** The made-up members of the sandbox, made when they are first asked for. */
export const sandboxStaff = async (
  tx: Tx,
  services: Pick<Services, 'clock' | 'random' | 'settings'>,
): Promise<Member[]> => {
  if (services.settings.mode !== 'sandbox') throw new Error('only the sandbox has made-up members')
  for (const { name, role } of madeUp) await addMember(tx, services, { name, role, isMadeUp: true })
  return (await listMembers(tx)).filter(({ isMadeUp, suspendedAt }) => isMadeUp && suspendedAt === null)
}
