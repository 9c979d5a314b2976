import * as z from 'zod/mini'
import { base64, count, day, instant, line, listOf, money, typed, uuid, version, whole } from '../contract/fields.ts'
import { refusalReasons } from '../review/reasons.ts'
import { deskCalls } from './call.ts'
import { personCodeField } from './codes.ts'

/** So long a case stays open for whoever gave a reason to open it. */
export const CASE_OPEN_MINUTES = 5

const PHOTO_BYTES_MAX = 12 * 1024 * 1024
const MONTHS_MAX = 24

export const CASES_PAGE = 100

const photoKind = z.enum(['front', 'back', 'selfie'])
const code = line(60)
const codes = listOf(code, 60)
const score = whole(-1_000_000, 1_000_000)
const number = z.number().check(z.minimum(-1e9), z.maximum(1e9))
const caseId = uuid
const why = typed(500)
const owner = z.nullable(z.strictObject({ member_id: uuid, name: line(60), since_at: instant }))
const outcome = z.enum(['approved', 'refused', 'manual'])
const state = z.enum(['waiting', 'approved', 'refused', 'taken_back'])

const listed = z.strictObject({
  case_id: caseId,
  /** The first letters of who it is: enough to tell two apart. */
  person: personCodeField,
  state,
  since_at: instant,
  /** Until when it is to be decided; null once it is. */
  due_at: z.nullable(instant),
  decided_by: z.nullable(line(60)),
  limit_centavos: z.nullable(money),
  reasons: codes,
  owner,
})

/** One decision of a case, and the same facts run through the same table again. */
const replayed = z.strictObject({
  decided_at: instant,
  /** Null when the rules decided. */
  decided_by: z.nullable(line(60)),
  outcome,
  score: z.nullable(score),
  limit_centavos: z.nullable(money),
  reasons: codes,
  rules_version: whole(1, 1_000_000),
  again: z.strictObject({ outcome, score, limit_centavos: money, reasons: codes, hits: codes }),
  is_same: z.boolean(),
})

/** Whether what is on a side of the card is what the form says; null where that side was not read. */
const held = z.nullable(z.enum(['same', 'differs']))
const evidence = z.strictObject({ field: line(40), front: held, back: held })

const person = z.strictObject({
  first_name: line(120),
  last_name: line(120),
  national_id_number: line(20),
  cuil: line(20),
  birth_day: day,
  age_years: whole(0, 200),
  gender_id: line(40),
  employment_type_id: line(40),
  monthly_income_centavos: money,
  evidence: listOf(evidence, 10),
  /** What the card says instead, where it differs. */
  on_card: z.record(line(40), line(120)),
  card_expiry_day: z.nullable(day),
  is_card_expired: z.boolean(),
})

const bureau = z.strictObject({
  answer: z.enum(['on_file', 'thin_file', 'unavailable', 'not_asked']),
  worst_now: z.nullable(whole(0, 6)),
  worst_24_months: z.nullable(whole(0, 6)),
  debt_centavos: z.nullable(money),
  rejected_cheques_count: z.nullable(count),
  is_in_review: z.boolean(),
  /** The worst of each month that was reported, the newest first; none of answers from before they were kept. */
  months: listOf(z.strictObject({ month: line(7), worst: whole(0, 6) }), MONTHS_MAX),
})

const identity = z.strictObject({
  outcome: line(20),
  reasons: codes,
  rules_version: version,
  judged_at: instant,
  face_distance: z.nullable(number),
  face_match_distance: number,
  face_refuse_distance: number,
  sharpness: z.nullable(z.strictObject({ front: number, back: number, selfie: number })),
  sharpness_min: z.strictObject({ front: number, back: number, selfie: number }),
  is_zone_read: z.nullable(z.boolean()),
  is_barcode_read: z.nullable(z.boolean()),
  spoof: z.nullable(number),
  liveness: z.nullable(number),
})

/** What is only seen by whoever has opened the case with a reason. */
const opened = z.strictObject({
  person: z.nullable(person),
  bureau,
  own: z.strictObject({
    cleared_on_time_count: count,
    cleared_late_count: count,
    is_overdue_now: z.boolean(),
    open_principal_centavos: money,
  }),
  photos: listOf(z.strictObject({ kind: photoKind, upload_id: uuid, stored_at: instant, retakes_count: count }), 3),
  retakes_max: count,
})

const shown = z.strictObject({
  now: instant,
  case_id: caseId,
  user_id: uuid,
  state,
  since_at: instant,
  due_at: z.nullable(instant),
  submitted_at: z.nullable(instant),
  owner,
  reasons: codes,
  score: score,
  limit_by_rules_centavos: money,
  grid: z.strictObject({ min_centavos: money, max_centavos: money, step_centavos: money }),
  identity: z.nullable(identity),
  replays: listOf(replayed, 20),
  /** The same face or image came before under another DNI: nobody is approved before somebody says that it is not her. */
  needs_same_person: z.boolean(),
  opened_until: z.nullable(instant),
  opened: z.nullable(opened),
})

/** Somebody else who sent the same image, or has the same face. */
const match = z.strictObject({
  user_id: uuid,
  by: z.enum(['image', 'face']),
  /** Between the two faces; null for an image, which is the very same. */
  distance: z.nullable(number),
  /** Which photo of the case is which of hers. */
  photo: photoKind,
  other_photo: photoKind,
  is_photo_kept: z.boolean(),
  /** Most of it is covered: it only helps to tell two people apart. */
  masked_name: line(80),
  masked_dni: line(20),
  birth_year: z.nullable(whole(1900, 2200)),
  sent_at: instant,
  application_state: line(20),
  cleared_on_time_count: count,
  cleared_late_count: count,
  is_overdue_now: z.boolean(),
})

const samePerson = z.enum(['yes', 'no', 'unknown'])

export const caseCalls = deskCalls({
  'cases/list': {
    power: 'see_cases',
    kind: 'read',
    summary: 'Cases: those that wait, what has the least time left first, or those decided, the newest first.',
    body: z.strictObject({
      show: z.enum(['waiting', 'mine', 'by_person', 'approved', 'refused']),
      after: z.optional(z.strictObject({ at: instant, id: uuid })),
    }),
    ret: z.strictObject({
      now: instant,
      cases: listOf(listed, CASES_PAGE),
      next: z.nullable(z.strictObject({ at: instant, id: uuid })),
    }),
  },
  'cases/show': {
    power: 'see_cases',
    kind: 'read',
    summary: 'One case: why it waits, what the rules said, the decision made again; who she is only while it is open.',
    body: z.strictObject({ case_id: caseId }),
    ret: shown,
  },
  'cases/open': {
    power: 'see_cases',
    kind: 'act',
    summary: 'Opens a case with a reason: for some minutes this member sees the form, the photos and the bureau.',
    body: z.strictObject({ case_id: caseId, why }),
    ret: z.strictObject({ opened_until: instant }),
  },
  'cases/photos': {
    power: 'see_cases',
    kind: 'act',
    summary:
      'The photos of an open case, or of somebody whose image or face is the same. That they were seen is written down.',
    body: z.strictObject({ case_id: caseId, match_user_id: z.optional(uuid) }),
    ret: z.strictObject({
      photos: listOf(z.strictObject({ kind: photoKind, jpeg: base64(PHOTO_BYTES_MAX) }), 3),
    }),
  },
  'cases/same': {
    power: 'see_cases',
    kind: 'read',
    summary: 'Who else sent the same image, or has the same face, under another DNI. The case must be open.',
    body: z.strictObject({ case_id: caseId }),
    ret: z.strictObject({ reuse_distance: number, matches: listOf(match, 10) }),
  },
  'cases/approve': {
    power: 'decide_cases',
    kind: 'act',
    summary: 'Approves a waiting case within what the rules allow; more takes a second person: a proposal.',
    body: z.strictObject({
      case_id: caseId,
      limit_centavos: money,
      same_person: z.nullable(samePerson),
      why,
    }),
    ret: z.strictObject({}),
  },
  'cases/refuse': {
    power: 'decide_cases',
    kind: 'act',
    summary: 'Refuses a waiting case for one of the reasons that there are; she reads it.',
    body: z.strictObject({
      case_id: caseId,
      reason: z.enum(refusalReasons),
      same_person: z.nullable(samePerson),
      why,
    }),
    ret: z.strictObject({}),
  },
  'cases/retake': {
    power: 'decide_cases',
    kind: 'act',
    summary: 'Gives a waiting case back to her, for one photo to be taken again.',
    body: z.strictObject({ case_id: caseId, photo: photoKind, why }),
    ret: z.strictObject({}),
  },
})
