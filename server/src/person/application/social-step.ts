import type { Handler } from '../services.ts'
import { getStep } from './get-step.ts'
import { saveStep } from './save-step.ts'
import { findSocialProblems } from './step-problems.ts'

export const getExtraInfo: Handler<'app/get_extra_info'> = (context) => getStep(context, 'social')

export const saveExtraInfo: Handler<'app/save_extra_info'> = (context, body) =>
  saveStep(context, 'social', body, findSocialProblems)
