import { basicInfo, basicRules } from '@hola/core/application/basic.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { checkForm } from '@hola/core/form/problems.ts'
import { basicBody, type BasicValues } from './basic-values.ts'
import { sayProblems } from './say-problems.ts'

export const checkBasic = (values: BasicValues, today: CivilDay) => {
  const body = basicBody(values)
  // A place in one's own words that is still empty is a field to fill in, not a choice to make.
  const form = checkForm(basicInfo, body, (typed) =>
    basicRules(typed, today).filter(
      ({ path }) => path !== 'address.locality_id' || values.address.locality_kind !== 'other',
    ),
  )
  return sayProblems(form, values)
}
