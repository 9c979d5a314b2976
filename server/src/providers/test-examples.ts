import { readFileSync, readdirSync } from 'node:fs'

/** What a provider's documentation shows of one answer or message. */
export type Example = {
  /** Whose documentation, by its name. */
  readonly source: string
  /** The day on which it was looked up there. */
  readonly looked_up: string
  /** What it shows, where its name does not say it. */
  readonly what?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body: unknown
}

const folder = new URL('./examples/', import.meta.url)

export const exampleOf = (provider: string, name: string): Example =>
  JSON.parse(readFileSync(new URL(`${provider}/${name}.json`, folder), 'utf8')) as Example

/** Every example there is, as `provider/name`. */
export const listExamples = (): { readonly id: string; readonly example: Example }[] =>
  readdirSync(folder)
    .flatMap((provider) => readdirSync(new URL(`${provider}/`, folder)).map((file) => [provider, file.slice(0, -5)]))
    .map(([provider = '', name = '']) => ({ id: `${provider}/${name}`, example: exampleOf(provider, name) }))

/**
 * Where two pieces of JSON differ in shape: fields that only one of them has, or whose kinds differ. Null may stand for
 * anything, and of a list the first item stands for all.
 */
export const differences = (ours: unknown, theirs: unknown, path = ''): string[] => {
  if (ours === null || theirs === null) return []
  if (Array.isArray(ours) && Array.isArray(theirs))
    return ours.length === 0 || theirs.length === 0 ? [] : differences(ours[0], theirs[0], `${path}[]`)
  if (isObject(ours) && isObject(theirs))
    return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].flatMap((key) => {
      if (!(key in ours)) return [`${path}.${key} is missing`]
      if (!(key in theirs)) return [`${path}.${key} is not theirs`]
      return differences(ours[key], theirs[key], `${path}.${key}`)
    })
  return typeof ours === typeof theirs && Array.isArray(ours) === Array.isArray(theirs)
    ? []
    : [`${path} is of another kind`]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
