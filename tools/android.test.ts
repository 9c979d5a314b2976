import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compileForTests, fixtures, installedJdk, noJdk, quick } from '../android/tools/jdk.ts'
import { lintManifest, manifestOf, readApp } from '../android/tools/manifest.ts'
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

describe('the manifest', () => {
  const ofBoth = [
    'android.permission.ACCESS_COARSE_LOCATION',
    'android.permission.CAMERA',
    'android.permission.INTERNET',
  ]
  const ofDirect = [...ofBoth, 'android.permission.READ_PHONE_STATE', 'android.permission.READ_SMS']

  test.each([
    { build: 'play', permissions: ofBoth },
    { build: 'direct', permissions: ofDirect },
  ] as const)('of $build asks for its permissions and nothing else', ({ build, permissions }) => {
    const manifest = manifestOf(build, readApp())
    const named = [...manifest.matchAll(/<uses-permission[^>]* android:name="([^"]*)"/g)].map(([, name]) => name)
    expect(named.toSorted()).toEqual(permissions)
    expect(lintManifest(manifest, build)).toEqual([])
  })

  const good = manifestOf('play', readApp())
  test.each([
    [
      'a permission more',
      '<application',
      '<uses-permission android:name="android.permission.READ_CONTACTS" />\n<application',
    ],
    [
      'a permission by another element',
      '<application',
      '<uses-permission-sdk-23 android:name="android.permission.READ_SMS" />\n<application',
    ],
    ['backups', 'android:allowBackup="false"', 'android:allowBackup="true"'],
    ['plain HTTP', 'android:usesCleartextTraffic="false"', ''],
    ['debugging', 'android:allowBackup="false"', 'android:allowBackup="false" android:debuggable="true"'],
    ['photos open to others', 'android:exported="false"', 'android:exported="true"'],
    ['a component that does not say', '</application>', '<service android:name="hola.host.Other" /></application>'],
    ['another app to be seen', '<queries>', '<queries><package android:name="com.whatsapp" />'],
  ])('with %s is found out', (_, from, to) => {
    expect(good).toContain(from)
    expect(lintManifest(good.replace(from, to), 'play')).not.toEqual([])
  })
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
