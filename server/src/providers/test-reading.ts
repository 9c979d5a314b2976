import type { ProviderSettings, Registry } from './registry.ts'

/** Reads the settings of one kind of provider as the server does: what was chosen, and the complaints. */
export const readAlone = <Means, Port>(
  chosen: Registry<Means, Port>,
  env: Readonly<Record<string, string>>,
  { inProduction = false }: { readonly inProduction?: boolean } = {},
): { readonly settings: readonly [ProviderSettings, ...ProviderSettings[]]; readonly lines: string[] } => {
  const lines: string[] = []
  const given = (name: string): string | undefined => env[name]
  const settings = chosen.read({
    inProduction,
    given,
    read: (name, parse, expected) => {
      const text = given(name)
      const value = text === undefined ? undefined : parse(text)
      if (text !== undefined && value === undefined) lines.push(`${name} must be ${expected}`)
      return value
    },
    complain: (_name, line) => void lines.push(line),
  })
  return { settings, lines }
}
