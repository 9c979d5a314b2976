import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import shipped from '../../../data/review-rules.json' with { type: 'json' }
import { employmentTypeIds, overduePeriodIds } from '@hola/core/application/option-ids.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { decide } from '@hola/core/review/decide.ts'
import type { ReviewInputs } from '@hola/core/review/inputs.ts'
import { isReviewReason } from '@hola/core/review/reasons.ts'
import type { ReviewRules } from '@hola/core/review/rules.ts'
import { RulesProblem, parseReviewRules } from '@hola/core/review/rules.ts'
import { keptDecisionInputs } from '@hola/core/stored/review.ts'
import { ordinary } from './test-inputs.ts'

const rules = ((): ReviewRules => {
  const read = parseReviewRules(shipped)
  if (read instanceof RulesProblem) throw new Error(read.reason)
  return read
})()

const onFile = { ...ordinary.bureau } as Extract<ReviewInputs['bureau'], { kind: 'on_file' }>
const bureau = (file: Partial<typeof onFile>): ReviewInputs => ({ ...ordinary, bureau: { ...onFile, ...file } })
const declared = (said: Partial<ReviewInputs['declared']>): ReviewInputs => ({
  ...ordinary,
  declared: { ...ordinary.declared, ...said },
})
const own = (history: Partial<ReviewInputs['own']>): ReviewInputs => ({
  ...ordinary,
  own: { ...ordinary.own, ...history },
})
const identity = (outcome: ReviewInputs['identity']['outcome'], ...reasons: string[]): ReviewInputs => ({
  ...ordinary,
  identity: { outcome, reasons },
})

test('an ordinary person with a clean file gets $ 200.000 the first time', () => {
  expect(decide(rules, ordinary)).toMatchObject({ outcome: 'approved', limit: pesos(200_000), score: 660, reasons: [] })
})

describe('refused', () => {
  test.each<[string, ReviewInputs, string[]]>([
    ['a debt in situation 3 now', bureau({ worstNow: 3, worst24Months: 3 }), ['bureau_situation_now']],
    [
      'a debt in situation 5 now',
      bureau({ worstNow: 5, worst24Months: 5 }),
      ['bureau_situation_now', 'bureau_situation_past'],
    ],
    ['a debt in situation 6 now', bureau({ worstNow: 6 }), ['bureau_situation_now']],
    ['situation 4 within 24 months', bureau({ worst24Months: 4 }), ['bureau_situation_past']],
    ['rejected cheques that are not paid', bureau({ unpaidRejectedChequesCount: 1 }), ['bureau_rejected_cheques']],
    [
      'cheques, and nothing else on file',
      bureau({ worstNow: null, worst24Months: null, unpaidRejectedChequesCount: 3 }),
      ['bureau_rejected_cheques'],
    ],
    ['debts beyond the income', bureau({ debtTotalCentavos: pesos(90_000_000) }), ['not_affordable']],
    ['an income that repays nothing', declared({ monthlyIncomeCentavos: pesos(43_000) }), ['not_affordable']],
    ['internet loans of two months', declared({ currentInternetLoansCentavos: pesos(1_800_000) }), ['not_affordable']],
    ['a loan of ours that is overdue', own({ isOverdueNow: true }), ['own_overdue']],
    ['the same DNI elsewhere', { ...ordinary, isDniActiveElsewhere: true }, ['dni_in_another_account']],
    ['the day before the 18th birthday', { ...ordinary, ageYears: 17 }, ['age_not_accepted']],
    ['the 76th birthday', { ...ordinary, ageYears: 76 }, ['age_not_accepted']],
    [
      'a long overdue payment that she told of',
      declared({ overduePastSixMonths: true, longestOverduePeriod: 'days_91_180' }),
      ['declared_overdue'],
    ],
    [
      'a low score',
      declared({
        monthlyIncomeCentavos: pesos(200_000),
        employmentType: 'unemployed',
        overduePastSixMonths: true,
        longestOverduePeriod: 'days_31_90',
        internetLoansInProgressCount: 9,
        currentInternetLoansCentavos: pesos(400_000),
        pastLoansCount: 0,
      }),
      ['score_low'],
    ],
    ['a card that has expired', identity('refuse', 'card_expired'), ['identity_card_expired']],
    ['another card', identity('refuse', 'card_of_another_dni'), ['identity_other_dni']],
    ['two cards', identity('refuse', 'sides_differ_again'), ['identity_sides_differ']],
    ['another face', identity('refuse', 'face_differs_again'), ['identity_photos_do_not_match']],
    [
      'another face on an expired card',
      identity('refuse', 'face_differs_again', 'card_expired'),
      ['identity_card_expired', 'identity_photos_do_not_match'],
    ],
    ['a refusal for a reason of tomorrow', identity('refuse', 'new_reason'), ['identity_photos_do_not_match']],
  ])('an application is refused: %s', (_, inputs, reasons) => {
    expect(decide(rules, inputs)).toMatchObject({ outcome: 'refused', limit: null, reasons })
  })
})

describe('left to a person', () => {
  test.each<[string, ReviewInputs, string[]]>([
    ['a doubt about who it is', identity('manual', 'image_reused'), ['identity_needs_a_person']],
    ['photos that nobody could read', identity('not_judged'), ['identity_not_read']],
    ['a file that is under review, whatever it says', bureau({ isInReview: true, worstNow: 4 }), ['bureau_in_review']],
    ['insolvency proceedings', bureau({ hasLegalSituation: true }), ['bureau_legal_situation']],
    ['a bureau that gave no answer', { ...ordinary, bureau: { kind: 'unavailable' } }, ['bureau_unavailable']],
    ['a bureau that was not asked', { ...ordinary, bureau: { kind: 'not_asked' } }, ['facts_missing']],
    [
      'a doubt about who it is, with a bad file: that file may be somebody else’s',
      { ...bureau({ worstNow: 5 }), identity: { outcome: 'manual', reasons: ['face_reused'] } },
      ['identity_needs_a_person'],
    ],
  ])('an application needs a person: %s', (_, inputs, reasons) => {
    expect(decide(rules, inputs)).toMatchObject({ outcome: 'manual', limit: null, reasons })
  })

  test('sees what score and income would allow', () => {
    expect(decide(rules, identity('manual', 'image_reused')).proposedLimit).toBe(pesos(200_000))
    expect(decide(rules, { ...bureau({ debtTotalCentavos: pesos(90_000_000), isInReview: true }) }).proposedLimit).toBe(
      0,
    )
  })
})

describe('the limit', () => {
  test.each<[string, ReviewInputs, number, string[]]>([
    ['a debt in situation 2 lowers it', bureau({ worstNow: 2, worst24Months: 2 }), 80_000, ['bureau_situation_2']],
    ['situation 2 in the past lowers nothing by itself', bureau({ worst24Months: 2 }), 200_000, []],
    ['situation 3 in the past weighs', bureau({ worst24Months: 3 }), 160_000, []],
    [
      'nothing on file: a first loan to learn from',
      { ...ordinary, bureau: { kind: 'thin_file' } },
      120_000,
      ['bureau_thin_file'],
    ],
    ['one loan cleared on time', own({ clearedOnTimeCount: 1 }), 300_000, []],
    ['three loans cleared on time', own({ clearedOnTimeCount: 3 }), 400_000, []],
    ['six, as far as the income reaches', own({ clearedOnTimeCount: 6 }), 405_000, ['limited_by_income']],
    [
      'six, with an income that reaches',
      {
        ...own({ clearedOnTimeCount: 6 }),
        declared: { ...ordinary.declared, monthlyIncomeCentavos: pesos(2_000_000) },
      },
      500_000,
      [],
    ],
    ['cleared late', own({ clearedLateCount: 1 }), 200_000, []],
    ['cleared late twice', own({ clearedLateCount: 2 }), 160_000, []],
    ['a small income bounds it', declared({ monthlyIncomeCentavos: pesos(300_000) }), 125_000, ['limited_by_income']],
    [
      'internet loans bound it',
      declared({ currentInternetLoansCentavos: pesos(400_000) }),
      95_000,
      ['limited_by_income'],
    ],
    ['the smallest loan', declared({ monthlyIncomeCentavos: pesos(64_000) }), 20_000, ['limited_by_income']],
    ['principal of our own lies within it', own({ openPrincipalCentavos: pesos(400_000) }), 200_000, []],
    [
      'principal of our own lies within what the income reaches',
      own({ clearedOnTimeCount: 6, openPrincipalCentavos: pesos(400_000) }),
      405_000,
      ['limited_by_income'],
    ],
    ['debts at the bureau bound it', bureau({ debtTotalCentavos: pesos(4_000_000) }), 105_000, ['limited_by_income']],
  ])('the limit: %s', (_, inputs, limit, reasons) => {
    expect(decide(rules, inputs)).toMatchObject({ outcome: 'approved', limit: pesos(limit), reasons })
  })

  test('by a table from before, principal of our own is taken off once more, as it was then', () => {
    const { own_principal_is_within_limit: _, ...affordability } = rules.affordability
    expect(decide({ ...rules, affordability }, own({ openPrincipalCentavos: pesos(300_000) }))).toMatchObject({
      limit: pesos(105_000),
      reasons: ['limited_by_income'],
    })
  })

  test('of the ages that the tests draw is the same', () => {
    for (let ageYears = 25; ageYears <= 75; ageYears += 1)
      expect(decide(rules, { ...ordinary, ageYears }).limit).toBe(pesos(200_000))
  })
})

test('the rows that had a say are named', () => {
  const { hits } = decide(rules, bureau({ worstNow: 2, worst24Months: 2 }))
  expect(hits).toContain('cut-situation-2-now')
  expect(hits).toContain('score:bureau_situation_now:3:60')
  expect(hits).toContain('limit:5')
  expect(decide(rules, bureau({ worstNow: 3 })).hits[0]).toBe('bureau-situation-now')
})

const amount = fc.integer({ min: 0, max: 2_000_000_000_00 }).map((count) => centavos(count))
const small = fc.nat(20)
const situation = fc.option(fc.integer({ min: 1, max: 6 }))
const anyInputs: fc.Arbitrary<ReviewInputs> = fc.record({
  identity: fc.record({
    outcome: fc.constantFrom('pass', 'pass', 'pass', 'refuse', 'manual', 'not_judged'),
    reasons: fc.subarray(['card_expired', 'face_differs_again', 'image_reused', 'face_uncertain']),
  }),
  ageYears: fc.integer({ min: 17, max: 77 }),
  declared: fc.record({
    monthlyIncomeCentavos: amount,
    employmentType: fc.constantFrom(...employmentTypeIds),
    overduePastSixMonths: fc.boolean(),
    longestOverduePeriod: fc.constantFrom(...overduePeriodIds),
    currentInternetLoansCentavos: amount,
    pastLoansCount: small,
    internetLoansInProgressCount: small,
  }),
  bureau: fc.oneof(
    fc.constantFrom({ kind: 'thin_file' } as const, { kind: 'unavailable' } as const, { kind: 'not_asked' } as const),
    fc.record({
      kind: fc.constant('on_file' as const),
      worstNow: situation,
      worst24Months: situation,
      debtTotalCentavos: amount,
      unpaidRejectedChequesCount: fc.nat(2),
      isInReview: fc.boolean(),
    }),
  ),
  own: fc.record({
    clearedOnTimeCount: small,
    clearedLateCount: small,
    isOverdueNow: fc.boolean(),
    openPrincipalCentavos: amount,
  }),
  isDniActiveElsewhere: fc.boolean(),
  product: fc.constant(ordinary.product),
})

describe('whoever it is', () => {
  const RUNS = 2_000
  test('the decision holds together: a limit on the grid, or reasons of the list', () => {
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const { outcome, limit, reasons, proposedLimit } = decide(rules, inputs)
        expect((outcome === 'approved') === (limit !== null)).toBe(true)
        expect(outcome === 'approved' || reasons.length > 0).toBe(true)
        expect(reasons.every(isReviewReason)).toBe(true)
        const onGrid = proposedLimit === 0 || (proposedLimit >= pesos(20_000) && proposedLimit % pesos(5_000) === 0)
        expect(onGrid && proposedLimit <= pesos(500_000)).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })

  test('nobody is approved without a proven identity and an answer of the bureau', () => {
    const forgetful = { ...rules, stops: [] }
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const isProven = inputs.identity.outcome === 'pass'
        const isAnswered = inputs.bureau.kind === 'on_file' || inputs.bureau.kind === 'thin_file'
        expect(decide(forgetful, inputs).outcome === 'approved' && !(isProven && isAnswered)).toBe(false)
      }),
      { numRuns: RUNS },
    )
  })

  test('a better income never lowers the limit, and more debt never raises it', () => {
    fc.assert(
      fc.property(anyInputs, amount, (inputs, more) => {
        const limit = (changed: ReviewInputs): number => decide(rules, changed).proposedLimit
        const with_ = (said: Partial<ReviewInputs['declared']>): ReviewInputs => ({
          ...inputs,
          declared: { ...inputs.declared, ...said },
        })
        const earns = inputs.declared.monthlyIncomeCentavos
        const owes = inputs.declared.currentInternetLoansCentavos
        expect(limit(with_({ monthlyIncomeCentavos: centavos(earns + more) }))).toBeGreaterThanOrEqual(limit(inputs))
        expect(limit(with_({ currentInternetLoansCentavos: centavos(owes + more) }))).toBeLessThanOrEqual(limit(inputs))
        if (inputs.bureau.kind !== 'on_file') return
        const debtTotalCentavos = centavos(inputs.bureau.debtTotalCentavos + more)
        expect(limit({ ...inputs, bureau: { ...inputs.bureau, debtTotalCentavos } })).toBeLessThanOrEqual(limit(inputs))
      }),
      { numRuns: RUNS },
    )
  })

  test('what is stored and read back gives the same decision', () => {
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const again = keptDecisionInputs.readText(keptDecisionInputs.writeText(inputs))
        expect(decide(rules, again)).toEqual(decide(rules, inputs))
      }),
      { numRuns: RUNS },
    )
  })
})

test.each(['gender_id', 'marital_status_id', 'address', 'emergency_contact_1', 'sms', 'apps', 'location', 'device'])(
  'there is no room for %s',
  (name) => {
    expect(() => keptDecisionInputs.read({ ...ordinary, [name]: 'x' })).toThrow(name)
    const declared = { ...ordinary.declared, [name]: 'x' }
    expect(() => keptDecisionInputs.read({ ...ordinary, declared })).toThrow(name)
  },
)
