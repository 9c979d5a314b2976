import * as z from 'zod/mini'
import { idOf, text, whole } from './fields.ts'
import { keptColumn, keptShape } from './versions.ts'

/** What was read from photographs, and what was made of it. */

const number = z.number()

const unread = z.object({ ok: z.literal(false), problem: idOf<PhotoProblem>() })

/** `not_processed`: the reading itself failed twice; that says nothing about the photo. */
export type PhotoProblem =
  | 'not_an_image'
  | 'damaged'
  | 'animated'
  | 'too_many_pixels'
  | 'too_small'
  | 'trailing_data'
  | 'not_processed'

const read = {
  ok: z.literal(true),
  sharpness: number,
  timingsMs: z.record(z.string(), number),
  versions: z.record(z.string(), z.string()),
}

/** What a card says: the fields that it has in common with the form. */
const person = { dni: text, surname: text, givenNames: text, sex: idOf<'F' | 'M' | 'X'>(), birth: text }

const face = z.object({ faces: whole, descriptor: z.nullable(z.array(number)) })

/** With how much it looks like a picture of a picture; readings of before there were scores have none. */
const score = z.optional(z.nullable(number))
const selfie = z.extend(face, { spoof: score, liveness: score })

/** One shape for each kind of photograph: each stands for itself, so that a retake reads the new photo alone. */
export const keptReadings = {
  front: keptShape(
    'reading-front',
    z.discriminatedUnion('ok', [
      z.object({
        ...read,
        barcode: z.nullable(z.object({ ...person, issued: text, copy: text, cuil: z.nullable(text) })),
        portrait: face,
      }),
      unread,
    ]),
  ),
  back: keptShape(
    'reading-back',
    z.discriminatedUnion('ok', [
      z.object({
        ...read,
        mrz: z.nullable(z.object({ ...person, expiry: text, nationality: text, namesTruncated: z.boolean() })),
      }),
      unread,
    ]),
  ),
  selfie: keptShape('reading-selfie', z.discriminatedUnion('ok', [z.object({ ...read, selfie }), unread])),
} as const

/** The scores of a verdict, for whoever looks at the case. Erasure and the withdrawal of a consent empty it by SQL. */
export const keptScores = keptColumn('verdict-scores', z.record(z.string(), z.unknown()))

/** Which engines and models gave them. */
export const keptEngines = keptColumn('verdict-engines', z.record(z.string(), z.string()))
