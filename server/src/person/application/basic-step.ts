import type { Handler } from '../services.ts'
import { getStep } from './get-step.ts'
import { saveStep } from './save-step.ts'
import { findBasicProblems } from './step-problems.ts'

export const getBasicInfo: Handler<'app/get_basic_info'> = (context) => getStep(context, 'basic')

export const saveBasicInfo: Handler<'app/save_basic_info'> = (context, body) =>
  saveStep(context, 'basic', body, findBasicProblems)
