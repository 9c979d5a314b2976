// What other rooms may use of this one. Nothing of it is imported past this file.

export { drawCode, hashCode, inviteFirst, inviteMember } from './invitations.ts'
export { addMember, suspendMember } from './members.ts'
export { PAIRING_MS, beginPairing, confirmPairing } from './pairing.ts'
export type { Confirmation } from './passkeys.ts'
export { beginConfirmation, beginRegistration, beginSignIn, checkSignIn, isConfirmed, register } from './passkeys.ts'
export { sandboxStaff } from './sandbox-staff.ts'
export type { SignedIn } from './sessions.ts'
export { endSession, findSignedIn, openStaffSession } from './sessions.ts'
export type { Member } from './store.ts'
export { listMembers, lockMember } from './store.ts'
