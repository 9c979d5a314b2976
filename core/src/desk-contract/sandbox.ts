import * as z from 'zod/mini'
import { whole } from '../contract/fields.ts'
import { deskCalls } from './call.ts'

const fillState = z.strictObject({
  /** not_here: others than the sandbox's own providers pay out or collect, and their books cannot be made up. */
  state: z.enum(['empty', 'filling', 'filled', 'not_here']),
  done_share: whole(0, 1000),
})

/** Only in the sandbox: elsewhere these calls are not there. */
export const sandboxCalls = deskCalls({
  'sandbox/fill': {
    power: 'be_signed_in',
    kind: 'act',
    sandbox: true,
    summary: 'Fills the desk with a made-up book of 300 borrowers over six months, once.',
    /** A smaller book is quicker: for the tests. */
    body: z.strictObject({ borrowers_count: z.optional(whole(10, 300)) }),
    ret: fillState,
  },
  'sandbox/fill_state': {
    power: 'be_signed_in',
    kind: 'read',
    sandbox: true,
    summary: 'Whether the desk was filled with a made-up book, and how far that is, of a thousand.',
    body: z.strictObject({}),
    ret: fillState,
  },
})
