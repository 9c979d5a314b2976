import type * as z from 'zod/mini'

/**
 * The closed list of what can be wrong with a field. Each check names its problem, and the words are chosen where they
 * are shown: so the browser and the server say the same about the same field, in the language of the person.
 */
export const problemNames = [
  'required_enter',
  'required_select',
  'agree_needed',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'not_a_number',
  'not_whole_pesos',
  'not_valid',
  'unknown_field',
  'unknown_option',
  'name_characters',
  'text_characters',
  'not_a_dni',
  'cuil_length',
  'cuil_check_digit',
  'cuil_not_of_dni',
  'not_a_day',
  'too_young',
  'too_old',
  'not_a_mobile',
  'area_code_missing',
  'not_argentine',
  'same_phone',
  'not_a_mail',
  'not_a_code',
  'not_a_postal_code',
  'not_an_account',
  'account_length',
  'cbu_check_digit',
  'alias_length',
  'alias_characters',
  'holder_not_applicant',
  'overdue_period_needed',
] as const

export type Problem = (typeof problemNames)[number]

/** A field, named from the body's root as in `address.street`, and what is wrong with it. */
export type FieldProblem = { readonly path: string; readonly problem: Problem }

export const isProblem = (text: string): text is Problem => (problemNames as readonly string[]).includes(text)

type Issue = {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
}

/** What a schema found, one problem a field: the first, since the next is often a consequence of it. */
export const problemsOf = ({ issues }: { readonly issues: readonly Issue[] }): FieldProblem[] =>
  firstOfEachField(
    issues.flatMap(({ code, path, message, keys }) =>
      code === 'unrecognized_keys'
        ? (keys ?? []).map((key) => ({ path: [...path, key].join('.'), problem: 'unknown_field' as const }))
        : [{ path: path.join('.'), problem: isProblem(message) ? message : ('not_valid' as const) }],
    ),
  )

const firstOfEachField = (problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.filter(({ path }, index) => problems.findIndex((other) => other.path === path) === index)

export type CheckedForm<Body> =
  | { readonly ok: true; readonly value: Body }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] }

/**
 * A form as a page checks it before it is sent: the schema that the server has too, and the rules between fields. Both
 * always run, so that everything there is to correct is said at once.
 */
export const checkForm = <Schema extends z.ZodMiniType, Values>(
  schema: Schema,
  values: Values,
  rules: (values: Values) => readonly FieldProblem[] = () => [],
): CheckedForm<z.output<Schema>> => {
  const parsed = schema.safeParse(values)
  const problems = firstOfEachField([...(parsed.success ? [] : problemsOf(parsed.error)), ...rules(values)])
  return parsed.success && problems.length === 0 ? { ok: true, value: parsed.data } : { ok: false, problems }
}
