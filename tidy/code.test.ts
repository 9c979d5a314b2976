import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf, importsOf, isTest, matching, textOf, violations } from './tree.ts'

const product = matching(/^(core|i18n|ui|server|web|desk)\/src\/.*\.tsx?$/).filter((file) => !isTest(file))
const code = matching(/\.tsx?$/)
const text = matching(/\.(tsx?|css|html|sql|json|md|ya?ml|sh)$/, /^\.ci\//).filter(
  (file) => file !== 'package-lock.json',
)
// This folder spells out what it forbids.
const elsewhere = (files: string[]): string[] => files.filter((file) => !file.startsWith('tidy/'))

test('there is code to look at', () => {
  expect(product.length).toBeGreaterThan(50)
})

test('core knows no clock and no chance', () => {
  const core = product.filter((file) => file.startsWith('core/'))
  expect(violations(core, /\bDate\.now\(|\bnew Date\(\s*\)|\bMath\.random\(|\bperformance\.now\(|\bcrypto\./)).toEqual(
    [],
  )
})

test('the server reads the time and makes chance in clock.ts alone', () => {
  // Starting and stopping the database is about a process of the machine, before there is a clock to hand in.
  const machine = /^server\/src\/platform\/(clock|db\/(embedded|postgres-[a-z]+|data-dir-lock))\.ts$/
  const server = product.filter((file) => file.startsWith('server/') && !machine.test(file))
  const wrong = violations(server, /\bDate\.now\(|\bnew Date\(\s*\)|\bMath\.random\(|\brandomBytes\(|\brandomUUID\(/)
  expect(wrong).toEqual([])
})

test('SQL gets the time as a parameter', () => {
  // The one question that compares the machine's clock with the database's.
  const files = product.filter(
    (file) => file.startsWith('server/') && file !== 'server/src/edge/preflight/check-clock.ts',
  )
  const sql = [...files, ...matching(/^server\/migrations\/.*\.sql$/)]
  const wrong = violations(
    sql,
    /\b(current_timestamp|current_date|current_time|localtimestamp|clock_timestamp|statement_timestamp)\b|(?<![.\w])now\(\)/i,
  )
  expect(wrong).toEqual([])
})

test('tables have no sequence and no trigger', () => {
  const sql = matching(/^server\/migrations\/.*\.sql$/)
  expect(sql.length).toBeGreaterThan(0)
  expect(
    violations(sql, /\b(serial|bigserial|create\s+sequence|generated\s+\w+\s+as\s+identity|create\s+trigger)\b/i),
  ).toEqual([])
})

test('money meets no floating point outside money.ts', () => {
  // main.ts tells how many seconds a step took.
  const files = product.filter((file) => !/\/(money|main)\.ts$/.test(file))
  expect(violations(files, /\bparseFloat\(|\.toFixed\(|\.toPrecision\(|Number\.EPSILON/)).toEqual([])
})

test('files are named in kebab-case', () => {
  // The paths of pages keep the specification's spelling, but they are data, not file names.
  const named = matching(/^(core|i18n|ui|server|web|desk|tools|tidy|e2e|bench|docs)\//)
  const upper =
    /^(README|CREDITS|ARCHITECTURE|BRIDGE|COMMANDS|DEPLOY|DESK|GLOSSARY|OPERATIONS|PROVIDERS|RUNBOOK|SANDBOX|SCALE|SECURITY|SETTINGS)\.md$/
  const wrong = named.filter((file) => {
    const name = basename(file)
    return !upper.test(name) && !name.startsWith('.') && !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(name)
  })
  expect(wrong).toEqual([])
})

test('no default exports, but where a tool asks for one', () => {
  const files = code.filter((file) => !file.endsWith('.config.ts') && file !== 'tools/test-summary.ts')
  expect(violations(elsewhere(files), /^\s*export default\b|\bas default\b/)).toEqual([])
})

test('no barrel files, but the public.ts of a room', () => {
  const barrels = code.filter((file) => {
    if (/^server\/src\/\w+\/[\w-]+\/public\.ts$/.test(file)) return false
    const statements = codeOf(file)
      .replace(/\b(import|export)\s+(type\s+)?(\{[^}]*\}|\*(\s+as\s+\w+)?)\s+from\s+['"][^'"]+['"]/g, '')
      .trim()
    return importsOf(file).length > 0 && statements === ''
  })
  expect([...barrels, ...code.filter((file) => /(^|\/)index\.tsx?$/.test(file))]).toEqual([])
})

test('nothing is left for later, and no check is silenced', () => {
  const wrong = violations(
    elsewhere(text),
    /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)|\bas any\b|\beslint-disable|\.only\(|\bcoming soon\b/,
    textOf,
  )
  expect(wrong).toEqual([])
})

test('only a test expects a type error', () => {
  expect(violations(product, /@ts-expect-error/, textOf)).toEqual([])
})

test('every lint exception gives its reason', () => {
  expect(violations(elsewhere(code), /oxlint-disable(?!.* -- \S)/, textOf)).toEqual([])
})

test('no path of somebody’s machine, no registry host', () => {
  const wrong = violations(
    elsewhere(text),
    /(^|[\s'"`(=:])\/(work|home\/[a-z]+|Users|root)\/|registry\.npmjs|\blocalhost:4873\b/,
    textOf,
  )
  expect(wrong).toEqual([])
  expect(textOf('package-lock.json')).not.toMatch(/"resolved": "http/)
})

test('colours and sizes live in tokens.css', () => {
  const css = matching(/^(web|ui|desk)\/src\/.*\.css$/).filter((file) => !file.endsWith('/tokens.css'))
  expect(css.length).toBeGreaterThan(5)
  const colour = /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|oklch|oklab|lab|lch|hwb)\(/i
  expect(violations(css, colour)).toEqual([])
  // A hairline and the nudge of one are drawing, not measure; a media query cannot read a token.
  const size = /(?<![\w-])(?!0(px|rem|em)\b)(?!-?[12]px\b)-?\d*\.?\d+(px|rem)\b/
  const wrong = violations(css, size).filter((line) => !/@media|@container/.test(line))
  expect(wrong).toEqual([])
})

test('components type no colour and no size either', () => {
  const files = matching(/^(web|ui|desk)\/src\/.*\.tsx$/).filter((file) => !isTest(file))
  expect(violations(files, /style=\{\{[^}]*(#[0-9a-f]{3,8}|\d(px|rem))/i)).toEqual([])
})
