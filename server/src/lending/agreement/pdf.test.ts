import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { AGREEMENT_VERSION, agreementDocument } from '@hola/core/agreement/agreement.ts'
import type { AgreementFacts } from '@hola/core/agreement/facts.ts'
import { testFacts } from '@hola/core/agreement/test-facts.ts'
import { figuresIn, figuresOf, lateFigures, legalDays } from '@hola/core/agreement/test-figures.ts'
import { writtenRate } from '@hola/core/written.ts'
import { pesos } from '@hola/core/money.ts'
import { describe, expect, test } from 'vitest'
import { documentPdf } from './pdf.ts'
import { agreementFooter } from './agreements.ts'
import type { PlacedText } from './test-pdf.ts'
import { openPdf, readPdf } from './test-pdf.ts'

const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 50
const POINT_MM = 25.4 / 72
/** Height of an x in Liberation Sans, as a share of its size. */
const X_HEIGHT = 1082 / 2048

const print = (facts: AgreementFacts) => {
  const document = agreementDocument(facts)
  return documentPdf(document, { madeOnDay: facts.madeOnDay, footer: agreementFooter(document, facts.madeOnDay) })
}

/** Lines break anywhere in a long name, and a space may be one that does not break: only the marks count. */
const squeezed = (text: string): string => text.replaceAll(/\s/g, '')
const textOf = (placed: readonly PlacedText[]): string => placed.map(({ text }) => text).join(' ')

const isFooter = ({ y }: PlacedText): boolean => y < MARGIN

const facts = testFacts({ feeReduction: pesos(5000) })
const { bytes, pageCount } = await print(facts)
const placed = await readPdf(bytes)

const strange = {
  borrower: {
    ...facts.borrower,
    fullName: "Ñandú Łódź D'Ávila-Őrség Đặng Žižek",
    address: 'Calle Güemes 1234 «B», C1425ABC Ciudad Autónoma de Buenos Aires',
  },
}
const long = {
  borrower: {
    ...facts.borrower,
    fullName: `${'W'.repeat(60)} ${'M'.repeat(60)}`,
    address: `${'WM'.repeat(40)} ${'9'.repeat(10)}, C1425ABC ${'Ñ'.repeat(60)}, Ciudad Autónoma de Buenos Aires`,
    mail: `${'m'.repeat(242)}@mail.example`,
  },
  account: { ...facts.account, institutionName: 'W'.repeat(120), holderName: 'M'.repeat(120) },
}

describe('the numbers in the file', () => {
  test.each([
    ['the loan of the pictures', testFacts()],
    ['a loan with a coupon', facts],
    ['the smallest loan', testFacts({ amount: pesos(20_000), termDays: 62 })],
    ['the largest loan', testFacts({ amount: pesos(500_000), termDays: 120 })],
  ])('are those of the engine to the centavo: %s', async (_, given) => {
    const printed = figuresIn(textOf(await readPdf((await print(given)).bytes)).replaceAll(/\s+/g, '\u00A0'))
    const known = [...figuresOf(given), ...lateFigures(given)]
    const others = ['$\u00A05.000,00', ...legalDays.map((days) => days.replace(' ', '\u00A0'))]
    expect(known.filter((figure) => !printed.includes(figure))).toEqual([])
    expect(printed.filter((figure) => ![...known, ...others].includes(figure))).toEqual([])
  })
})

describe('the words in the file', () => {
  test.each([
    ['as usual', facts],
    ['strange letters', testFacts({}, strange)],
    ['long names', testFacts({}, long)],
  ])('are all there, in their order: %s', async (_, given) => {
    const text = squeezed(textOf((await readPdf((await print(given)).bytes)).filter((piece) => !isFooter(piece))))
    const { title, sections } = agreementDocument(given)
    const pieces = [
      title,
      ...sections.flatMap(({ heading, rows, paragraphs }) => [
        heading,
        ...rows.flatMap(({ label, value }) => [label, value]),
        ...paragraphs,
      ]),
    ]
    let at = 0
    for (const piece of pieces.map(squeezed)) {
      const found = text.indexOf(piece, at)
      expect(found, `after ${text.slice(Math.max(0, at - 40), at)}: ${piece}`).toBeGreaterThanOrEqual(at)
      at = found + piece.length
    }
  })

  test('a letter that the type lacks is printed by its number, never as an empty box', async () => {
    const fullName = 'Li 李 Ñandú'
    const printed = await print(testFacts({}, { borrower: { ...facts.borrower, fullName } }))
    expect(textOf(await readPdf(printed.bytes))).toContain('Li [U+674E] Ñandú')
  })
})

describe('the pages', () => {
  test('are A4, and each says which it is of how many', async () => {
    const document = await openPdf(bytes)
    expect(document.numPages).toBe(pageCount)
    for (let page = 1; page <= pageCount; page += 1) {
      const [, , width, height] = (await document.getPage(page)).view
      expect([width, height]).toEqual([PAGE.width, PAGE.height])
      const foot = textOf(placed.filter((piece) => piece.page === page && isFooter(piece)))
      expect(foot).toBe(
        `Contrato de préstamo personal · versión ${AGREEMENT_VERSION} · 16/11/2026 Página ${page} de ${pageCount}`,
      )
    }
  })

  test.each([
    ['as usual', facts],
    ['long names', testFacts({}, long)],
  ])('hold their text within the margins and without overlapping: %s', async (_, given) => {
    const pieces = await readPdf((await print(given)).bytes)
    const outside = pieces.filter(
      ({ x, y, width, size }) =>
        x < MARGIN - 0.5 ||
        x + width > PAGE.width - MARGIN + 0.5 ||
        y < MARGIN / 2 ||
        y + size > PAGE.height - MARGIN / 2,
    )
    expect(outside).toEqual([])
    const overlapping = pieces.filter((piece) =>
      pieces.some(
        (other) =>
          other !== piece &&
          other.page === piece.page &&
          other.x < piece.x + piece.width - 0.5 &&
          piece.x < other.x + other.width - 0.5 &&
          // Baselines closer than the height of a capital.
          other.y - piece.y >= 0 &&
          other.y - piece.y < piece.size * 0.7,
      ),
    )
    expect(overlapping).toEqual([])
  })

  test('have no letter below 1.8 mm, and the total cost at five times the size of other figures', () => {
    const smallest = Math.min(...placed.map(({ size }) => size))
    expect(smallest * X_HEIGHT * POINT_MM).toBeGreaterThanOrEqual(1.8)
    const [largest, next] = placed.toSorted((a, b) => b.size - a.size)
    expect(largest?.text.replaceAll(/\s/g, '\u00A0')).toBe(writtenRate(facts.quote.cfteaBasisPoints))
    expect(largest?.page).toBe(1)
    // The next largest is the title.
    expect(next?.text).toBe('Contrato de préstamo personal')
    const figures = placed.filter((piece) => piece !== largest && figuresIn(piece.text).length > 0)
    expect(Math.max(...figures.map(({ size }) => size)) * 5).toBeLessThanOrEqual(largest?.size ?? 0)
  })
})

test('the file is tagged, has a title and says that it is in the Spanish of Argentina', async () => {
  const document = await openPdf(bytes)
  const { info } = await document.getMetadata()
  expect(info).toMatchObject({ Title: 'Contrato de préstamo personal', Language: 'es-AR' })
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
  const tree = JSON.stringify(await (await document.getPage(1)).getStructTree())
  for (const role of ['Document', 'Sect', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD'])
    expect(tree).toContain(`"role":"${role}"`)
})

describe('equal facts give equal bytes', () => {
  const hash = (printed: { bytes: Buffer }): string => createHash('sha256').update(printed.bytes).digest('hex')

  test('again, also after other agreements', async () => {
    await print(testFacts({}, strange))
    expect(hash(await print(facts))).toBe(hash({ bytes }))
  })

  test('in another process, another time zone and another language', async () => {
    const module = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)
    const script = `
      const { agreementDocument } = await import(${module('../../../../core/src/agreement/agreement.ts')})
      const { documentPdf } = await import(${module('./pdf.ts')})
      const { agreementFooter } = await import(${module('./agreements.ts')})
      const { createHash } = await import('node:crypto')
      const facts = JSON.parse(process.argv[1])
      const { madeOnDay } = facts
      const document = agreementDocument(facts)
      const { bytes } = await documentPdf(document, { madeOnDay, footer: agreementFooter(document, madeOnDay) })
      process.stdout.write(createHash('sha256').update(bytes).digest('hex'))`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', script, JSON.stringify(facts)],
      { cwd: tmpdir(), env: { ...process.env, TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8' } },
    )
    expect(stdout).toBe(hash({ bytes }))
  })

  test('other facts give other bytes', async () => {
    expect(hash(await print(testFacts()))).not.toBe(hash({ bytes }))
  })
})

/** What each version of the text says of the loan of the pictures. A line is added for a new one, and none is edited. */
const wordsOfVersions: Readonly<Record<string, string>> = {
  '2026-11': '4bf71e0e50df6f0f',
  '2026-11-2': 'd0e4a991df8bea4c',
}

test('a changed word of the agreement needs a new version', () => {
  const words = createHash('sha256').update(JSON.stringify(agreementDocument(testFacts())))
  expect(words.digest('hex').slice(0, 16)).toBe(wordsOfVersions[AGREEMENT_VERSION])
})
