import { AGE_MAX_YEARS, AGE_MIN_YEARS } from '@hola/core/identifiers/age.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { ReviewReason } from '@hola/core/review/reasons.ts'
import { say } from '@hola/i18n/words.ts'

/** Behind these stands where to see what the bureau has, and how to have it corrected. */
const fromBureau: readonly ReviewReason[] = [
  'bureau_situation_now',
  'bureau_situation_past',
  'bureau_rejected_cheques',
  'bureau_situation_2',
]

const ages = { age_min: AGE_MIN_YEARS, age_max: AGE_MAX_YEARS }

/** What a person is told about the reasons of a decision, a text for each. What goes for several is said once. */
export const reasonTexts = (reasons: readonly ReviewReason[], language: WireLanguage): string[] => {
  const last = reasons.findLast((code) => fromBureau.includes(code))
  return reasons.map((code) => {
    const text = say(`review_${code}`, language, ages)
    return code === last ? `${text} ${say('review_correct_your_record', language)}` : text
  })
}
