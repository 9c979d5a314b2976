import * as z from 'zod/mini'
import { instant, line, listOf, typed, uuid } from '../contract/fields.ts'
import { deskCalls } from './call.ts'
import { assertion, attestation, creationOptions, requestOptions } from './passkey.ts'
import { staffRoles } from './roles.ts'

const nothing = z.strictObject({})

/** Who works here, until when. */
const signedIn = z.strictObject({
  member_id: uuid,
  name: line(60),
  role: z.enum(staffRoles),
  is_made_up: z.boolean(),
  expires_at: instant,
})

/** The link and the code of an invitation. */
const invited = { token: z.string().check(z.maxLength(43), z.regex(/^[\w-]{43}$/)), code: typed(20) }

export const sessionCalls = deskCalls({
  'session/begin': {
    power: null,
    kind: 'read',
    summary: 'What a passkey is to sign to sign in.',
    body: nothing,
    ret: z.strictObject({ options: requestOptions }),
  },
  'session/sign_in': {
    power: null,
    kind: 'act',
    summary: 'Signs a member in by her passkey; the session is a cookie.',
    body: z.strictObject({ response: assertion }),
    ret: signedIn,
  },
  'session/sandbox_members': {
    power: null,
    kind: 'read',
    sandbox: true,
    summary: 'The made-up members of the sandbox.',
    body: nothing,
    ret: z.strictObject({
      members: listOf(z.strictObject({ member_id: uuid, name: line(60), role: z.enum(staffRoles) }), 50),
    }),
  },
  'session/sandbox_sign_in': {
    power: null,
    kind: 'act',
    sandbox: true,
    summary: 'Signs a made-up member of the sandbox in by one tap.',
    body: z.strictObject({ member_id: uuid }),
    ret: signedIn,
  },
  'session/me': {
    power: 'be_signed_in',
    kind: 'read',
    summary: 'Who is signed in.',
    body: nothing,
    ret: signedIn,
  },
  'session/sign_out': {
    power: 'be_signed_in',
    kind: 'read',
    summary: 'Ends this session.',
    body: nothing,
    ret: nothing,
  },
  'session/challenge': {
    power: 'be_signed_in',
    kind: 'read',
    summary: 'What her passkey is to sign so that one confirmed call, with this very body, is carried out.',
    body: z.strictObject({ path: typed(60), body: z.record(z.string().check(z.maxLength(40)), z.unknown()) }),
    ret: z.strictObject({ options: requestOptions }),
  },
  'session/let_command_line_in': {
    power: 'be_signed_in',
    kind: 'confirmed',
    summary: 'Lets the command line in that shows this code: it acts as her from now on.',
    body: z.strictObject({ code: typed(20), why: typed(500) }),
    ret: nothing,
  },
  'invitation/begin': {
    power: null,
    kind: 'read',
    summary: 'What a browser makes the first passkey of an invited member from.',
    body: z.strictObject(invited),
    ret: z.strictObject({ options: creationOptions }),
  },
  'invitation/accept': {
    power: null,
    kind: 'act',
    summary: 'Keeps the passkey of an invited member and signs her in.',
    body: z.strictObject({ ...invited, response: attestation }),
    ret: signedIn,
  },
})
