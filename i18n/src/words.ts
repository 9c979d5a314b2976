import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type application from '../messages/application/en.json'
import type checks from '../messages/checks/en.json'
import type codes from '../messages/codes/en.json'
import type consumer from '../messages/consumer/en.json'
import type coupons from '../messages/coupons/en.json'
import type deskCare from '../messages/desk-care/en.json'
import type desk from '../messages/desk/en.json'
import type deskQueue from '../messages/desk-queue/en.json'
import type errors from '../messages/errors/en.json'
import type form from '../messages/form/en.json'
import type home from '../messages/home/en.json'
import type news from '../messages/news/en.json'
import type options from '../messages/options/en.json'
import type orders from '../messages/orders/en.json'
import type photos from '../messages/photos/en.json'
import type privacy from '../messages/privacy/en.json'
import type reminders from '../messages/reminders/en.json'
import type repay from '../messages/repay/en.json'
import type review from '../messages/review/en.json'
import type sandbox from '../messages/sandbox/en.json'

/** Every message that Node says, by the English file of its area: a key that is not there does not compile. */
export type WordKey = keyof (typeof application &
  typeof checks &
  typeof codes &
  typeof consumer &
  typeof coupons &
  typeof desk &
  typeof deskQueue &
  typeof deskCare &
  typeof errors &
  typeof form &
  typeof home &
  typeof news &
  typeof options &
  typeof orders &
  typeof photos &
  typeof privacy &
  typeof reminders &
  typeof repay &
  typeof review &
  typeof sandbox)

/** What stands between the braces of a message. */
export type Parameters = Readonly<Record<string, string | number>>

/** A count decides between texts, as `i18n/README.md` shows. */
type Variants = readonly [
  { readonly declarations: readonly string[]; readonly match: Readonly<Record<string, string>> },
]
type Message = string | Variants

/** The messages of a language by their keys. */
type Dictionary = ReadonlyMap<string, Message>

const FALLBACK = 'en'

const readDictionaries = (folder: string): ReadonlyMap<string, Dictionary> => {
  const dictionaries = new Map<string, Map<string, Message>>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const [, language] = /[/\\]([a-z]{2})\.json$/.exec(file) ?? []
    if (language === undefined) continue
    const dictionary = dictionaries.get(language) ?? new Map<string, Message>()
    const messages = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, Message>
    for (const [key, message] of Object.entries(messages)) dictionary.set(key, message)
    dictionaries.set(language, dictionary)
  }
  return dictionaries
}

/** `local form = days: plural` counts `days` under the name `form`. */
const COUNTED = /^local (\w+) = (\w+): plural$/

const chosenText = ([{ declarations, match }]: Variants, rules: Intl.PluralRules, given: Parameters): string => {
  const forms = new Map(
    declarations.flatMap((declaration) => {
      const [, name, input] = COUNTED.exec(declaration) ?? []
      return name === undefined || input === undefined ? [] : [[name, rules.select(Number(given[input]))] as const]
    }),
  )
  const fits = (condition: string): boolean =>
    condition.split(',').every((part) => {
      const [name = '', form] = part.trim().split('=')
      return form === '*' || form === forms.get(name)
    })
  const [, text] = Object.entries(match).find(([condition]) => fits(condition)) ?? []
  if (text === undefined) throw new Error(`no variant fits ${JSON.stringify(given)}`)
  return text
}

export type Words = {
  readonly has: (key: string) => key is WordKey
  /** A message in a language, its parameters filled; in English where the language does not have it. */
  readonly say: (key: WordKey, language: string, given?: Parameters) => string
}

/** The messages of a folder: every language that has a file in it is spoken, without a line of code for it. */
export const readWords = (folder: string): Words => {
  const dictionaries = readDictionaries(folder)
  const rules = new Map([...dictionaries.keys()].map((language) => [language, new Intl.PluralRules(language)]))

  const say: Words['say'] = (key, language, given = {}) => {
    const spoken = dictionaries.get(language)?.has(key) === true ? language : FALLBACK
    const message = dictionaries.get(spoken)?.get(key)
    const rule = rules.get(spoken)
    if (message === undefined || rule === undefined) throw new Error(`there is no message ${key}`)
    const text = typeof message === 'string' ? message : chosenText(message, rule, given)
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = given[name]
      if (value === undefined) throw new Error(`${key} needs {${name}}`)
      return String(value)
    })
  }
  return { has: (key): key is WordKey => dictionaries.get(FALLBACK)?.has(key) === true, say }
}

/** For whatever runs in Node: the server, the desk, tests. A browser gets the same messages compiled. */
export const { has, say } = readWords(fileURLToPath(new URL('../messages', import.meta.url)))
