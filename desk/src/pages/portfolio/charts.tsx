import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import type { ReactNode } from 'react'
import css from './charts.module.css'

// Drawn as SVG with the colours of the tokens, so that light, dark and print need nothing of their own. Each chart has
// its numbers in a table beside it; whoever cannot see it hears its name alone.

const WIDTH = 560
const HEIGHT = 236
const margin = { top: 12, right: 12, bottom: 26, left: 64 }

export type Tone = 'ink' | 'quiet' | 'green' | 'gold' | 'sand' | 'rust' | 'red'

function Frame({
  label,
  height = HEIGHT,
  children,
}: {
  label: string
  height?: number
  children: ReactNode
}): ReactNode {
  return (
    <figure className={css.figure} aria-label={label}>
      <svg className={css.chart} viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
        {children}
      </svg>
    </figure>
  )
}

type Ticks = {
  readonly at: (value: number) => number
  readonly values: readonly number[]
  readonly say: (value: number) => string
}

function Lines({ at, values, say }: Ticks): ReactNode {
  return values.map((value) => (
    <g key={value} transform={`translate(0 ${at(value)})`}>
      <line className={css.grid} x1={margin.left} x2={WIDTH - margin.right} />
      <text className={css.axis} x={margin.left - 8} dy="0.32em" textAnchor="end">
        {say(value)}
      </text>
    </g>
  ))
}

const tickCount = 4
/** Thinner bars stand without a gap between them. */
const NARROW = 4

export type Pair = { readonly key: string; readonly name: string; readonly values: readonly number[] }

/** Bars side by side for each day or row; names stand under the first, a middle and the last one. */
export function PairBars({
  label,
  pairs,
  tones,
  say,
}: {
  label: string
  pairs: readonly Pair[]
  tones: readonly Tone[]
  say: (value: number) => string
}): ReactNode {
  const most = Math.max(1, ...pairs.flatMap(({ values }) => values))
  const y = scaleLinear([0, most], [HEIGHT - margin.bottom, margin.top]).nice(tickCount)
  const x = scaleBand(
    pairs.map(({ key }) => key),
    [margin.left, WIDTH - margin.right],
  )
    .paddingInner(0.25)
    .paddingOuter(0.1)
  const width = x.bandwidth() / tones.length
  const named = new Set([0, Math.floor((pairs.length - 1) / 2), pairs.length - 1])
  return (
    <Frame label={label}>
      <Lines at={y} values={y.ticks(tickCount)} say={say} />
      {pairs.map(({ key, name, values }, index) => (
        <g key={key} transform={`translate(${x(key) ?? 0} 0)`}>
          {values.map((value, at) => (
            <rect
              key={tones[at]}
              data-tone={tones[at]}
              x={at * width}
              width={width > NARROW ? width - 1 : width}
              y={y(Math.max(value, 0))}
              height={y(0) - y(Math.max(value, 0))}
            >
              <title>{`${name}: ${say(value)}`}</title>
            </rect>
          ))}
          {named.has(index) && (
            <text
              className={css.axis}
              x={x.bandwidth() / 2}
              y={HEIGHT - 8}
              textAnchor={index === 0 ? 'start' : index === pairs.length - 1 ? 'end' : 'middle'}
            >
              {name}
            </text>
          )}
        </g>
      ))}
    </Frame>
  )
}

export type Course = {
  readonly name: string
  readonly tone: Tone
  readonly points: readonly { x: number; y: number }[]
}

/** One line for each course, with its name at its end. */
export function LineChart({
  label,
  courses,
  sayX,
  sayY,
}: {
  label: string
  courses: readonly Course[]
  sayX: (value: number) => string
  sayY: (value: number) => string
}): ReactNode {
  const points = courses.flatMap((course) => course.points)
  const [leastX, mostX] = [Math.min(...points.map((one) => one.x), 0), Math.max(...points.map((one) => one.x), 1)]
  const right = WIDTH - 64
  const x = scaleLinear([leastX, mostX], [margin.left, right])
  const y = scaleLinear([0, Math.max(100, ...points.map((one) => one.y))], [HEIGHT - margin.bottom, margin.top]).nice(
    tickCount,
  )
  const draw = line<{ x: number; y: number }>(
    (point) => x(point.x),
    (point) => y(point.y),
  )
  const ticks = x.ticks(Math.min(mostX - leastX, 12)).filter(Number.isInteger)
  return (
    <Frame label={label}>
      <Lines at={y} values={y.ticks(tickCount)} say={sayY} />
      {ticks.map((value) => (
        <text key={value} className={css.axis} x={x(value)} y={HEIGHT - 8} textAnchor="middle">
          {sayX(value)}
        </text>
      ))}
      {courses.map(({ name, tone, points: ofCourse }) => {
        const last = ofCourse.at(-1)
        if (last === undefined) return null
        return (
          <g key={name} data-tone={tone}>
            <path className={css.course} d={draw([...ofCourse]) ?? ''} />
            <circle cx={x(last.x)} cy={y(last.y)} r={3} />
            <text className={css.name} x={x(last.x) + 4} y={y(last.y) - 8}>
              {name}
            </text>
          </g>
        )
      })}
    </Frame>
  )
}

export type Part = { readonly key: string; readonly name: string; readonly tone: Tone; readonly value: number }

const STACK_HEIGHT = 12
const STACK_GAP = 2

/** One bar in parts, from the best to the worst. */
export function StackBar({ label, parts }: { label: string; parts: readonly Part[] }): ReactNode {
  const shown = parts.filter(({ value }) => value > 0)
  const whole = shown.reduce((sum, { value }) => sum + value, 0)
  const room = WIDTH - STACK_GAP * Math.max(shown.length - 1, 0)
  const widths = shown.map(({ value }) => (value / whole) * room)
  const startOf = (index: number): number => widths.slice(0, index).reduce((sum, width) => sum + width + STACK_GAP, 0)
  return (
    <Frame label={label} height={STACK_HEIGHT}>
      {shown.map(({ key, tone, name }, index) => (
        <rect key={key} data-tone={tone} x={startOf(index)} width={widths[index]} height={STACK_HEIGHT}>
          <title>{name}</title>
        </rect>
      ))}
    </Frame>
  )
}

export function Mark({ tone }: { tone: Tone }): ReactNode {
  return <span className={css.mark} data-tone={tone} aria-hidden="true" />
}
