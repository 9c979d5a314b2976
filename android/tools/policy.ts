import { financeApps } from '../../core/src/device/finance-apps.ts'
import { MIN_SDK, permissionsOf, type App, type Build } from './manifest.ts'
import { named, within, type Element } from './xml.ts'

// What Google Play and our own promises demand of an APK. The same rules are held against the manifest before a build, and
// against what is in the finished file.

/** The manifest, and the two resources that it points to. */
export type Declared = { readonly manifest: Element; readonly backup: Element; readonly network: Element }

/**
 * Google Play takes new apps and updates only for a recent Android: from 31 August of each year on, for the one of the year before
 * (developer.android.com/google/play/requirements/target-sdk: 2024 API 34, 2025 API 35, 2026 API 36).
 */
export const targetDemandedOn = (day: string): number => {
  const year = Number(day.slice(0, 4))
  return (day.slice(5, 10) >= '08-31' ? year : year - 1) - 1990
}

/** What Google Play forbids apps for personal loans, whatever they say about it (Financial Services, Personal Loans, 2025). */
const forbiddenToLenders = [
  'READ_EXTERNAL_STORAGE',
  'WRITE_EXTERNAL_STORAGE',
  'READ_MEDIA_IMAGES',
  'READ_MEDIA_VIDEO',
  'READ_CONTACTS',
  'ACCESS_FINE_LOCATION',
  'READ_PHONE_NUMBERS',
  'QUERY_ALL_PACKAGES',
].map((name) => `android.permission.${name}`)

/** Only an app for messages or calls may ask for these there. */
const forbiddenOnPlay = ['READ_SMS', 'RECEIVE_SMS', 'SEND_SMS', 'READ_CALL_LOG', 'WRITE_CALL_LOG'].map(
  (name) => `android.permission.${name}`,
)

const backupDomains = [
  'root',
  'file',
  'database',
  'sharedpref',
  'external',
  'device_root',
  'device_file',
  'device_database',
  'device_sharedpref',
]

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join()

const namesOf = (elements: readonly Element[]): string[] => elements.map(({ attributes }) => attributes['name'] ?? '')

const permissionProblems = (manifest: Element, build: Build): string[] => {
  // By whatever element it asks: there are several.
  const asked = namesOf(named(manifest, /^uses-permission/))
  const forbidden = [...forbiddenToLenders, ...(build === 'play' ? forbiddenOnPlay : [])]
  return [
    ...(same(asked, permissionsOf(build)) ? [] : [`permissions beside the list: ${asked.join(', ')}`]),
    ...asked.filter((name) => forbidden.includes(name)).map((name) => `Google Play forbids a lender ${name}`),
  ]
}

const componentProblems = (manifest: Element, app: App): string[] => {
  const components = named(manifest, /^(?:activity|activity-alias|service|receiver|provider)$/)
  const filters = named(manifest, /^intent-filter$/)
  const links = filters.flatMap((filter) => named(filter, /^data$/)).map(({ attributes }) => attributes)
  const own = { scheme: 'https', host: new URL(app.origin).hostname, path: '/' }
  return [
    ...components
      .filter(({ attributes }) => !['true', 'false'].includes(attributes['exported'] ?? ''))
      .map(({ attributes }) => `${attributes['name']} does not say whether other apps may use it`),
    ...components
      .filter(({ attributes: { name, exported } }) => exported === 'true' && name !== 'hola.host.MainActivity')
      .map(({ attributes }) => `open to other apps: ${attributes['name']}`),
    ...components
      .filter(
        ({ name, attributes }) =>
          name === 'service' && attributes['permission'] !== 'android.permission.BIND_JOB_SERVICE',
      )
      .map(({ attributes }) => `a service that others than the system may start: ${attributes['name']}`),
    ...components
      .filter(({ name, children }) => name !== 'activity' && children.some((child) => child.name === 'intent-filter'))
      .map(({ attributes }) => `reached by an intent: ${attributes['name']}`),
    ...links
      .filter((link) => JSON.stringify(link) !== JSON.stringify(own))
      .map((link) => `opened by addresses that are not ours: ${JSON.stringify(link)}`),
  ]
}

const applicationProblems = (manifest: Element): string[] => {
  const [application] = named(manifest, /^application$/)
  const attributes = application?.attributes ?? {}
  const demanded = { allowBackup: 'false', fullBackupContent: 'false', usesCleartextTraffic: 'false' }
  const flags = namesOf(named(manifest, /^meta-data$/))
  const unsafe = named(manifest, /^meta-data$/).filter(({ attributes: { value } }) => value !== 'true')
  return [
    ...Object.entries(demanded)
      .filter(([name, value]) => attributes[name] !== value)
      .map(([name, value]) => `missing: ${name}="${value}"`),
    ...['dataExtractionRules', 'networkSecurityConfig']
      .filter((name) => !attributes[name]?.startsWith('@'))
      .map((name) => `missing: ${name}`),
    ...within(manifest).flatMap((element) =>
      Object.entries(element.attributes)
        .filter(([name, value]) => /^(?:debuggable|testOnly|sharedUserId)$/.test(name) && value !== 'false')
        .map(([name]) => `forbidden: ${name}`),
    ),
    ...(flags.includes('android.webkit.WebView.EnableSafeBrowsing') && unsafe.length === 0
      ? []
      : ['safe browsing is not on']),
  ]
}

/** What Google Play demands on this day, YYYY-MM-DD. Apart from the rest: it changes while nothing here does. */
export const targetProblems = (manifest: Element, today: string): string[] => {
  const [sdk] = named(manifest, /^uses-sdk$/)
  const target = Number(sdk?.attributes['targetSdkVersion'])
  const demanded = targetDemandedOn(today)
  return target >= demanded ? [] : [`Google Play takes no app for API ${target} any more: ${demanded} or later`]
}

const versionProblems = (manifest: Element): string[] => {
  const [sdk] = named(manifest, /^uses-sdk$/)
  return sdk?.attributes['minSdkVersion'] === String(MIN_SDK) ? [] : ['another oldest Android']
}

const backupProblems = (backup: Element): string[] =>
  ['cloud-backup', 'device-transfer']
    .filter((section) => {
      const excluded = named(backup, new RegExp(`^${section}$`)).flatMap((part) => named(part, /^exclude$/))
      return !same(
        excluded.map(({ attributes }) => attributes['domain'] ?? ''),
        backupDomains,
      )
    })
    .map((section) => `${section} takes something along`)

const networkProblems = (network: Element): string[] => {
  const trusted = named(network, /^certificates$/).map(({ attributes }) => attributes['src'])
  const isPlain = within(network).some(({ attributes }) => attributes['cleartextTrafficPermitted'] === 'true')
  const isSaid = within(network).some(({ attributes }) => attributes['cleartextTrafficPermitted'] === 'false')
  return [
    ...(trusted.join() === 'system' ? [] : ['certificates are trusted that the system does not']),
    ...(isSaid && !isPlain ? [] : ['plain HTTP is allowed']),
  ]
}

const visibilityProblems = (manifest: Element): string[] =>
  same(
    namesOf(named(manifest, /^package$/)),
    financeApps.map(({ packageName }) => packageName),
  )
    ? []
    : ['the apps that may be seen are not those of the list']

/** What is wrong. */
export const policyProblems = ({ manifest, backup, network }: Declared, build: Build, app: App): string[] => [
  ...permissionProblems(manifest, build),
  ...componentProblems(manifest, app),
  ...applicationProblems(manifest),
  ...versionProblems(manifest),
  ...backupProblems(backup),
  ...networkProblems(network),
  ...visibilityProblems(manifest),
]
