import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import * as optionIds from '../core/src/application/option-ids.ts'
import { keptColumns } from '../core/src/stored/columns.ts'
import { openEnvelope } from '../core/src/stored/versions.ts'
import { canonicalJson } from '../server/src/platform/canonical-json.ts'
import { matching, root } from './tree.ts'

// core/src/stored/fixtures has a row of every shape in every version that was ever written, as it stood in a database.
// `npm run dump` adds what is missing. Nothing there is ever changed: such rows are in the databases of lenders.

const shapes = Object.values(keptColumns).flatMap((kept) => ('by' in kept ? Object.values(kept.shapes) : [kept]))
const files = matching(/^core\/src\/stored\/fixtures\/.*\.\d+\.json$/)
const kept = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))
const hashOf = (json: unknown): string => createHash('sha256').update(canonicalJson(json)).digest('hex').slice(0, 16)

/** What each of them says. Lines are added here, never changed. */
const said: Readonly<Record<string, string>> = {
  'act-details.1': '79f28b8340292a4f',
  'agreement.1': '771062c1f55ab505',
  'apply-answer.1': '76f8ec456937ee4f',
  'bureau-report.1': 'bc4f4fc55d6f7507',
  'decision-inputs.1': 'c07a4f4e5a814700',
  'device-apps.1': 'abcab312983da283',
  'device-behaviour.1': 'c252e3e4b1d1cbff',
  'device-device.1': 'dcde632a7f235d05',
  'device-location.1': 'cccde52fc19a9916',
  'device-sms.1': '4687572ee68e984e',
  'differences.1': '63bf0f26fa79d880',
  'erasure-identity.1': '19b3a081849d4434',
  'erasure-kept.1': '66c780cf6d1fb72b',
  'erasure-owner.1': '66d73423dec1d339',
  'payment-instructions.1': 'bb1d1574d3f26403',
  'payout-account.1': '67ee6078bd927b41',
  'product.1': 'db7583efb8d41a3a',
  'product.2': '4823d99eedd12360',
  'proposal-details.1': '631975dff4d5534e',
  'reading-back.1': '275e10df6a3f66ae',
  'reading-front.1': 'c6dfcd4c5411f5d8',
  'reading-selfie.1': '69c7896c86740306',
  'repay-answer.1': '3e48d6314e67ce19',
  'request-words.1': '34782a472205dd7e',
  'review-rules.1': 'fda12c12b82ef1bb',
  'sandbox-message.1': '233a684f6ed6f4f7',
  'signature.1': '2306dcd26dc2c275',
  'step-basic.1': '357a6b73bb88aeab',
  'step-social.1': '556b30cf06d39fa4',
  'step-withdrawal.1': '84e80fb8004e52bc',
  'verdict-engines.1': '19a3ad9b9389b8d4',
  'verdict-scores.1': '8668b1c334749694',
}

test('no two shapes have one name', () => {
  expect(shapes.map(({ name }) => name)).toEqual([...new Set(shapes.map(({ name }) => name))])
})

test('every kept shape has a row of each of its versions, and every row a shape', () => {
  const versions = shapes.flatMap(({ name, version }) =>
    Array.from({ length: version }, (_, index) => `${name}.${index + 1}.json`),
  )
  expect(files.map((file) => basename(file)).toSorted()).toEqual(versions.toSorted())
})

test('every row says what it said when it was written', () => {
  expect(Object.fromEntries(files.map((file) => [basename(file, '.json'), hashOf(kept(file))]))).toEqual(said)
})

test.each(shapes)('$name is read in all of its versions', ({ name, version, read }) => {
  for (let written = 1; written <= version; written += 1) {
    const row = kept(`core/src/stored/fixtures/${name}.${written}.json`)
    const { data, version: found } = openEnvelope(row)
    expect(found).toBe(written)
    const today = read(row)
    // Of today's version nothing is lost; how an earlier one becomes today's is the business of its step.
    expect(written === version ? today : data).toEqual(data)
  }
})

test('an id that a form once offered stays known, and a new one is written down', () => {
  type Lists = Readonly<Record<string, readonly string[]>>
  const ever = kept('core/src/stored/fixtures/option-ids.json') as Lists
  const idsOf = (lists: Lists) => Object.entries(lists).flatMap(([list, ids]) => ids.map((id) => `${list} ${id}`))
  expect(idsOf({ ...optionIds }).toSorted()).toEqual(idsOf(ever).toSorted())
})
