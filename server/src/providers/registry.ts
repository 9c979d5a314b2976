import type { Clock } from '@hola/core/clock.ts'
import type { Finding } from '../platform/finding.ts'
import { ok } from '../platform/finding.ts'
import type { SettingRow, SettingsReader } from './settings-reader.ts'
import { baseUrl, listed } from './settings-reader.ts'

/** What an adapter has read of the settings, as plain data, under the name of the adapter that opens it. */
export type ProviderSettings = { readonly provider: string; readonly [setting: string]: unknown }

/** How an adapter reads its own settings. */
export type AdapterReader = SettingsReader & {
  /**
   * A setting without which the adapter does not work: complained of when the adapter was chosen and it is missing. The
   * placeholder stands for it then, and is of no use to anybody: with a complaint nothing is opened.
   */
  readonly needed: <Value>(
    name: string,
    parse: (text: string) => Value | undefined,
    expected: string,
    placeholder: Value,
    shown?: 'shown' | 'hidden',
  ) => Value
  /** The address of a service, and where it is when nothing else is said; encrypted in production. */
  readonly readUrl: (name: string, usual: string) => string
  /** The choice that makes the adapter be opened, like `PAYOUT=mercado-pago`; undefined when it was not chosen. */
  readonly chosenBy: string | undefined
}

/** What the check of an adapter is given beside its settings: it reads at the provider, and changes nothing anywhere. */
export type CheckMeans = { readonly publicUrl: string; readonly inProduction: boolean; readonly clock: Clock }

/** Somebody who can do one kind of work for us: all that the rest of the product has to know about a vendor. */
export type Adapter<Means, Port> = {
  /** In the settings, in the database and in the address of its webhook. */
  readonly name: string
  /** Said in brackets behind the name where adapters are listed for a person. */
  readonly note?: string
  /** Works with play money or reaches nobody: what is used when nothing is chosen, and never in production. */
  readonly isSandbox?: true
  /** Not chosen by its name: it is opened beside the chosen one whenever this setting of its own is made. */
  readonly turnedOnBy?: string
  /** Its rows of the settings table. One that it shares with another adapter has the same name in both. */
  readonly rows: readonly SettingRow[]
  /** Reads and checks all its settings, also when it was not chosen: a mistyped one is found before the day of a change. */
  readonly read: (reader: AdapterReader) => ProviderSettings
  readonly open: (settings: ProviderSettings, means: Means) => Port
  /**
   * Asks the provider what can be asked without moving money or sending anything, and says in one sentence each what is
   * right and what is not. Without it nothing can be asked. Never throws: a provider that does not answer is a finding.
   */
  readonly check?: (settings: ProviderSettings, means: CheckMeans) => Promise<readonly Finding[]>
}

/** An adapter from its parts, of which only these know the shape of its settings. */
export const adapter = <Own extends object, Means, Port>({
  read,
  open,
  check,
  ...parts
}: Omit<Adapter<Means, Port>, 'read' | 'open' | 'check'> & {
  readonly read: (reader: AdapterReader) => Own
  readonly open: (settings: Own, means: Means) => Port
  readonly check?: (settings: Own, means: CheckMeans) => Promise<readonly Finding[]>
}): Adapter<Means, Port> => ({
  ...parts,
  read: (reader) => ({ ...read(reader), provider: parts.name }),
  // A registry hands an adapter only what carries its name, and nothing but the function above makes that.
  open: (settings, means) => open(settings as ProviderSettings & Own, means),
  ...(check === undefined ? {} : { check: (settings, means) => check(settings as ProviderSettings & Own, means) }),
})

type RegistryParts<Means, Port> = {
  /** The setting that chooses. */
  readonly setting: string
  /** For the settings table: what is chosen, and what the sandbox does. */
  readonly meaning: string
  /** What production needs, in the complaint that it has none. */
  readonly need: string
  /** Whether the setting may name several, with commas between them. */
  readonly several?: true
  readonly adapters: readonly Adapter<Means, Port>[]
}

/** The adapters of one kind of provider. */
export type Registry<Means, Port> = {
  /** The names that the setting takes. */
  readonly names: readonly string[]
  /** The names of all, also of those that a setting of their own turns on. */
  readonly adapters: readonly string[]
  /** The row of the setting that chooses. */
  readonly chooser: SettingRow
  /** The rows of the adapters. */
  readonly rows: readonly SettingRow[]
  /** Who was chosen, in the order of the setting, then those that a setting of their own turns on. */
  readonly read: (reader: SettingsReader) => AtLeastOne<ProviderSettings>
  readonly open: (settings: ProviderSettings, means: Means) => Port
  /** What the provider itself says of our settings with it: a line at least. */
  readonly check: (settings: ProviderSettings, means: CheckMeans) => Promise<readonly Finding[]>
}

type AtLeastOne<Item> = readonly [Item, ...Item[]]

export const registry = <Means, Port>({
  setting,
  meaning,
  need,
  several,
  adapters,
}: RegistryParts<Means, Port>): Registry<Means, Port> => {
  type One = Adapter<Means, Port>
  const byName = adapters.filter(({ turnedOnBy }) => turnedOnBy === undefined)
  const sandbox = byName.find(({ isSandbox }) => isSandbox)
  if (sandbox === undefined) throw new Error(`${setting} has no sandbox`)
  const real = byName.filter((one) => one !== sandbox)

  /** Undefined when a name is nobody's, or stands there twice. */
  const named = (text: string): AtLeastOne<One> | undefined => {
    const names = several ? text.split(',').map((name) => name.trim()) : [text]
    const found = byName.filter(({ name }) => names.includes(name))
    const [first, ...more] = found.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
    return first !== undefined && found.length === names.length ? [first, ...more] : undefined
  }

  const choose = ({ inProduction, given, read, complain }: SettingsReader): AtLeastOne<One> => {
    const text = given(setting)
    const chosen = read(setting, named, listed(byName.map(({ name }) => name)))
    if (inProduction && (text === undefined || chosen?.includes(sandbox))) {
      const is = text === undefined ? 'missing' : `"${text}"`
      complain(setting, `${setting} is ${is}: production needs ${need}, ${listed(real.map(({ name }) => name))}`)
    }
    return chosen ?? [sandbox]
  }

  const opener = ({ provider }: ProviderSettings): One => {
    const one = adapters.find(({ name }) => name === provider)
    if (one === undefined) throw new Error(`${setting} knows no ${provider}`)
    return one
  }

  return {
    names: byName.map(({ name }) => name),
    adapters: adapters.map(({ name }) => name),
    chooser: {
      name: setting,
      default: sandbox.name,
      meaning: `${meaning}; ${listed(real.map(shown))} in production${several ? ', one or several with commas' : ''}`,
    },
    rows: adapters.flatMap(({ rows }) => rows),

    read: (reader) => {
      const chosen = choose(reader)
      const isOn = (one: One): boolean =>
        one.turnedOnBy === undefined ? chosen.includes(one) : reader.given(one.turnedOnBy) !== undefined
      const settingsOf = (one: One): ProviderSettings =>
        one.read(adapterReader(reader, isOn(one) ? (one.turnedOnBy ?? `${setting}=${one.name}`) : undefined))
      const [first, ...more] = chosen
      const beside = adapters
        .filter((one) => !chosen.includes(one))
        .map((one) => ({ isOn: isOn(one), settings: settingsOf(one) }))
      return [
        settingsOf(first),
        ...more.map(settingsOf),
        ...beside.filter((one) => one.isOn).map(({ settings }) => settings),
      ]
    },

    open: (settings, means) => opener(settings).open(settings, means),

    check: async (settings, means) => {
      const one = opener(settings)
      const findings = (await one.check?.(settings, means)) ?? [
        ok(one.isSandbox ? 'plays on this machine alone' : 'nothing of it can be asked without using it'),
      ]
      return findings.map(({ state, words }) => ({ state, words: `${setting}=${one.name}: ${words}` }))
    },
  }
}

const shown = ({ name, note }: { readonly name: string; readonly note?: string }): string =>
  note === undefined ? name : `${name} (${note})`

const adapterReader = (reader: SettingsReader, chosenBy: string | undefined): AdapterReader => ({
  ...reader,
  chosenBy,
  needed: (name, parse, expected, placeholder, shownOrHidden) => {
    if (chosenBy !== undefined && reader.given(name) === undefined)
      reader.complain(name, `${name} is missing: ${chosenBy} needs ${expected}`)
    return reader.read(name, parse, expected, shownOrHidden) ?? placeholder
  },
  readUrl: (name, usual) => {
    const schemes = reader.inProduction ? ['https:'] : ['https:', 'http:']
    return reader.read(name, baseUrl(schemes), `like ${usual}`) ?? usual
  },
})
