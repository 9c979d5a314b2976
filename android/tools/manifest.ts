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
export const TARGET_SDK = 36

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
    .replaceAll('${host}', new URL(app.origin).hostname)
}

/** Our own resource of this name, as it is written. */
export const readResource = (name: 'no_backup' | 'network'): string => read(`host/src/main/res/xml/${name}.xml`)
