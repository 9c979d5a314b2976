import { AGE_MAX_YEARS, AGE_MIN_YEARS } from '@hola/core/identifiers/age.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { ReviewReason } from '@hola/core/review/reasons.ts'
import { say } from '@hola/i18n/words.ts'

const ages = { age_min: AGE_MIN_YEARS, age_max: AGE_MAX_YEARS }

/**
 * What a person is told about the reasons of a decision, a text for each. That data of the bureau weighed, where to see
 * it and how to have it corrected stands once beside them, on the pages that show a refusal.
 */
export const reasonTexts = (reasons: readonly ReviewReason[], language: WireLanguage): string[] =>
  reasons.map((code) => say(`review_${code}`, language, ages))
