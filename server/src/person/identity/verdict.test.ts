import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { IdentityEvidence } from './evidence.ts'
import type { PhotoKind } from './images.ts'
import type { Person } from './person.ts'
import { readIdentityRules } from './rules.ts'
import { identityVerdict } from './verdict.ts'
import type { IdentityHistory, IdentityVerdict, ReasonCode } from './verdict.ts'

const today = '2026-11-15'
const { thresholds } = readIdentityRules()
const form: Person = {
  dni: '30123456',
  surname: 'Muñoz García',
  givenNames: 'María Belén',
  sex: 'F',
  birth: '1990-02-01',
}
const onCard = { ...form, surname: 'MUNOZ GARCIA', givenNames: 'MARIA BELEN' }
const mrz = { ...onCard, expiry: '2038-11-15', nationality: 'ARG', namesTruncated: false }
const barcode = { ...form, issued: '2023-11-15', copy: 'A', cuil: null }
const fresh: IdentityHistory = { retakesSoFar: { front: 0, back: 0, selfie: 0 }, earlierReasons: [], reuse: 'none' }

const good: IdentityEvidence = {
  mrz,
  barcode,
  faceDistance: 0.45,
  portraitFaces: 1,
  selfieFaces: 1,
  presentation: { spoof: 1.5, liveness: 0.95 },
  sharpness: { front: 900, back: 900, selfie: 90 },
  problems: {},
  selfieDescriptor: null,
  versions: {},
  timingsMs: {},
}

const judge = (
  change: Partial<IdentityEvidence>,
  history: Partial<IdentityHistory> = {},
  typed: Partial<Person> = {},
) => identityVerdict({ ...good, ...change }, { ...form, ...typed }, { ...fresh, ...history }, thresholds, today)

const pass: IdentityVerdict = { outcome: 'pass', retake: [], reasons: [] }
const retake = (photos: PhotoKind[], ...reasons: ReasonCode[]): IdentityVerdict => ({
  outcome: 'retake',
  retake: photos,
  reasons,
})
const refuse = (...reasons: ReasonCode[]): IdentityVerdict => ({ outcome: 'refuse', retake: [], reasons })
const correct = (photos: PhotoKind[], ...reasons: ReasonCode[]): IdentityVerdict => ({
  outcome: 'correct',
  retake: photos,
  reasons,
})
const manual = (...reasons: ReasonCode[]): IdentityVerdict => ({ outcome: 'manual', retake: [], reasons })

const otherDni = { dni: '30223456' }
const usedUp: Partial<IdentityHistory> = { retakesSoFar: { front: 3, back: 3, selfie: 3 } }

type Row = [string, IdentityVerdict, Partial<IdentityEvidence>, Partial<IdentityHistory>?, Partial<Person>?]

const tables: Record<string, Row[]> = {
  'decodes, large enough, exactly one face in the selfie': [
    ['all well', pass, {}],
    [
      'the front is too small',
      retake(['front'], 'front_unusable'),
      { problems: { front: 'too_small' }, barcode: null, portraitFaces: 0, faceDistance: null },
    ],
    [
      'the back is damaged, the barcode read',
      retake(['back'], 'back_unusable', 'expiry_unread'),
      { problems: { back: 'damaged' }, mrz: null },
    ],
    [
      'the selfie is no image',
      retake(['selfie'], 'selfie_unusable'),
      { problems: { selfie: 'not_an_image' }, selfieFaces: 0, faceDistance: null },
    ],
    ['no face in the selfie', retake(['selfie'], 'selfie_without_face'), { selfieFaces: 0, faceDistance: null }],
    ['two faces in the selfie', retake(['selfie'], 'selfie_with_several_faces'), { selfieFaces: 2 }],
    [
      'two faces, and the larger is not the holder',
      retake(['selfie'], 'selfie_with_several_faces'),
      { selfieFaces: 2, faceDistance: 0.9 },
    ],
    ['no face on the card', retake(['front'], 'portrait_not_found'), { portraitFaces: 0, faceDistance: null }],
    ['a ghost portrait beside the portrait', pass, { portraitFaces: 2 }],
    [
      'never refused: a person looks after three',
      manual('selfie_without_face', 'retakes_used_up'),
      { selfieFaces: 0, faceDistance: null },
      usedUp,
    ],
    [
      'three retakes of another photo do not count',
      retake(['selfie'], 'selfie_without_face'),
      { selfieFaces: 0, faceDistance: null },
      { retakesSoFar: { front: 3, back: 3, selfie: 2 } },
    ],
    [
      'our own failure is not the applicant’s',
      manual('not_processed'),
      { problems: { selfie: 'not_processed' }, selfieFaces: 0, faceDistance: null },
    ],
    ['two faces that were never compared', manual('not_processed'), { faceDistance: null }],
  ],
  'card read': [
    ['by the zone alone', pass, { barcode: null }],
    ['by the barcode alone, so the end of the card is unknown', retake(['back'], 'expiry_unread'), { mrz: null }],
    ['neither', retake(['back'], 'card_unread'), { mrz: null, barcode: null }],
    [
      'neither, and both photos blurred',
      retake(['front', 'back'], 'card_unread', 'front_blurred', 'back_blurred'),
      { mrz: null, barcode: null, sharpness: { front: 5, back: 5, selfie: 90 } },
    ],
    [
      'never refused: a person looks after three',
      manual('card_unread', 'retakes_used_up'),
      { mrz: null, barcode: null },
      usedUp,
    ],
  ],
  'form against card': [
    ['accents and a second name left out', pass, {}, {}, { surname: 'munoz', givenNames: 'MARÍA' }],
    [
      'a leading zero typed',
      pass,
      { mrz: { ...mrz, dni: '5123456' }, barcode: { ...barcode, dni: '5123456' } },
      {},
      { dni: '05123456' },
    ],
    ['the zone cut the names', pass, { mrz: { ...mrz, givenNames: 'MARIA BE', namesTruncated: true } }],
    [
      'another DNI in the zone, no barcode',
      correct([], 'dni_differs'),
      { mrz: { ...mrz, ...otherDni }, barcode: null },
    ],
    [
      'another DNI in the barcode, no zone',
      correct(['back'], 'dni_differs', 'expiry_unread'),
      { mrz: null, barcode: { ...barcode, ...otherDni } },
    ],
    [
      'another DNI in both',
      correct([], 'card_of_another_dni'),
      { mrz: { ...mrz, ...otherDni }, barcode: { ...barcode, ...otherDni } },
    ],
    ['another birth in both', correct([], 'birth_differs'), {}, {}, { birth: '1990-02-02' }],
    [
      'another birth in both and no face: all of it at once',
      correct(['selfie'], 'selfie_without_face', 'birth_differs'),
      { selfieFaces: 0, faceDistance: null },
      {},
      { birth: '1990-02-02' },
    ],
    [
      'another birth in both and the face differs again: nothing is refused before it is mended',
      correct([], 'birth_differs', 'face_differs_again'),
      { faceDistance: 0.9 },
      { earlierReasons: ['face_differs'] },
      { birth: '1990-02-02' },
    ],
    ['another sex in both', correct([], 'sex_differs'), {}, {}, { sex: 'X' }],
    ['another name in the zone', retake(['back'], 'names_differ'), { mrz: { ...mrz, surname: 'PEREZ' } }],
    [
      'another name in the barcode',
      retake(['front'], 'names_differ'),
      { barcode: { ...barcode, givenNames: 'LUCÍA' } },
    ],
    [
      'a typing error stays one, however many photos were taken',
      correct([], 'birth_differs'),
      {},
      usedUp,
      { birth: '1990-02-02' },
    ],
  ],
  'front against back': [
    [
      'another DNI on the front',
      retake(['front', 'back'], 'dni_differs', 'sides_differ'),
      { barcode: { ...barcode, ...otherDni } },
    ],
    [
      'another birth on the front',
      retake(['front', 'back'], 'birth_differs', 'sides_differ'),
      { barcode: { ...barcode, birth: '1991-02-01' } },
    ],
    [
      'differ again after a retake',
      refuse('dni_differs', 'sides_differ_again'),
      { barcode: { ...barcode, ...otherDni } },
      { earlierReasons: ['sides_differ'] },
    ],
    ['agree after a retake', pass, {}, { earlierReasons: ['sides_differ'] }],
  ],
  expiry: [
    ['tomorrow', pass, { mrz: { ...mrz, expiry: '2026-11-16' } }],
    ['today, its last day', pass, { mrz: { ...mrz, expiry: '2026-11-15' } }],
    ['yesterday', correct([], 'card_expired'), { mrz: { ...mrz, expiry: '2026-11-14' } }],
  ],
  'portrait against selfie': [
    ['0.55', pass, { faceDistance: 0.55 }],
    ['0.551', retake(['selfie'], 'face_uncertain'), { faceDistance: 0.551 }],
    ['0.65', retake(['selfie'], 'face_uncertain'), { faceDistance: 0.65 }],
    [
      'uncertain for the fourth time: a person looks',
      manual('face_uncertain', 'retakes_used_up'),
      { faceDistance: 0.6 },
      usedUp,
    ],
    ['0.651 on the first good selfie', retake(['selfie'], 'face_differs'), { faceDistance: 0.651 }],
    [
      '0.651 on the second',
      refuse('face_differs_again'),
      { faceDistance: 0.651 },
      { earlierReasons: ['face_differs'] },
    ],
    [
      '0.9 on a blurred selfie does not count',
      retake(['selfie'], 'selfie_blurred'),
      { faceDistance: 0.9, sharpness: { front: 900, back: 900, selfie: 3 } },
      { earlierReasons: ['face_differs'] },
    ],
    ['matches on the second', pass, { faceDistance: 0.5 }, { earlierReasons: ['face_differs'] }],
  ],
  'a selfie of a picture': [
    ['scores at their limits', pass, { presentation: { spoof: 2.8, liveness: 0.3 } }],
    ['a pattern over the face', manual('selfie_perhaps_of_picture'), { presentation: { spoof: 2.81, liveness: 0.99 } }],
    ['no live face', manual('selfie_perhaps_of_picture'), { presentation: { spoof: 1, liveness: 0.299 } }],
    ['read before there were scores', pass, { presentation: { spoof: null, liveness: null } }],
    [
      'and an uncertain face: a person looks before anything is asked for again',
      manual('face_uncertain', 'selfie_perhaps_of_picture'),
      { faceDistance: 0.6, presentation: { spoof: 5, liveness: 0 } },
    ],
    [
      'and the card expired: another card first',
      correct([], 'card_expired', 'selfie_perhaps_of_picture'),
      { mrz: { ...mrz, expiry: '2026-01-01' }, presentation: { spoof: 5, liveness: 0 } },
    ],
  ],
  reuse: [
    ['the same image under another DNI', manual('image_reused'), {}, { reuse: 'image' }],
    ['the same face under another DNI', manual('face_reused'), {}, { reuse: 'face' }],
    [
      'and the card expired: another card first',
      correct([], 'card_expired', 'image_reused'),
      { mrz: { ...mrz, expiry: '2026-01-01' } },
      { reuse: 'image' },
    ],
  ],
}

describe.each(Object.entries(tables))('verdicts: %s', (_table, rows) => {
  test.each(rows)('a verdict: %s', (_, expected, change, history, typed) => {
    expect(judge(change, history, typed)).toEqual(expected)
  })
})

// Few values for each field, so that random evidence often comes near to passing.
const dni = fc.constantFrom('30123456', '30223456')
const birth = fc.constantFrom('1990-02-01', '1991-02-01')
const people = {
  dni,
  birth,
  sex: fc.constantFrom('F' as const, 'M' as const),
  surname: fc.constantFrom('MUNOZ GARCIA', 'PEREZ'),
  givenNames: fc.constantFrom('MARIA BELEN', 'JUAN'),
}
const photoCounts = fc.record({ front: fc.nat(4), back: fc.nat(4), selfie: fc.nat(4) })
const randomEvidence: fc.Arbitrary<IdentityEvidence> = fc.record({
  mrz: fc.option(
    fc.record({
      ...people,
      expiry: fc.constantFrom('2026-11-14', '2026-11-15', '2038-11-15'),
      nationality: fc.constant('ARG'),
      namesTruncated: fc.boolean(),
    }),
  ),
  barcode: fc.option(
    fc.record({ ...people, issued: fc.constant('2023-11-15'), copy: fc.constant('A'), cuil: fc.constant(null) }),
  ),
  faceDistance: fc.option(fc.oneof(fc.double({ min: 0, max: 1.5, noNaN: true }), fc.constantFrom(0.3, Number.NaN))),
  portraitFaces: fc.nat(2),
  selfieFaces: fc.nat(2),
  presentation: fc.record({
    spoof: fc.constantFrom(null, 1, 2.8, 2.9, 5),
    liveness: fc.constantFrom(null, 0, 0.29, 0.3, 1),
  }),
  sharpness: fc.record({
    front: fc.constantFrom(1, 900),
    back: fc.constantFrom(1, 900),
    selfie: fc.constantFrom(1, 90),
  }),
  problems: fc.record(
    {
      front: fc.constantFrom('too_small', 'not_processed'),
      back: fc.constantFrom('damaged'),
      selfie: fc.constantFrom('animated'),
    } as const,
    { requiredKeys: [] },
  ),
  selfieDescriptor: fc.constant(null),
  versions: fc.constant({}),
  timingsMs: fc.constant({}),
})
// Good evidence with some of its parts made random: all of them random would hardly ever pass.
const parts = [
  'mrz',
  'barcode',
  'faceDistance',
  'portraitFaces',
  'selfieFaces',
  'presentation',
  'sharpness',
  'problems',
] as const
const anyEvidence = fc.tuple(randomEvidence, fc.subarray([...parts])).map(([random, spoiled]): IdentityEvidence => ({
  ...good,
  ...Object.fromEntries(spoiled.map((part) => [part, random[part]])),
}))
const anyHistory: fc.Arbitrary<IdentityHistory> = fc.record({
  retakesSoFar: photoCounts,
  earlierReasons: fc.subarray<ReasonCode>(['sides_differ', 'face_differs']),
  reuse: fc.constantFrom('none', 'image', 'face'),
})

const forAll = (check: (evidence: IdentityEvidence, history: IdentityHistory, verdict: IdentityVerdict) => void) => {
  fc.assert(
    fc.property(anyEvidence, anyHistory, (evidence, history) => {
      check(evidence, history, identityVerdict(evidence, form, history, thresholds, today))
    }),
    { numRuns: 5000 },
  )
}

describe('whatever the evidence and the history', () => {
  test('who passes has a whole card of this DNI and birth, unexpired, and the face on it', () => {
    let passed = 0
    forAll((evidence, history, { outcome }) => {
      if (outcome !== 'pass') return
      passed += 1
      expect(evidence.mrz).toMatchObject({ dni: form.dni, birth: form.birth, sex: form.sex })
      expect(evidence.mrz?.expiry && evidence.mrz.expiry >= today).toBe(true)
      expect(evidence.barcode ?? form).toMatchObject({ dni: form.dni, birth: form.birth, sex: form.sex })
      expect(evidence.faceDistance).toBeLessThanOrEqual(thresholds.faceMatchDistance)
      expect([evidence.selfieFaces, history.reuse, Object.keys(evidence.problems)]).toEqual([1, 'none', []])
    })
    // Otherwise the property would be true over nothing.
    expect(passed).toBeGreaterThan(0)
  })

  test('an expired card is neither accepted nor refused: it is said, and nothing is decided', () => {
    forAll((evidence, _, { outcome }) => {
      expect(outcome === 'correct' || !evidence.mrz || evidence.mrz.expiry >= today).toBe(true)
    })
  })

  test('what the whole card says against the form is never refused', () => {
    let typed = 0
    forAll((evidence, _, { outcome, reasons }) => {
      if (!reasons.includes('card_of_another_dni')) return
      typed += 1
      expect([outcome, evidence.mrz?.dni]).toEqual(['correct', evidence.barcode?.dni])
    })
    expect(typed).toBeGreaterThan(0)
  })

  test('the scores of a selfie of a picture refuse nobody, and let nobody pass who would not', () => {
    forAll((evidence, history, { outcome }) => {
      const unscored = { ...evidence, presentation: { spoof: null, liveness: null } }
      const without = identityVerdict(unscored, form, history, thresholds, today).outcome
      expect(outcome === without || (outcome === 'manual' && !['refuse', 'correct'].includes(without))).toBe(true)
    })
  })

  test('a card that was not read is never refused for it', () => {
    forAll((evidence, history, { outcome }) => {
      const mayRefuse = evidence.mrz || evidence.barcode || history.earlierReasons.includes('face_differs')
      expect(['retake', 'manual', ...(mayRefuse ? ['pass', 'refuse', 'correct'] : [])]).toContain(outcome)
    })
  })

  test('a photo is never asked for a fourth time, and only a retake or a correction names photos', () => {
    forAll((_, history, { outcome, retake: asked, reasons }) => {
      expect(outcome === 'correct' || asked.length > 0 === (outcome === 'retake')).toBe(true)
      for (const photo of asked) expect(history.retakesSoFar[photo]).toBeLessThan(thresholds.maxRetakes)
      expect(reasons.length > 0).toBe(outcome !== 'pass')
    })
  })
})
