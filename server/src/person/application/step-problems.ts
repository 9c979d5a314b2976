import { basicRules } from '@hola/core/application/basic.ts'
import { socialRules } from '@hola/core/application/social.ts'
import { withdrawalRules } from '@hola/core/application/withdrawal.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import type { FieldProblem } from '@hola/core/form/problems.ts'
import { sayField } from '@hola/i18n/say-field.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { SavedBasic, SavedSocial, SavedWithdrawal } from '@hola/core/stored/steps.ts'
import { refuseField } from '../../platform/refuse-field.ts'
import type { Reference } from '../../platform/reference/public.ts'
import { locate } from './areas.ts'
import { isInstitution } from './institutions.ts'
import type { SavedSteps } from './saved-steps.ts'

/** Why a step cannot be accepted as it stands: the field, from the body's root, and the answer to who sends it so. */
export type StepProblem = { readonly path: string; readonly refusal: Refusal }

/** What a step is held against, besides itself. */
export type Surroundings = {
  readonly today: CivilDay
  readonly reference: Pick<Reference, 'provinces' | 'banks' | 'wallets'>
  readonly steps: SavedSteps
  /** The phone that the person logs in with, if she does so by phone. */
  readonly loginPhone: string | null
  readonly language: WireLanguage
}

const broken = (found: readonly FieldProblem[], language: WireLanguage): StepProblem[] =>
  found.map((problem) => ({ path: problem.path, refusal: refuseField(problem, language) }))

const notListed = (path: string, language: WireLanguage): StepProblem => ({
  path,
  refusal: refuse('unknown_option', { field: sayField(path, language) }),
})

/** The rules of the form on the Argentine day of the clock, and an address whose parts lie within each other. */
export const findBasicProblems = (info: SavedBasic, { today, reference, language }: Surroundings): StepProblem[] => {
  const problems = broken(basicRules(info, today), language)
  const place = locate(info.address, reference.provinces)
  switch (place) {
    case 'found':
      return problems
    case 'locality_elsewhere':
      return [...problems, { path: 'address.locality_id', refusal: refuse('locality_not_in_district') }]
    default:
      return [...problems, notListed(`address.${place}`, language)]
  }
}

/** The two contacts are two, and neither is the applicant: not by the phone she logs in with, nor by her WhatsApp. */
export const findSocialProblems = (info: SavedSocial, { steps, loginPhone, language }: Surroundings): StepProblem[] =>
  broken(socialRules(info, [loginPhone, steps.basic?.info.whatsapp_phone]), language)

/** A bank or wallet that there is, and an account in the applicant's own name. */
export const findWithdrawalProblems = (
  info: SavedWithdrawal,
  { steps, reference, language }: Surroundings,
): StepProblem[] => [
  ...(isInstitution(info, reference) ? [] : [notListed('institution_id', language)]),
  ...withdrawalRules(info, steps.basic?.info ?? null).map(({ path }) => ({
    path,
    refusal: refuse('account_holder_mismatch'),
  })),
]
