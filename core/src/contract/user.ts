import * as z from 'zod/mini'
import { messageTopics } from '../news.ts'
import { calls } from './call.ts'
import {
  base64,
  code,
  count,
  cursor,
  instant,
  line,
  listOf,
  mail,
  money,
  phone,
  prose,
  seconds,
  typed,
  uuid,
  version,
  whole,
} from './fields.ts'
import { orderGroup, orderSummary, reason } from './shapes.ts'

const nothing = z.strictObject({})

/**
 * By it a browser from which somebody has logged in is known again, for the limits on codes alone: it is no session and
 * opens nothing.
 */
const browserToken = z.string().check(z.maxLength(43), z.regex(/^[A-Za-z0-9_-]{43}$/))

/** The same answer whether the account exists or not. */
const codeSent = z.strictObject({
  sent_to_masked: line(254),
  valid_for_seconds: seconds,
  resend_after_seconds: seconds,
  /** To ask whether the message could be delivered. */
  delivery_id: uuid,
})

const typedCode = {
  code,
  privacy_version: version,
  terms_version: version,
  browser_token: z.optional(browserToken),
}

/** An application that was not approved: when, why, and from when the next one may be sent. */
const refusedApplication = z.strictObject({
  decision_id: uuid,
  refused_at: instant,
  retry_at: instant,
  reasons: listOf(reason, 10),
})

/** Groups in the order they are shown; a long list goes on at the cursor. */
const orderPage = z.strictObject({
  groups: listOf(
    z.strictObject({
      group: orderGroup,
      orders: listOf(orderSummary, 50),
      /** Only in the group "failed_review" of a first page: no loan was signed, so there is no order of it. */
      refused_applications: z.optional(listOf(refusedApplication, 20)),
    }),
    5,
  ),
  next_cursor: z.nullable(cursor),
})

const messageTopic = z.enum(messageTopics)

const orderPageBody = z.strictObject({ cursor: z.optional(cursor) })

/** What an upload keeps is counted, so that "my data" can say what was sent. */
const stored = z.strictObject({ stored_count: count })

/**
 * The bodies of uploads leave out what they do not name instead of refusing it: whatever else a phone sends is neither
 * read nor kept.
 */

/** Encoded events of some visits; what does not fit waits for the next upload. */
const BEHAVIOUR_BYTES_MAX = 192 * 1024
const BEHAVIOUR_BODY_LIMIT_BYTES = (BEHAVIOUR_BYTES_MAX / 3) * 4 + 1024

const SMS_COUNT_MAX = 500
const SMS_BODY_LIMIT_BYTES = 256 * 1024

/** More than are on the list of finance apps, so that a list that names others can be cut down to it. */
const APPS_COUNT_MAX = 500
const APPS_BODY_LIMIT_BYTES = 256 * 1024

export const userCalls = calls({
  'user/get_code': {
    access: 'guest',
    summary: 'Sends a code to a phone to log in, or to the phone on file to sign or to erase the account.',
    body: z.discriminatedUnion('purpose', [
      z.strictObject({ purpose: z.literal('login'), phone, browser_token: z.optional(browserToken) }),
      z.strictObject({ purpose: z.enum(['sign', 'erase']) }),
    ]),
    ret: codeSent,
  },

  'user/get_mail_code': {
    access: 'guest',
    summary: 'Sends a code to an e-mail address to log in, or to the address on file to sign or to erase the account.',
    body: z.discriminatedUnion('purpose', [
      z.strictObject({ purpose: z.literal('login'), mail, browser_token: z.optional(browserToken) }),
      z.strictObject({ purpose: z.enum(['sign', 'erase']) }),
    ]),
    ret: codeSent,
  },

  'user/code_delivery': {
    access: 'guest',
    summary: 'Whether the message with a code could not be delivered, as far as its provider has said.',
    body: z.strictObject({ delivery_id: uuid }),
    ret: z.strictObject({ is_undelivered: z.boolean() }),
  },

  'user/login': {
    access: 'guest',
    summary: 'Logs in with a code, agreeing to the privacy policy and the terms; the first time makes the account.',
    body: z.discriminatedUnion('channel', [
      z.strictObject({ channel: z.literal('phone'), phone, ...typedCode }),
      z.strictObject({ channel: z.literal('mail'), mail, ...typedCode }),
    ]),
    ret: z.strictObject({
      token: z.string().check(z.maxLength(64), z.regex(/^[A-Za-z0-9_-]{43,64}$/)),
      user_id: uuid,
      /** Null for an account that has only an e-mail address so far. */
      phone: z.nullable(phone),
      is_new: z.boolean(),
      expires_at: instant,
      /** For the next log-in: the same as was sent, where that was hers. */
      browser_token: browserToken,
    }),
  },

  'user/logout': {
    access: 'user',
    summary: 'Revokes the token of this device.',
    body: nothing,
    ret: nothing,
  },

  'user/message_choice': {
    access: 'user',
    summary:
      'What she is told about by message; with `off`, what she wants to hear nothing of. What the law demands is told anyway.',
    body: z.strictObject({ off: z.optional(listOf(messageTopic, 5)) }),
    ret: z.strictObject({ topics: listOf(z.strictObject({ topic: messageTopic, is_on: z.boolean() }), 5) }),
  },

  'user/contact_choice': {
    access: 'user',
    summary:
      'Whether she may be contacted about what is late, and every text that she was sent about it; with `is_out`, her choice.',
    body: z.strictObject({ is_out: z.optional(z.boolean()) }),
    ret: z.strictObject({
      is_out: z.boolean(),
      /** The last ones, the newest first, word for word. */
      contacts: listOf(z.strictObject({ at: instant, is_by_person: z.boolean(), text: prose(2000) }), 50),
    }),
  },

  'user/get_processing_order': {
    access: 'user',
    summary: 'Orders that are going on: failed payouts, pending, in repayment.',
    body: orderPageBody,
    ret: orderPage,
  },

  'user/get_complete_order': {
    access: 'user',
    summary: 'Orders that are over: failed review, complete.',
    body: orderPageBody,
    ret: orderPage,
  },

  'user/upload_behavior': {
    access: 'user',
    summary:
      'Stores behaviour events, given consent: base64 of the UTF-8 JSON of the event list. Never what was typed.',
    body: z.object({ data: base64(BEHAVIOUR_BYTES_MAX) }),
    ret: stored,
    body_limit_bytes: BEHAVIOUR_BODY_LIMIT_BYTES,
  },

  'user/upload_device': {
    access: 'user',
    summary: 'Stores what kind of device this is, given consent. No identifier of the device or the person.',
    body: z.object({
      data: z.object({
        manufacturer: typed(60),
        model: typed(60),
        os_version: typed(30),
        app_version: typed(30),
        locale: typed(35),
        time_zone: typed(60),
      }),
    }),
    ret: stored,
  },

  'user/upload_location': {
    access: 'user',
    summary: 'Stores about where the phone is, to two decimals of a degree, given consent.',
    body: z.object({
      data: z.object({
        /** A hundredth of a degree is about a kilometre: a closer place cannot be said. */
        latitude_centidegrees: whole(-9_000, 9_000),
        longitude_centidegrees: whole(-18_000, 18_000),
        taken_at: instant,
      }),
    }),
    ret: stored,
  },

  'user/upload_sms': {
    access: 'user',
    summary:
      'Stores which services wrote and about what, given consent. Never the text of a message, and no sender that is a person.',
    body: z.object({
      sms_list: listOf(
        z.object({
          /** A short code or a name; records of other senders are left out. */
          sender: typed(60),
          received_at: instant,
          kind: z.enum(['income', 'payment', 'transfer', 'loan', 'overdue', 'other']),
          amount_centavos: z.nullable(money),
        }),
        SMS_COUNT_MAX,
      ),
    }),
    ret: stored,
    body_limit_bytes: SMS_BODY_LIMIT_BYTES,
  },

  'user/upload_app': {
    access: 'user',
    summary: 'Stores which finance apps of a fixed list are installed, given consent. Any other app is left out.',
    body: z.object({
      data: listOf(
        z.string().check(z.maxLength(120), z.regex(/^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)+$/)),
        APPS_COUNT_MAX,
      ),
    }),
    ret: stored,
    body_limit_bytes: APPS_BODY_LIMIT_BYTES,
  },
})
