import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compileForTests, fixtures, installedJdk, noJdk, quick } from '../android/tools/jdk.ts'
import { declaredBy } from '../android/tools/build.ts'
import { dataSafetySheet, undeclared } from '../android/tools/data-safety.ts'
import { isKept, keep } from '../android/tools/fetch.ts'
import { manifestOf, readApp, readResource } from '../android/tools/manifest.ts'
import { policyProblems, targetDemandedOn, targetProblems } from '../android/tools/policy.ts'
import { named, readTree, readXml } from '../android/tools/xml.ts'
import { nativePermissions } from '../core/src/bridge/protocol.ts'

type Result = { readonly name: string; readonly problem: string | null }

const jdk = installedJdk()

/** Each of the Java tests is one here, so that the run tells them by name. */
function results(): Result[] {
  if (!jdk) return []
  const out = mkdtempSync(join(tmpdir(), 'hola-android-core-'))
  try {
    compileForTests(jdk, out)
    const ran = spawnSync(jdk.java, [...quick, '-cp', out, 'hola.core.TestRun', fixtures], { encoding: 'utf8' })
    if (ran.status !== 0) throw new Error(ran.stderr)
    return ran.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Result)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

test('there is a Java compiler to test the core of the wrapper with', ({ skip }) => {
  if (!jdk) skip(noJdk)
  expect(jdk).toBeDefined()
})

test.each(results())('the Java core: $name', ({ problem }) => {
  expect(problem).toBeNull()
})

describe('what a build declares', () => {
  const app = readApp()
  const ofBoth = [
    'android.permission.ACCESS_COARSE_LOCATION',
    'android.permission.CAMERA',
    'android.permission.INTERNET',
  ]

  test.each([
    { build: 'play', permissions: ofBoth },
    { build: 'direct', permissions: [...ofBoth, 'android.permission.READ_SMS'] },
  ] as const)('of $build asks for its permissions and nothing else', ({ build, permissions }) => {
    const declared = declaredBy(manifestOf(build, app))
    const names = named(declared.manifest, /^uses-permission/).map(({ attributes }) => attributes['name'])
    expect(names.toSorted()).toEqual(permissions)
    expect(policyProblems(declared, build, app)).toEqual([])
    expect(targetProblems(declared.manifest, '2026-12-01')).toEqual([])
  })

  const good = manifestOf('play', app)
  const service = '<service android:name="hola.host.Other" android:exported="false" />'
  test.each([
    [
      'a permission more',
      '<application',
      '<uses-permission android:name="android.permission.READ_CONTACTS" />\n<application',
      'Google Play forbids a lender android.permission.READ_CONTACTS',
    ],
    [
      'a permission by another element',
      '<application',
      '<uses-permission-sdk-23 android:name="android.permission.READ_SMS" />\n<application',
      'Google Play forbids a lender android.permission.READ_SMS',
    ],
    [
      'a permission that Play would allow',
      '<application',
      '<uses-permission android:name="android.permission.VIBRATE" />\n<application',
      'permissions beside the list: ',
    ],
    ['backups', 'android:allowBackup="false"', 'android:allowBackup="true"', 'missing: allowBackup="false"'],
    ['plain HTTP', 'android:usesCleartextTraffic="false"', '', 'missing: usesCleartextTraffic="false"'],
    ['no rules for backups', 'android:dataExtractionRules="@xml/no_backup"', '', 'missing: dataExtractionRules'],
    [
      'debugging',
      'android:allowBackup="false"',
      'android:allowBackup="false" android:debuggable="true"',
      'forbidden: debuggable',
    ],
    [
      'photos open to others',
      /(photos"\s+android:exported=)"false"/,
      '$1"true"',
      'open to other apps: hola.host.PhotoProvider',
    ],
    [
      'a component that does not say',
      '</application>',
      '<receiver android:name="hola.host.Other" /></application>',
      'hola.host.Other does not say whether other apps may use it',
    ],
    [
      'a service for everybody',
      '</application>',
      `${service}</application>`,
      'a service that others than the system may start: hola.host.Other',
    ],
    [
      'addresses of others',
      'android:path="/"',
      '',
      'opened by addresses that are not ours: {"scheme":"https","host":"hola.example"}',
    ],
    [
      'safe browsing off',
      'EnableSafeBrowsing" android:value="true"',
      'EnableSafeBrowsing" android:value="false"',
      'safe browsing is not on',
    ],
    ['another oldest Android', 'minSdkVersion="24"', 'minSdkVersion="21"', 'another oldest Android'],
    [
      'another app to be seen',
      '<queries>',
      '<queries><package android:name="com.whatsapp" />',
      'the apps that may be seen are not those of the list',
    ],
  ])('with %s is found out', (_, from, to, problem) => {
    const changed = good.replace(from, to)
    expect(changed).not.toBe(good)
    expect(policyProblems(declaredBy(changed), 'play', app)).toContainEqual(expect.stringContaining(problem))
  })

  test.each([
    [
      'backup',
      'cloud-backup takes something along',
      (xml: string) => xml.replace('<exclude domain="sharedpref" />', ''),
    ],
    ['network', 'plain HTTP is allowed', (xml: string) => xml.replace('"false"', '"true"')],
    [
      'network',
      'certificates are trusted that the system does not',
      (xml: string) => xml.replace('src="system"', 'src="user"'),
    ],
  ] as const)('by its %s: %s', (which, problem, change) => {
    const xml = readResource(which === 'backup' ? 'no_backup' : 'network')
    expect(change(xml)).not.toBe(xml)
    const declared = { ...declaredBy(good), [which]: readXml(change(xml)) }
    expect(policyProblems(declared, 'play', app)).toEqual([problem])
  })

  test('the target is the one that Google Play takes on a day', () => {
    const days = ['2024-08-31', '2025-08-30', '2025-08-31', '2026-08-30', '2026-08-31', '2027-01-01']
    expect(days.map(targetDemandedOn)).toEqual([34, 34, 35, 35, 36, 36])
    expect(
      targetProblems(readXml(good.replace(/targetSdkVersion="\d+"/, 'targetSdkVersion="35"')), '2026-09-01'),
    ).toEqual(['Google Play takes no app for API 35 any more: 36 or later'])
  })

  test('is read from a finished APK as from its source', () => {
    const dump = `N: android=http://schemas.android.com/apk/res/android (line=6)
  E: manifest (line=6)
    A: package="com.example.hola" (Raw: "com.example.hola")
      E: uses-sdk (line=7)
        A: http://schemas.android.com/apk/res/android:minSdkVersion(0x0101020c)=24
      E: application (line=20)
        A: http://schemas.android.com/apk/res/android:allowBackup(0x01010280)=false
          E: activity (line=34)
            A: http://schemas.android.com/apk/res/android:name(0x01010003)="hola.host.MainActivity" (Raw: "hola.host.MainActivity")
      E: queries (line=40)`
    const xml = `<manifest package="com.example.hola"><uses-sdk android:minSdkVersion="24" />
      <application android:allowBackup="false"><activity android:name="hola.host.MainActivity" /></application><queries /></manifest>`
    expect(readTree(dump)).toEqual(readXml(xml))
  })
})

test('the data safety sheet says what the consent texts say, of all that is read', async () => {
  expect(undeclared()).toEqual([])
  await expect(dataSafetySheet()).toMatchFileSnapshot('../android/DATA-SAFETY.md')
})

test('what is fetched is told, kept only when it is what was pinned, and not fetched again', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'hola-android-cache-'))
  try {
    const sha256 = createHash('sha256').update('good').digest('hex')
    const wanted = [{ file: 'libraries/a.jar', sha256, bytes: 4 }]
    const said: string[] = []
    const bringing = (content: string) => async (folder: string) => writeFileSync(join(folder, 'a.jar'), content)
    const fetchWith = (content: string) =>
      keep(cache, 'libraries', wanted, (line) => said.push(line), bringing(content))
    await expect(fetchWith('evil')).rejects.toThrow(/libraries\/a\.jar is not the one/)
    expect(wanted.every((file) => isKept(cache, file))).toBe(false)
    await fetchWith('good')
    await fetchWith('never asked for')
    expect(readFileSync(join(cache, 'libraries/a.jar'), 'utf8')).toBe('good')
    expect(said).toEqual(Array.from({ length: 2 }, () => 'fetching libraries: libraries/a.jar, 0 MB'))
    expect(readdirSync(cache)).toEqual(['libraries'])
  } finally {
    rmSync(cache, { recursive: true })
  }
})

test('our words before each permission are there in both languages', () => {
  const names = Object.keys(nativePermissions).flatMap((name) => [
    `disclosure_${name}_title`,
    `disclosure_${name}_text`,
  ])
  for (const folder of ['values', 'values-en']) {
    const strings = readFileSync(
      join(import.meta.dirname, `../android/host/src/main/res/${folder}/strings.xml`),
      'utf8',
    )
    const keys = [...strings.matchAll(/<string name="(\w+)">[^<]+</g)].map(([, key]) => key)
    expect(keys.toSorted()).toEqual([...names, 'disclosure_no', 'disclosure_yes'].toSorted())
    expect(strings.replaceAll(/<\?xml[^>]*>|<!--[\s\S]*?-->/g, '')).not.toMatch(/[!¡]/)
  }
})
