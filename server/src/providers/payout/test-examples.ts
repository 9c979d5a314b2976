import { readFileSync, readdirSync } from 'node:fs'

const folder = new URL('examples/', import.meta.url)

type Example = { readonly source: string; readonly looked_up: string; readonly what: string; readonly content: unknown }

export const exampleNames: readonly string[] = readdirSync(folder)

export const readExample = (name: string): Example => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Example

/** What the provider's documents show, in the type that the test knows it to have. */
export const contentOf = <Content>(name: string): Content => readExample(`${name}.json`).content as Content
