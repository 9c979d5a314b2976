import * as ids from '@hola/core/application/option-ids.ts'
import { contract } from '@hola/core/contract/contract.ts'
import { wireLanguages } from '@hola/core/language.ts'
import { expect, test } from 'vitest'
import * as options from './say-options.ts'

test.each([
  ['gender', ids.genderIds, options.genders],
  ['education', ids.educationIds, options.educations],
  ['industry', ids.industryIds, options.industries],
  ['loan purpose', ids.loanPurposeIds, options.loanPurposes],
  ['overdue period', ids.overduePeriodIds, options.overduePeriods],
  ['employment type', ids.employmentTypeIds, options.employmentTypes],
  ['marital status', ids.maritalStatusIds, options.maritalStatuses],
  ['relationship', ids.relationshipIds, options.relationships],
])('%s: in order, each choice with a label of its own in each language', (_, listed, list) => {
  for (const language of wireLanguages) {
    const shown = list(language)
    expect(shown.map(({ id }) => id)).toEqual(listed)
    expect(new Set(shown.map(({ label }) => label)).size).toBe(shown.length)
  }
})

test.each(wireLanguages)('the lists go through the contract as they are: %s', (language) => {
  const page1 = {
    genders: options.genders(language),
    educations: options.educations(language),
    industries: options.industries(language),
    loan_purposes: options.loanPurposes(language),
    overdue_periods: options.overduePeriods(language),
  }
  const page2 = {
    employment_types: options.employmentTypes(language),
    marital_statuses: options.maritalStatuses(language),
    relationships: options.relationships(language),
  }
  expect(contract['app/get_list_page1_new'].ret.parse(page1)).toEqual(page1)
  expect(contract['app/get_list_page2_new'].ret.parse(page2)).toEqual(page2)
})
