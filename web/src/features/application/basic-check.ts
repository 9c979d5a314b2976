import { basicInfo, basicRules } from '@hola/core/application/basic.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { checkForm, type FieldProblem } from '@hola/core/form/problems.ts'
import { basicBody } from './basic-body.ts'
import type { BasicValues } from './basic-values.ts'
import { isCityByBarrio } from './city.ts'
import { sayProblems } from './say-problems.ts'

/** What is not on the page is no problem of its own: the question that it hangs on is. */
const asOnThePage = (problems: readonly FieldProblem[], values: BasicValues): FieldProblem[] => {
  const hidden = new Set([
    // A place in one's own words that is still empty is a field to fill in, not a choice to make.
    ...(values.address.locality_kind === 'other' ? ['address.locality_id'] : []),
    ...(isCityByBarrio(values.address) ? ['address.district_id'] : []),
    ...(values.overdue_past_six_months === 'yes' ? [] : ['longest_overdue_period_id']),
    ...(values.has_internet_loans === 'yes'
      ? []
      : ['internet_loans_in_progress_count', 'current_internet_loans_centavos']),
    ...(values.had_loans === 'yes' ? [] : ['past_loans_count']),
  ])
  const unanswered = (['has_internet_loans', 'had_loans'] as const).filter((name) => values[name] === '')
  return [
    ...problems.filter(({ path }) => !hidden.has(path)),
    ...unanswered.map((path): FieldProblem => ({ path, problem: 'required_select' })),
  ]
}

export const checkBasic = (values: BasicValues, today: CivilDay) => {
  const form = checkForm(basicInfo, basicBody(values), (typed) => basicRules(typed, today))
  return sayProblems(form.ok ? form : { ...form, problems: asOnThePage(form.problems, values) }, values)
}
