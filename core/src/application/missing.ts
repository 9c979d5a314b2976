import * as z from 'zod/mini'

/** The fields of a form that may not stay empty, each with those of its group. */
export type RequiredField = { readonly name: string; readonly inner: readonly RequiredField[] }

const mayBeEmpty = (field: z.ZodMiniType): boolean =>
  field.safeParse(undefined).success || field.safeParse(null).success

/** Worked out once for a form: a saved step is then looked at without running the rules of its form. */
export const requiredFields = (form: z.ZodMiniObject): RequiredField[] =>
  Object.entries(form.shape as Record<string, z.ZodMiniType>).flatMap(([name, field]) => {
    if (field instanceof z.ZodMiniObject) return [{ name, inner: requiredFields(field) }]
    return mayBeEmpty(field) ? [] : [{ name, inner: [] }]
  })

/** Which of them a saved step does not have: it was saved before the form asked for them. */
export const missingFields = (required: readonly RequiredField[], saved: object): string[] =>
  required
    .filter(({ name, inner }) => {
      const value: unknown = (saved as Readonly<Record<string, unknown>>)[name]
      if (typeof value === 'object' && value !== null) return missingFields(inner, value).length > 0
      return value === undefined
    })
    .map(({ name }) => name)
