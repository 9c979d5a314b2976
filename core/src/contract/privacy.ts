import * as z from 'zod/mini'
import { deviceDataKinds } from '../device/limits.ts'
import { accessActors, accessPurposes, dataCategories, erasureObstacles, photosKeptBecause } from '../privacy.ts'
import { calls } from './call.ts'
import { base64, code, count, day, instant, line, listOf, version } from './fields.ts'

const consentKind = z.enum(['biometric', ...deviceDataKinds])

const category = z.enum(dataCategories)

/** One consent as it stands: whether it is on, when it was given and ended, and what is stored under it now. */
const consent = z.strictObject({
  kind: consentKind,
  /** Of the text that is shown now. */
  version,
  is_on: z.boolean(),
  /** Of the last time, null if never. */
  given_at: z.nullable(instant),
  expires_at: z.nullable(instant),
  withdrawn_at: z.nullable(instant),
  stored_count: count,
  last_stored_at: z.nullable(instant),
  /** What the last withdrawal deleted, and when. */
  deleted_at: z.nullable(instant),
  deleted_count: count,
  /** Why something stays although the consent is withdrawn: only ever the photos of the DNI. */
  kept_because: z.nullable(z.enum(photosKeptBecause)),
})

/** What the law has us keep after an erasure, by which law and until when. */
const keptByLaw = z.strictObject({ category, law: line(120), until_day: day })

/** A whole life with us, the photographs included. */
const DOWNLOAD_BYTES_MAX = 48 * 1024 * 1024

export const privacyCalls = calls({
  'privacy/state': {
    access: 'user',
    summary:
      'What is held about the user and why, her consents, what was sent and who looked, and whether she can erase it.',
    body: z.strictObject({}),
    ret: z.strictObject({
      now_at: instant,
      consents: listOf(consent, 6),
      held: listOf(
        z.strictObject({
          category,
          records_count: count,
          since_at: z.nullable(instant),
          /** Null: as long as the account is there. */
          keep_until_day: z.nullable(day),
        }),
        dataCategories.length,
      ),
      /** The last ones, the newest first. */
      accesses: listOf(
        z.strictObject({
          at: instant,
          actor: z.enum(accessActors),
          /** Null: everything. */
          category: z.nullable(category),
          purpose: z.enum(accessPurposes),
        }),
        50,
      ),
      /** The last uploads of each kind, the newest first. */
      sent: listOf(z.strictObject({ kind: z.enum(deviceDataKinds), sent_at: instant, stored_count: count }), 100),
      erasure: z.strictObject({
        is_possible: z.boolean(),
        obstacle: z.nullable(z.enum(erasureObstacles)),
        kept: listOf(keptByLaw, dataCategories.length),
        code_channels: listOf(z.strictObject({ channel: z.enum(['phone', 'mail']), contact_masked: line(254) }), 2),
      }),
    }),
  },

  'privacy/consent': {
    access: 'user',
    summary: 'Gives one consent, or withdraws it: then what was stored under it is deleted at once.',
    body: z.discriminatedUnion('give', [
      /** The version of the text that was read. */
      z.strictObject({ give: z.literal(true), kind: consentKind, version }),
      z.strictObject({ give: z.literal(false), kind: consentKind }),
    ]),
    ret: z.strictObject({ consent }),
  },

  'privacy/download': {
    access: 'user',
    summary: 'Everything that is held about the user, readable: JSON with the photographs inside, or a PDF.',
    body: z.strictObject({ format: z.enum(['json', 'pdf']) }),
    ret: z.strictObject({ file_name: line(80), content_base64: base64(DOWNLOAD_BYTES_MAX) }),
  },

  'privacy/erase': {
    access: 'user',
    summary:
      'Erases the account, with a code to its owner. What the law has us keep is named, and nobody uses it any more.',
    body: z.strictObject({ code_channel: z.enum(['phone', 'mail']), code }),
    ret: z.strictObject({ erased_at: instant, kept: listOf(keptByLaw, dataCategories.length) }),
  },
})
