import { readFileSync } from 'node:fs'
import type { AgreementRow, AgreementSection } from '@hola/core/agreement/agreement.ts'
import { brand } from '@hola/core/brand.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { startOfDay } from '@hola/core/calendar.ts'
import PDFDocument from 'pdfkit'

export type DocumentPdf = { readonly bytes: Buffer; readonly pageCount: number }

/** What is printed: the agreement, and whatever else a borrower takes home. */
export type PrintedDocument = {
  readonly title: string
  readonly sections: readonly Omit<AgreementSection, 'legalItems'>[]
}

/** Besides the document itself: the day it is made for, and what stands at the foot of every page. */
export type Imprint = { readonly madeOnDay: CivilDay; readonly footer: string }

/** A font as the library reads it. Its types know only the files. */
type Font = { readonly hasGlyphForCodePoint: (codePoint: number) => boolean }

/**
 * Reads a font once for all agreements: taking it apart is half the work of printing one. The library parses a file that
 * it is given, and takes what it parsed in place of a file.
 */
const readFont = (name: string): Font => {
  const file = readFileSync(new URL(`../../../data/fonts/${name}.ttf`, import.meta.url))
  const reader = new PDFDocument({ autoFirstPage: false }).font(file)
  return (reader as unknown as { _font: { font: Font } })._font.font
}
const fonts = { regular: readFont('liberation-sans-regular'), bold: readFont('liberation-sans-bold') }

/**
 * In points. The central bank wants letters of 1.8 mm: at 10 points even an x of this type is 1.86 mm high. And it wants
 * the total cost at five times the size of the other rates and of the payments.
 */
const TEXT_SIZE = 10
const TOTAL_COST_SIZE = 5 * TEXT_SIZE + 2
const TITLE_SIZE = 18
const HEADING_SIZE = 12

const MARGIN = 50
const FOOTER_HEIGHT = 24
const LINE_GAP = 2.5
const PARAGRAPH_GAP = 6
const SECTION_GAP = 14
const HEADING_GAP = 6
const CELL_PADDING = 3
const COLUMN_GAP = 12
const LABEL_SHARE = 0.54
const BOX_PADDING = 12
/** The large figure has room below its line already. */
const BOX_FOOT = 2

const INK = '#10272c'
const INK_QUIET = '#42565a'
const ACCENT = '#0a6a4d'
const BOX_FILL = '#f1f5f1'
const HAIRLINE = '#c9cfcb'

type Pdf = PDFKit.PDFDocument
type StructureElement = PDFKit.PDFStructureElement
type Style = { readonly font: keyof typeof fonts; readonly size: number; readonly color: string }

const body: Style = { font: 'regular', size: TEXT_SIZE, color: INK }
const strong: Style = { font: 'bold', size: TEXT_SIZE, color: INK }
const quiet: Style = { font: 'regular', size: TEXT_SIZE, color: INK_QUIET }
const heading: Style = { font: 'bold', size: HEADING_SIZE, color: INK }
const title: Style = { font: 'bold', size: TITLE_SIZE, color: INK }
const totalCost: Style = { font: 'bold', size: TOTAL_COST_SIZE, color: ACCENT }

const canDraw = (font: Font, text: string): boolean =>
  [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))

/**
 * A character that the type lacks is never an empty box: a letter falls apart into its accents, and one of a script that
 * is not there is printed by its number, so that two names stay two names.
 */
const drawable = (text: string, font: Font): string =>
  canDraw(font, text) ? text : [...text].map((character) => drawableCharacter(character, font)).join('')

const drawableCharacter = (character: string, font: Font): string => {
  const apart = character.normalize('NFD')
  const way = [character, apart].find((candidate) => canDraw(font, candidate))
  return way ?? `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
}

/** Puts blocks below each other and turns the page when one does not fit: a row or a paragraph is never cut in two. */
const openSheet = (pdf: Pdf) => {
  const width = pdf.page.width - 2 * MARGIN
  const bottom = pdf.page.height - MARGIN - FOOTER_HEIGHT
  let y = MARGIN

  const inStyle = ({ font, size, color }: Style): Pdf => pdf.font(font).fontSize(size).fillColor(color)

  // Every block is measured before it is written, and a table row more than once.
  const heights = new Map<string, number>()
  const heightOf = (text: string, style: Style, textWidth = width): number => {
    const key = `${style.font} ${style.size} ${textWidth} ${text}`
    const known = heights.get(key)
    if (known !== undefined) return known
    const options = { width: textWidth, lineGap: LINE_GAP }
    const height = inStyle(style).heightOfString(drawable(text, fonts[style.font]), options)
    heights.set(key, height)
    return height
  }

  const artifact = (draw: () => void): void => {
    pdf.markContent('Artifact', { type: 'Layout' })
    draw()
    pdf.endMarkedContent()
  }

  return {
    width,
    height: bottom - MARGIN,
    heightOf,
    artifact,
    get y() {
      return y
    },
    moveDown: (height: number): void => {
      y += height
    },
    /** Turns the page unless so much room is left. */
    need: (height: number): void => {
      if (y + height <= bottom) return
      pdf.addPage()
      y = MARGIN
    },
    /** Draws text as one element of the structure, so that it can be read aloud and copied in its order. */
    write: (
      parent: StructureElement,
      kind: 'H1' | 'H2' | 'P' | 'TH' | 'TD',
      text: string,
      style: Style,
      { x = 0, width: textWidth = width }: { x?: number; width?: number } = {},
    ): void => {
      const content = pdf.markStructureContent(kind)
      inStyle(style).text(drawable(text, fonts[style.font]), MARGIN + x, y, { width: textWidth, lineGap: LINE_GAP })
      pdf.endMarkedContent()
      parent.add(pdf.struct(kind, {}, [content]))
    },
  }
}

type Sheet = ReturnType<typeof openSheet>

/** The total cost, larger than anything else on the page. */
const writeTotalCost = (pdf: Pdf, sheet: Sheet, parent: StructureElement, { label, value }: AgreementRow): void => {
  const inside = { x: BOX_PADDING, width: sheet.width - 2 * BOX_PADDING }
  const labelHeight = sheet.heightOf(label, strong, inside.width)
  const valueHeight = sheet.heightOf(value, totalCost, inside.width)
  const height = labelHeight + valueHeight + BOX_PADDING + BOX_FOOT
  sheet.need(height)
  sheet.artifact(() => pdf.rect(MARGIN, sheet.y, sheet.width, height).fill(BOX_FILL))
  sheet.moveDown(BOX_PADDING)
  sheet.write(parent, 'P', label, strong, inside)
  sheet.moveDown(labelHeight)
  sheet.write(parent, 'P', value, totalCost, inside)
  sheet.moveDown(valueHeight + BOX_FOOT + PARAGRAPH_GAP)
}

const columnsOf = (sheet: Sheet) => {
  const labelWidth = sheet.width * LABEL_SHARE - COLUMN_GAP
  return {
    label: { x: 0, width: labelWidth },
    value: { x: labelWidth + COLUMN_GAP, width: sheet.width - labelWidth - COLUMN_GAP },
  }
}

const rowHeight = (sheet: Sheet, { label, value }: AgreementRow): number => {
  const columns = columnsOf(sheet)
  const text = Math.max(
    sheet.heightOf(label, body, columns.label.width),
    sheet.heightOf(value, strong, columns.value.width),
  )
  return text + 2 * CELL_PADDING
}

const writeRows = (pdf: Pdf, sheet: Sheet, parent: StructureElement, rows: readonly AgreementRow[]): void => {
  if (rows.length === 0) return
  const columns = columnsOf(sheet)
  const table = pdf.struct('Table')
  parent.add(table)
  for (const row of rows) {
    const height = rowHeight(sheet, row)
    sheet.need(height)
    const line = pdf.struct('TR')
    table.add(line)
    sheet.moveDown(CELL_PADDING)
    sheet.write(line, 'TH', row.label, body, columns.label)
    sheet.write(line, 'TD', row.value, strong, columns.value)
    sheet.moveDown(height - CELL_PADDING)
    sheet.artifact(() =>
      pdf
        .moveTo(MARGIN, sheet.y)
        .lineTo(MARGIN + sheet.width, sheet.y)
        .lineWidth(0.5)
        .stroke(HAIRLINE),
    )
    line.end()
  }
  table.end()
  sheet.moveDown(PARAGRAPH_GAP)
}

const writeSection = (
  pdf: Pdf,
  sheet: Sheet,
  parent: StructureElement,
  section: PrintedDocument['sections'][number],
): void => {
  const element = pdf.struct('Sect')
  parent.add(element)
  const headingHeight = sheet.heightOf(section.heading, heading)
  // A heading never stands alone at the foot of a page, and its table is not torn from it where a page can hold both.
  const [firstParagraph = ''] = section.paragraphs
  const rowsHeight = section.rows.reduce((sum, row) => sum + rowHeight(sheet, row), 0)
  const firstHeight = section.rows.length > 0 ? rowsHeight : sheet.heightOf(firstParagraph, body)
  sheet.need(Math.min(headingHeight + HEADING_GAP + firstHeight, sheet.height))
  sheet.write(element, 'H2', section.heading, heading)
  sheet.moveDown(headingHeight + HEADING_GAP)

  const [largest] = section.id === 'summary' ? section.rows : []
  if (largest !== undefined) writeTotalCost(pdf, sheet, element, largest)
  writeRows(
    pdf,
    sheet,
    element,
    section.rows.filter((row) => row !== largest),
  )
  for (const paragraph of section.paragraphs) {
    const height = sheet.heightOf(paragraph, body)
    sheet.need(height)
    sheet.write(element, 'P', paragraph, body)
    sheet.moveDown(height + PARAGRAPH_GAP)
  }
  element.end()
  sheet.moveDown(SECTION_GAP - PARAGRAPH_GAP)
}

/** On every page: which document it is, and which page of how many. */
const writeFooters = (pdf: Pdf, name: string): number => {
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page)
    // The foot lies below the margin, where the library would turn the page.
    pdf.page.margins.bottom = 0
    const y = pdf.page.height - MARGIN
    const width = pdf.page.width - 2 * MARGIN
    pdf.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    pdf.font(quiet.font).fontSize(quiet.size).fillColor(quiet.color)
    pdf.text(name, MARGIN, y, { width, lineBreak: false })
    pdf.text(`Página ${page + 1} de ${count}`, MARGIN, y, { width, align: 'right' })
    pdf.endMarkedContent()
  }
  return count
}

/**
 * A document as a file: real text on A4, tagged and in its language, with `footer` on every page. Equal documents give
 * equal bytes, whenever and by whichever process: the only date in it is the day it was made for, and nothing in it is
 * drawn by lot.
 */
export const documentPdf = (document: PrintedDocument, { madeOnDay, footer }: Imprint): Promise<DocumentPdf> =>
  new Promise((resolve, reject) => {
    const made = startOfDay(madeOnDay)
    const pdf = new PDFDocument({
      size: 'A4',
      margin: MARGIN,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'es-AR',
      displayTitle: true,
      bufferPages: true,
      // None of the library's own: the type must be in the file.
      font: '',
      info: { Title: document.title, CreationDate: made, ModDate: made },
    })
    const chunks: Buffer[] = []
    let pageCount = 0
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('error', reject)
    pdf.on('end', () => resolve({ bytes: Buffer.concat(chunks), pageCount }))
    for (const [name, font] of Object.entries(fonts)) pdf.registerFont(name, font as unknown as Buffer)

    const sheet = openSheet(pdf)
    const root = pdf.struct('Document')
    pdf.addStructure(root)
    const titleHeight = sheet.heightOf(document.title, title)
    sheet.write(root, 'H1', document.title, title)
    sheet.moveDown(titleHeight)
    const lender = `${brand.legalEntity} · CUIT ${brand.cuit}`
    const lenderHeight = sheet.heightOf(lender, quiet)
    sheet.write(root, 'P', lender, quiet)
    sheet.moveDown(lenderHeight + SECTION_GAP)
    for (const section of document.sections) writeSection(pdf, sheet, root, section)
    root.end()
    pageCount = writeFooters(pdf, footer)
    pdf.end()
  })
