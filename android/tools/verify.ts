import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { runAapt2, runApksigner, runZipalign } from './build.ts'
import { MIN_SDK, readApp, type Build } from './manifest.ts'
import { policyProblems, targetProblems, type Declared } from './policy.ts'
import type { Toolchain } from './toolchain.ts'
import { named, readTree } from './xml.ts'

export type Facts = {
  readonly bytes: number
  readonly sha256: string
  readonly permissions: readonly string[]
  readonly problems: readonly string[]
}

/** What the APK itself says, whatever it was made from. */
function declaredIn(tools: Toolchain, apk: string): Declared {
  const tree = (file: string) => readTree(runAapt2(tools, ['dump', 'xmltree', '--file', file, apk]))
  return {
    manifest: tree('AndroidManifest.xml'),
    backup: tree('res/xml/no_backup.xml'),
    network: tree('res/xml/network.xml'),
  }
}

/** Looks at the finished file as a phone would, not at what it was made from. */
export function verifyApk(tools: Toolchain, build: Build, apk: string): Facts {
  const content = readFileSync(apk)
  const signatures = runApksigner(tools, ['verify', '--verbose', '--min-sdk-version', String(MIN_SDK), apk])
  // Answers with a failure, which throws, when something is not aligned.
  runZipalign(tools, ['-c', '-p', '4', apk])
  const badging = runAapt2(tools, ['dump', 'badging', apk])
  const declared = declaredIn(tools, apk)
  const permissions = named(declared.manifest, /^uses-permission/)
    .map(({ attributes }) => attributes['name'] ?? '')
    .toSorted()
  const expected: readonly (readonly [boolean, string])[] = [
    [/Verified using v2 scheme.*: true/.test(signatures), 'no signature of scheme v2'],
    [/Verified using v3 scheme.*: true/.test(signatures), 'no signature of scheme v3'],
    [badging.includes("launchable-activity: name='hola.host.MainActivity'"), 'nothing to start'],
    [/^locales:.* 'en'/m.test(badging), 'no English'],
  ]
  return {
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    permissions,
    problems: [
      ...policyProblems(declared, build, readApp()),
      ...targetProblems(declared.manifest, new Date().toISOString()),
      ...expected.flatMap(([holds, otherwise]) => (holds ? [] : [otherwise])),
    ],
  }
}
