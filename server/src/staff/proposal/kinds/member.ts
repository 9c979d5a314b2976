import { addMember, inviteMember } from '../../member/public.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'

/**
 * A new member of the staff. Whoever approves is told the link, whoever proposed knows the code: neither of the two can
 * become that member alone.
 */
export const member: Kind<'member'> = {
  carryOut: async (tx, services, { name, role, code_sha256: codeSha256 }) => {
    const added = await addMember(tx, services, { name: name.trim(), role })
    if (added === undefined) return new NotPossible('name_taken')
    const { memberId } = added
    const { token } = await inviteMember(tx, services, { memberId, codeSha256: Buffer.from(codeSha256, 'hex') })
    return {
      userId: null,
      orderId: null,
      effects: [
        { name: 'member', before: null, after: added.name },
        { name: 'role', before: null, after: role },
      ],
      act: { act: 'invite_member', details: { member_id: memberId, role } },
      told: { invitation_token: token },
    }
  },
}
