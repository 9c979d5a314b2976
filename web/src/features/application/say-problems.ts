import type { CheckedForm } from '@hola/core/form/problems.ts'
import { problemText } from '@hola/i18n/problem-text.ts'
import type { TextTree } from '../../lib/draft.ts'
import type { CheckedStep } from './step-form.ts'

const valueAt = (values: TextTree, path: string): unknown =>
  path.split('.').reduce<unknown>((tree, name) => (tree as TextTree | undefined)?.[name], values)

/** What the checks found, in the words of the person's language. */
export const sayProblems = <Body>(form: CheckedForm<Body>, values: TextTree): CheckedStep<Body> =>
  form.ok
    ? form
    : {
        ok: false,
        problems: form.problems.map(({ path, problem }) => ({
          path,
          text: problemText(problem, valueAt(values, path)),
        })),
      }
