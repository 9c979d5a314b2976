import { checkAccount } from '@hola/core/identifiers/account.ts'
import { checkMail } from '@hola/core/identifiers/mail.ts'

/** A row of the one table of settings, as the documents show it. */
export type SettingRow = { readonly name: string; readonly default: string; readonly meaning: string }

/** How one setting is read, and a line about what is wrong with it. Of several lines about a setting the first counts. */
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

export const matching =
  (pattern: RegExp) =>
  (text: string): string | undefined =>
    pattern.test(text) ? text : undefined

export const mailAddress = (text: string): string | undefined => {
  const mail = checkMail(text)
  return mail.ok ? mail.value : undefined
}

type Parse = (text: string) => string | undefined

/** A CBU or CVU, and how it is asked for. */
export const accountNumber: readonly [Parse, string] = [
  (text) => {
    const checked = checkAccount(text)
    return checked.ok && checked.value.kind !== 'alias' ? checked.value.text : undefined
  },
  'a CBU or CVU of 22 digits',
]

/** The alias of an account, and how it is asked for. */
export const accountAlias: readonly [Parse, string] = [
  (text) => {
    const checked = checkAccount(text)
    return checked.ok && checked.value.kind === 'alias' ? checked.value.text : undefined
  },
  'an alias of 6 to 20 letters, digits, dots or hyphens',
]

/** An address to put paths behind. */
export const baseUrl =
  (schemes: readonly string[]) =>
  (text: string): string | undefined => {
    const url = URL.parse(text)
    if (url === null || !schemes.includes(url.protocol)) return undefined
    const base = `${url.origin}${url.pathname}`
    return url.href === base ? base.replace(/\/+$/, '') : undefined
  }

/** "a", "a or b", "a, b or c". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
