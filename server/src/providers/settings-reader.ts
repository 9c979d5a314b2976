/** How settings.ts reads: one setting, and a line about what is wrong with it. */
export type SettingsReader = {
  readonly inProduction: boolean
  readonly given: (name: string) => string | undefined
  readonly read: <Value>(
    name: string,
    parse: (text: string) => Value | undefined,
    expected: string,
    shown?: 'shown' | 'hidden',
  ) => Value | undefined
  readonly complain: (name: string, line: string) => void
}

export const oneOf =
  <const Value extends string>(...values: readonly Value[]) =>
  (text: string): Value | undefined =>
    values.find((value) => value === text)

/** An address to put paths behind. */
export const baseUrl =
  (schemes: readonly string[]) =>
  (text: string): string | undefined => {
    const url = URL.parse(text)
    if (url === null || !schemes.includes(url.protocol)) return undefined
    const base = `${url.origin}${url.pathname}`
    return url.href === base ? base.replace(/\/+$/, '') : undefined
  }
