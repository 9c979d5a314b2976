import { bureauRegistry } from './bureau/public.ts'
import { collectionRegistry } from './collection/public.ts'
import type { FileSettings } from './files/public.ts'
import { fileRows, readFileSettings } from './files/public.ts'
import type { MessageSettings } from './messages/public.ts'
import { mailRegistry, phoneRegistry } from './messages/public.ts'
import { payoutRegistry } from './payout/public.ts'
import type { Finding } from '../platform/finding.ts'
import type { CheckMeans, ProviderSettings } from './registry.ts'
import type { SettingRow, SettingsReader } from './settings-reader.ts'

/** Who does what for us by the settings. Which vendors there are, only the registries know. */
export type ProvidersSettings = {
  readonly messages: MessageSettings
  readonly bureau: ProviderSettings
  readonly payout: ProviderSettings
  /** Everybody who takes payments; of two that offer the same way to pay, the first is taken. */
  readonly collection: readonly ProviderSettings[]
  readonly files: FileSettings
}

/** Rows that several adapters share stand once, after all others. */
const sharedLast = (rows: readonly SettingRow[]): SettingRow[] => {
  const isShared = ({ name }: SettingRow): boolean => rows.filter((row) => row.name === name).length > 1
  const own = rows.filter((row) => !isShared(row))
  const shared = new Map(rows.filter(isShared).map((row) => [row.name, row]))
  return [...own, ...shared.values()]
}

/** The rows of the settings table that choose a provider or belong to one. */
export const providerRows: readonly SettingRow[] = sharedLast([
  phoneRegistry.chooser,
  mailRegistry.chooser,
  ...phoneRegistry.rows,
  ...mailRegistry.rows,
  ...[bureauRegistry, payoutRegistry, collectionRegistry].flatMap(({ chooser, rows }) => [chooser, ...rows]),
  ...fileRows,
])

export const readProviders = (reader: SettingsReader): ProvidersSettings => ({
  messages: { phone: phoneRegistry.read(reader)[0], mail: mailRegistry.read(reader)[0] },
  bureau: bureauRegistry.read(reader)[0],
  payout: payoutRegistry.read(reader)[0],
  collection: collectionRegistry.read(reader),
  files: readFileSettings(reader),
})

/**
 * What each provider itself says of our settings with it: a sentence for each thing. Everybody is asked at once; nothing
 * is written and no money moves.
 */
export const checkProviders = async (settings: ProvidersSettings, means: CheckMeans): Promise<Finding[]> => {
  const { messages, bureau, payout, collection } = settings
  const findings = await Promise.all([
    phoneRegistry.check(messages.phone, means),
    mailRegistry.check(messages.mail, means),
    bureauRegistry.check(bureau, means),
    payoutRegistry.check(payout, means),
    ...collection.map((one) => collectionRegistry.check(one, means)),
  ])
  return findings.flat()
}
