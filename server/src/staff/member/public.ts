// What other rooms may use of this one. Nothing of it is imported past this file.

export { inviteFirst } from './invitations.ts'
export { PAIRING_MS, beginPairing } from './pairing.ts'
export { sandboxStaff } from './sandbox-staff.ts'
export type { SignedIn } from './sessions.ts'
export { endSession, findSignedIn, openStaffSession } from './sessions.ts'
