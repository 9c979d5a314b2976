import * as z from 'zod/mini'
import { text, whole } from './fields.ts'

/**
 * A form as it was saved, by the form of today or by an earlier one. The fields that the first form had are always there.
 * What was added to the form since may be missing, and whoever uses it has to say what he does then. So a new field of a
 * form needs no version of its own; to drop, rename or change one does.
 */
export type SavedForm<Form, First> = {
  [Name in keyof Form & keyof First]: First[Name] extends object ? SavedForm<Form[Name], First[Name]> : Form[Name]
} & { [Name in Exclude<keyof Form, keyof First>]?: Form[Name] | undefined }

type Fields = Readonly<Record<string, z.core.$ZodType>>
type Make = (shape: z.core.$ZodShape) => z.ZodMiniType

const isGroup = (field: unknown): field is z.ZodMiniObject => field instanceof z.ZodMiniObject

/** A field that was added later, without the rules of its form. */
const leanOf = (field: z.core.$ZodType, make: Make): z.core.$ZodType => {
  if (isGroup(field)) return make(shapeOf(field.shape, {}, make))
  if (field instanceof z.ZodMiniNullable) return z.nullable(leanOf(field.def.innerType, make))
  if (field instanceof z.ZodMiniOptional) return leanOf(field.def.innerType, make)
  if (field instanceof z.ZodMiniBoolean) return z.boolean()
  return field instanceof z.ZodMiniNumber ? whole : text
}

const shapeOf = (form: Fields, first: Fields, make: Make): Record<string, z.core.$ZodType> => {
  const shape: Record<string, z.core.$ZodType> = {}
  for (const name of new Set([...Object.keys(first), ...Object.keys(form)])) {
    const [asked, kept] = [form[name], first[name]]
    if (kept === undefined && asked !== undefined) shape[name] = z.optional(leanOf(asked, make))
    else if (isGroup(kept)) shape[name] = make(shapeOf(isGroup(asked) ? asked.shape : {}, kept.shape, make))
    else if (kept !== undefined) shape[name] = kept
  }
  return shape
}

type SavedSchema<Form extends z.ZodMiniObject, First extends z.ZodMiniObject> = z.ZodMiniType<
  SavedForm<z.output<Form>, z.output<First>>
>

/** To read a saved form: what is not named is left out. */
export const savedForm = <Form extends z.ZodMiniObject, First extends z.ZodMiniObject>(form: Form, first: First) =>
  z.object(shapeOf(form.shape, first.shape, (shape) => z.object(shape))) as unknown as SavedSchema<Form, First>

/** To send it: an answer has nothing that its contract does not name. */
export const sentForm = <Form extends z.ZodMiniObject, First extends z.ZodMiniObject>(form: Form, first: First) =>
  z.strictObject(shapeOf(form.shape, first.shape, (shape) => z.strictObject(shape))) as unknown as SavedSchema<
    Form,
    First
  >
