import * as options from '@hola/i18n/say-options.ts'
import type { Handler } from '../services.ts'

/** The choices of the basic step, in the language of the request. */
export const getListPage1: Handler<'app/get_list_page1_new'> = async ({ language }) => ({
  genders: options.genders(language),
  educations: options.educations(language),
  industries: options.industries(language),
  loan_purposes: options.loanPurposes(language),
  overdue_periods: options.overduePeriods(language),
})

/** The choices of the social step, in the language of the request. */
export const getListPage2: Handler<'app/get_list_page2_new'> = async ({ language }) => ({
  employment_types: options.employmentTypes(language),
  marital_statuses: options.maritalStatuses(language),
  relationships: options.relationships(language),
})
