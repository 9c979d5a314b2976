import { expect, test } from 'vitest'
import { metricTable } from '../server/src/edge/metrics/metric-table.ts'
import { textOf } from './tree.ts'

// Alert rules and the dashboard, held against the metrics of the code and against the page that says what to do.

const RULES = 'deploy/prometheus/alerts.yaml'
const CASES = 'deploy/prometheus/alerts.test.yaml'
const DASHBOARD = 'deploy/grafana/hola.json'

const rules = textOf(RULES)
  .split(/^ +- alert: /m)
  .slice(1)
  .map((text) => {
    const field = (name: string): string => new RegExp(`^ +${name}: (.+)$`, 'm').exec(text)?.[1] ?? ''
    return {
      name: text.split('\n')[0] ?? '',
      severity: field('severity'),
      runbook: field('runbook'),
      expr: field('expr'),
    }
  })

/** What stands under a heading of the page. */
const sectionOf = (heading: string): string =>
  new RegExp(String.raw`^## ${heading}\n([\s\S]*?)(?=^## )`, 'm').exec(textOf('docs/RUNBOOK.md'))?.[1] ?? ''

/** Our names in an expression: those of a histogram stand for it. */
const namesIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/\bhola_\w+/g)].map(([name]) => name))].map((name) =>
    name in metricTable ? name : name.replace(/_(bucket|sum|count)$/, ''),
  )

test('every alert has a severity, and its heading in the runbook says what to do', () => {
  expect(rules.length).toBeGreaterThan(20)
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  for (const { name, severity, runbook } of rules) {
    expect([name, severity]).toEqual([name, expect.stringMatching(/^(critical|warning|info)$/)])
    expect(runbook).toBe(`docs/RUNBOOK.md#${name.toLowerCase()}`)
    expect([name, sectionOf(name).trim().length]).toEqual([name, expect.toSatisfy((length: number) => length > 80)])
  }
  const headings = [...textOf('docs/RUNBOOK.md').matchAll(/^## (Hola\w+)$/gm)].map(([, name]) => name)
  expect(headings.toSorted()).toEqual(rules.map(({ name }) => name).toSorted())
})

test('every alert has a case in which it fires and one in which it is silent', () => {
  const cases = [...textOf(CASES).matchAll(/^ {2}- name: (.+)$/gm)].map(([, name = '']) => name.replaceAll(/['"]/g, ''))
  expect(cases.toSorted()).toEqual(rules.flatMap(({ name }) => [`${name} fires`, `${name} is silent`]).toSorted())
})

test.each([RULES, CASES, DASHBOARD])('%s names no metric that the code does not have', (file) => {
  const names = namesIn(textOf(file))
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !(name in metricTable))).toEqual([])
})

test('a label that a rule asks for is one of its metric, with a value that there can be', () => {
  const wrong: string[] = []
  for (const text of [
    ...rules.map(({ expr }) => expr),
    ...textOf(DASHBOARD)
      .replaceAll(String.raw`\"`, '"')
      .split('\n'),
  ])
    for (const [, name = '', matchers = ''] of text.matchAll(/\b(hola_\w+)\{([^}]*)\}/g)) {
      const known = namesIn(name)[0] as keyof typeof metricTable
      const labels: Readonly<Record<string, readonly string[] | string>> = metricTable[known].labels
      for (const [, label = '', values = ''] of matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"([^"]*)"/g)) {
        const allowed = labels[label]
        if (allowed === undefined) wrong.push(`${name} has no ${label}`)
        else if (typeof allowed !== 'string')
          wrong.push(
            ...values.split('|').flatMap((value) => (allowed.includes(value) ? [] : [`${name} ${label}=${value}`])),
          )
      }
    }
  expect(wrong).toEqual([])
})

test('every metric of the product is looked at by an alert or the dashboard', () => {
  const used = new Set([RULES, DASHBOARD].flatMap((file) => namesIn(textOf(file))))
  expect(Object.keys(metricTable).filter((name) => !used.has(name))).toEqual([])
})

test('the dashboard can be imported: ids of their own, no panel over another', () => {
  type Panel = { id: number; title: string; gridPos: { x: number; y: number; w: number; h: number } }
  const { panels, templating } = JSON.parse(textOf(DASHBOARD)) as { panels: Panel[]; templating: { list: object[] } }
  expect(templating.list).toMatchObject([{ name: 'source', type: 'datasource' }])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const [index, { gridPos: one, title }] of panels.entries()) {
    expect([title, one.x + one.w]).toEqual([title, expect.toSatisfy((right: number) => right <= 24)])
    const over = panels
      .slice(index + 1)
      .filter(
        ({ gridPos: two }) =>
          two.x < one.x + one.w && one.x < two.x + two.w && two.y < one.y + one.h && one.y < two.y + two.h,
      )
    expect(over.map((panel) => panel.title)).toEqual([])
  }
})
