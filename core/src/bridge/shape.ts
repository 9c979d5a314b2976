/**
 * A shape is plain data, so that the same rows can be read by the web app, by the wrapper's Java and by the tests of
 * both. Patterns keep to what JavaScript and Java read alike, and match the whole text.
 */
export type Field = (
  | { readonly kind: 'text'; readonly min: number; readonly max: number; readonly pattern?: string }
  | { readonly kind: 'whole'; readonly min: number; readonly max: number }
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'list'; readonly of: Field; readonly max: number }
  | { readonly kind: 'record'; readonly fields: Shape }
) & { readonly nullable?: true; readonly optional?: true }

export type Shape = { readonly [name: string]: Field }

type Bare<F extends Field> = F extends { kind: 'text' }
  ? string
  : F extends { kind: 'whole' }
    ? number
    : F extends { kind: 'flag' }
      ? boolean
      : F extends { kind: 'choice'; of: readonly (infer Option)[] }
        ? Option
        : F extends { kind: 'list'; of: infer Item extends Field }
          ? readonly FieldValue<Item>[]
          : F extends { kind: 'record'; fields: infer S extends Shape }
            ? ShapeValue<S>
            : never

type FieldValue<F extends Field> = Bare<F> | (F extends { nullable: true } ? null : never)

type OptionalNames<S extends Shape> = {
  [Name in keyof S]: S[Name] extends { optional: true } ? Name : never
}[keyof S]

/** The value that a shape lets through. */
export type ShapeValue<S extends Shape> = {
  readonly [Name in Exclude<keyof S, OptionalNames<S>>]: FieldValue<S[Name]>
} & { readonly [Name in OptionalNames<S>]?: FieldValue<S[Name]> }
