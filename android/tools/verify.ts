import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { runAapt2, runApksigner, runZipalign } from './build.ts'
import { MIN_SDK, permissionsOf, TARGET_SDK, type Build } from './manifest.ts'
import type { Toolchain } from './toolchain.ts'

export type Facts = {
  readonly bytes: number
  readonly sha256: string
  readonly permissions: readonly string[]
  readonly problems: readonly string[]
}

/** Looks at the finished file as a phone would, not at what it was made from. */
export function verifyApk(tools: Toolchain, build: Build, apk: string): Facts {
  const content = readFileSync(apk)
  const signatures = runApksigner(tools, ['verify', '--verbose', '--min-sdk-version', String(MIN_SDK), apk])
  // Answers with a failure, which throws, when something is not aligned.
  runZipalign(tools, ['-c', '-p', '4', apk])
  const badging = runAapt2(tools, ['dump', 'badging', apk])
  const permissions = [...badging.matchAll(/^uses-permission: name='([^']*)'/gm)]
    .map(([, name]) => name ?? '')
    .toSorted()
  const expected: readonly (readonly [boolean, string])[] = [
    [/Verified using v2 scheme.*: true/.test(signatures), 'no signature of scheme v2'],
    [/Verified using v3 scheme.*: true/.test(signatures), 'no signature of scheme v3'],
    [permissions.join() === permissionsOf(build).join(), `permissions beside the list: ${permissions.join(', ')}`],
    [badging.includes(`sdkVersion:'${MIN_SDK}'`), 'another oldest Android'],
    [badging.includes(`targetSdkVersion:'${TARGET_SDK}'`), 'another target'],
    [!badging.includes('application-debuggable'), 'it can be debugged'],
    [badging.includes("launchable-activity: name='hola.host.MainActivity'"), 'nothing to start'],
    [/^locales:.* 'en'/m.test(badging), 'no English'],
  ]
  return {
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    permissions,
    problems: expected.flatMap(([holds, otherwise]) => (holds ? [] : [otherwise])),
  }
}
