import { parseArgs } from 'node:util'
import { compileMessages } from '../i18n/build/compile-messages.ts'
import { ensureBrowser, noBrowser } from '../tools/browser.ts'
import { countOf } from '../tools/count.ts'
import { buildIfStale } from '../tools/web-build.ts'
import { inpMsMax, interactions } from './interaction.ts'
import { lcpRatioMax, paintRatios, readyRatioMax } from './paint.ts'
import { weigh } from './weight.ts'

// npm run bench:web          what the web app weighs, how soon it is seen and can be used, how soon it answers a touch
//   -- --rounds 9            more turns of each measurement, for a busy machine

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const rounds = countOf(values.rounds, '--rounds')

if (!(await ensureBrowser((line) => console.log(line)))) throw new Error(noBrowser)
await compileMessages()
await buildIfStale('web')
await buildIfStale('desk')

const broken = await weigh()
const hold = (name: string, value: number, max: number): void => {
  // A measurement that gave no number holds nothing.
  if (!(value <= max)) broken.push(`${name}: ${Number(value.toFixed(4))}, more than ${max}`)
}

console.log(
  `\nHome of a guest, 4 times slower processor, median of ${rounds} turns; null: the same page against itself`,
)
const paints = await paintRatios(rounds)
console.table(
  Object.fromEntries(
    paints.map(({ line, lcp, lcpNull, ready, readyNull, shift, lcpMs, readyMs }) => [
      line,
      {
        'LCP / static': lcp.toFixed(3),
        null: lcpNull.toFixed(3),
        'ready / react': ready.toFixed(3),
        'null ': readyNull.toFixed(3),
        CLS: Number(shift.toFixed(4)),
        'LCP ms': Math.round(lcpMs),
        'ready ms': Math.round(readyMs),
      },
    ]),
  ),
)
for (const { line, lcp, ready, shift } of paints) {
  hold(`LCP against a static page, ${line}`, lcp, lcpRatioMax)
  hold(`ready against React alone, ${line}`, ready, readyRatioMax)
  hold(`CLS, ${line}`, shift, 0)
}

console.log(`Forms, 4 times slower processor: the slowest touch of a visit (INP), median of ${rounds} visits`)
const touches = await interactions(rounds)
console.table(
  Object.fromEntries(
    touches.map(({ path, inpMs, slowest, ratio, nullRatio }) => [
      path.split('/').at(-1),
      { 'INP ms': inpMs, '/ static': ratio.toFixed(2), null: nullRatio.toFixed(2), slowest: slowest.slice(0, 40) },
    ]),
  ),
)
for (const { path, inpMs } of touches) hold(`INP in ms of ${path}`, inpMs, inpMsMax)

for (const line of broken) console.log(line)
console.log(broken.length === 0 ? 'every budget is met' : `${broken.length} budgets are not met`)
process.exitCode = broken.length === 0 ? 0 : 1
