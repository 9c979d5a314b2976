import { extraInfo, socialRules } from '@hola/core/application/social.ts'
import { checkForm } from '@hola/core/form/problems.ts'
import { sayProblems } from './say-problems.ts'
import { socialBody, type SocialValues } from './social-values.ts'

export const checkSocial = (values: SocialValues, ownPhones: readonly (string | undefined)[]) =>
  sayProblems(
    checkForm(extraInfo, socialBody(values), (typed) => socialRules(typed, ownPhones)),
    values,
  )
