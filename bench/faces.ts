import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { faceDistance, openFaceReader } from '../server/src/person/identity/faces.ts'
import type { Descriptor, SelfieReading } from '../server/src/person/identity/faces.ts'
import { readIdentityRules } from '../server/src/person/identity/rules.ts'
import { replayOf, replays } from '../server/src/person/identity/test-replays.ts'

// npm run bench:faces             how well faces are told apart and pictures of pictures noticed, on the specimens
// npm run bench:faces -- FOLDER   the same on photos of a folder, named PERSON-NUMBER.jpg or .png
//
// Three photos of two people say little: measure on a folder of faces that are like the borrowers'.

const [folder = fileURLToPath(new URL('../server/data/specimens', import.meta.url))] = process.argv.slice(2)
const { thresholds } = readIdentityRules()

/** Milliseconds of processor: the same on a busy machine, other than those of a clock. */
const cpuOf = async <T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly cpuMs: number }> => {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { result, cpuMs: (user + system) / 1000 }
}

type Scored = { readonly spoof: number; readonly liveness: number }

const memoryBefore = process.memoryUsage.rss()
const { result: reader, cpuMs: loadMs } = await cpuOf(openFaceReader)

const photos = readdirSync(folder).filter((name) => /^.+-\d+\.(jpg|png)$/.test(name))
const faces: { readonly name: string; readonly person: string; readonly descriptor: Descriptor }[] = []
const live: Scored[] = []
const replayed = new Map<string, Scored[]>()
const costs: number[] = []

const scoresOf = ({ spoof, liveness }: SelfieReading): Scored | undefined =>
  typeof spoof === 'number' && typeof liveness === 'number' ? { spoof, liveness } : undefined

for (const name of photos) {
  const image = readFileSync(join(folder, name))
  const { result, cpuMs } = await cpuOf(() => reader.selfie(image))
  costs.push(cpuMs)
  if (result.descriptor === null) {
    console.log(`no face found in ${name}`)
    continue
  }
  faces.push({ name, person: basename(name).replace(/-\d+\..*$/, ''), descriptor: result.descriptor })
  const scores = scoresOf(result)
  if (!scores) continue
  live.push(scores)
  for (const [kind, replay] of Object.entries(replays)) {
    const scored = scoresOf(await reader.selfie(await replayOf(image, replay)))
    if (scored) replayed.set(kind, [...(replayed.get(kind) ?? []), scored])
  }
}

const same: number[] = []
const different: number[] = []
faces.forEach((a, index) => {
  for (const b of faces.slice(index + 1)) {
    const pairs = a.person === b.person ? same : different
    pairs.push(faceDistance(a.descriptor, b.descriptor))
  }
})

const share = (values: readonly number[], is: (value: number) => boolean): number =>
  values.filter(is).length / Math.max(1, values.length)
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const variance = (values: readonly number[]): number => mean(values.map((value) => (value - mean(values)) ** 2))

/** Where as many of the same person are turned away as of different people let in. */
const equalError = (): number =>
  Math.min(
    ...[...same, ...different].map((limit) =>
      Math.max(
        share(same, (distance) => distance > limit),
        share(different, (distance) => distance <= limit),
      ),
    ),
  )

console.log(`loading            ${Math.round(loadMs)} ms of processor`)
console.log(
  `memory             ${Math.round((process.memoryUsage.rss() - memoryBefore) / 2 ** 20)} MiB more than before`,
)
console.log(`faces found        ${faces.length} of ${photos.length}`)
console.log(`one selfie         ${Math.round(costs.toSorted((a, b) => a - b)[costs.length >> 1] ?? 0)} ms of processor`)
console.log(
  `same person        ${same.length} pairs, ${Math.min(...same).toFixed(3)} to ${Math.max(...same).toFixed(3)}`,
)
console.log(
  `different people   ${different.length} pairs, ${Math.min(...different).toFixed(3)} to ${Math.max(...different).toFixed(3)}`,
)
console.log(`equal error        ${percent(equalError())}`)
console.log(
  `separation (d')    ${((mean(different) - mean(same)) / Math.sqrt((variance(same) + variance(different)) / 2)).toFixed(2)}`,
)
for (const limit of [thresholds.faceMatchDistance, thresholds.faceRefuseDistance]) {
  const turnedAway = percent(share(same, (distance) => distance > limit))
  const letIn = percent(share(different, (distance) => distance <= limit))
  console.log(`at ${limit}            same person above it ${turnedAway}, different people within it ${letIn}`)
}

/** How often a live one has the better score than a replayed one: 50 % is chance. */
const ranked = (better: (live: Scored, replayed: Scored) => number, others: readonly Scored[]): string =>
  percent(mean(live.flatMap((one) => others.map((other) => better(one, other)))))
const half = (difference: number): number => (difference > 0 ? 1 : difference === 0 ? 0.5 : 0)
const isDoubtful = ({ spoof, liveness }: Scored): boolean =>
  spoof > thresholds.maxSpoof || liveness < thresholds.minLiveness
const doubtful = (scored: readonly Scored[]): string =>
  `${scored.filter(isDoubtful).length} of ${scored.length} go to a person`

console.log(`\nas they are: ${doubtful(live)}`)
for (const [kind, scored] of replayed) {
  const byLiveness = ranked((one, other) => half(one.liveness - other.liveness), scored)
  const bySpoof = ranked((one, other) => half(other.spoof - one.spoof), scored)
  console.log(`${kind}: ${doubtful(scored)}; told apart by liveness ${byLiveness}, by spoof ${bySpoof}`)
}
