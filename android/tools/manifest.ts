import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nativePermissions, uriSchemes, wrapperBuilds } from '../../core/src/bridge/protocol.ts'
import { financeApps } from '../../core/src/device/finance-apps.ts'

export type Build = (typeof wrapperBuilds)[number]
export const builds: readonly Build[] = wrapperBuilds

const android = join(import.meta.dirname, '..')
const read = (...path: string[]): string => readFileSync(join(android, ...path), 'utf8')

/** What a lender sets: under which name its app is known, where its server is. */
export type App = { readonly application_id: string; readonly version_code: number; readonly origin: string }

export function readApp(): App {
  const app = JSON.parse(read('app.json')) as App
  if (!/^https:\/\/[a-z0-9.-]+(:\d+)?$/.test(app.origin)) {
    throw new Error('android/app.json: origin is https:// and a host in small letters, without a slash after it')
  }
  return app
}

export const versionName = (JSON.parse(read('..', 'package.json')) as { version: string }).version

export const MIN_SDK = 24
export const TARGET_SDK = 35

/** What each build may ask Android for. Nothing comes in here by the way: a permission more fails the build. */
export const permissionsOf = (build: Build): string[] =>
  [
    'android.permission.INTERNET',
    ...Object.values(nativePermissions)
      .filter((permission) => (permission.builds as readonly Build[]).includes(build))
      .map(({ android: name }) => name),
  ].toSorted()

const seen = [
  ...financeApps.map(({ packageName }) => `    <package android:name="${packageName}" />`),
  ...uriSchemes.map(
    (scheme) => `    <intent>
      <action android:name="android.intent.action.VIEW" />
      <category android:name="android.intent.category.BROWSABLE" />
      <data android:scheme="${scheme}" />
    </intent>`,
  ),
].join('\n')

/** The manifest of a build, complete. */
export function manifestOf(build: Build, app: App): string {
  const more =
    build === 'direct' ? (read('host/src/direct/AndroidManifest.xml').match(/<uses-permission [^>]*>/g) ?? []) : []
  const attributes = [
    'xmlns:android="http://schemas.android.com/apk/res/android"',
    `package="${app.application_id}"`,
    `android:versionCode="${app.version_code}"`,
    `android:versionName="${versionName}"`,
  ]
  const sdk = `<uses-sdk android:minSdkVersion="${MIN_SDK}" android:targetSdkVersion="${TARGET_SDK}" />`
  return read('host/src/main/AndroidManifest.xml')
    .replace(/<manifest [^>]*>/, [`<manifest ${attributes.join(' ')}>`, sdk, ...more].join('\n  '))
    .replace('<queries>', `<queries>\n${seen}`)
    .replaceAll('${applicationId}', app.application_id)
}

const withoutComments = (xml: string): string => xml.replaceAll(/<!--[\s\S]*?-->/g, '')

/** What must hold of a manifest and aapt2 does not look at. Answers what is wrong. */
export function lintManifest(xml: string, build: Build): string[] {
  const text = withoutComments(xml)
  const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found ?? '').toSorted()
  const permissions = all(/<uses-permission[^>]* android:name="([^"]*)"/g)
  const exported = all(
    /<(?:activity|service|receiver|provider)\b[^>]*?android:name="([^"]*)"[^>]*android:exported="true"/g,
  )
  const components = all(/<(?:activity|service|receiver|provider)\b[^>]*?android:name="([^"]*)"/g)
  const exportSaid = all(/android:exported="([^"]*)"/g)
  const application = /<application\b[^>]*>/.exec(text)?.[0] ?? ''
  const demanded = [
    'android:allowBackup="false"',
    'android:usesCleartextTraffic="false"',
    'android:networkSecurityConfig="@xml/network"',
    'android:dataExtractionRules="@xml/no_backup"',
  ]
  const same = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join()
  return [
    ...(same(permissions, permissionsOf(build)) ? [] : [`permissions: ${permissions.join(', ')}`]),
    ...(same(exported, ['hola.host.MainActivity']) ? [] : [`open to other apps: ${exported.join(', ')}`]),
    ...(exportSaid.length === components.length ? [] : ['a component does not say whether it is exported']),
    ...demanded.filter((attribute) => !application.includes(attribute)).map((attribute) => `missing: ${attribute}`),
    ...(/debuggable|testOnly|sharedUserId|QUERY_ALL_PACKAGES/.exec(text) ?? []).map((word) => `forbidden: ${word}`),
    ...(same(all(/<package android:name="([^"]*)"/g), financeApps.map(({ packageName }) => packageName).toSorted())
      ? []
      : ['the apps that may be seen are not those of the list']),
  ]
}
