import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { code128Widths } from './code-128.ts'
import { qrSquares } from './qr.ts'

const PIXELS_PER_SQUARE = 3
const MARGIN = 4

/** The code as a screen shows it, black on white. */
const pictureOf = (text: string): ImageData => {
  const squares = qrSquares(text) ?? []
  const side = (squares.length + MARGIN * 2) * PIXELS_PER_SQUARE
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let pixel = 0; pixel < side * side; pixel += 1) {
    const row = Math.floor(pixel / side / PIXELS_PER_SQUARE) - MARGIN
    const column = Math.floor((pixel % side) / PIXELS_PER_SQUARE) - MARGIN
    if (squares[row]?.[column] === true) data.fill(0, pixel * 4, pixel * 4 + 3)
  }
  return { data, width: side, height: side, colorSpace: 'srgb' } as ImageData
}

describe('a QR code', () => {
  beforeAll(async () => {
    const reader = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
    await prepareZXingModule({ overrides: { wasmBinary: reader.buffer as ArrayBuffer }, fireImmediately: true })
  })

  /** Not letters alone, as those of a payment are not. */
  const textOf = (length: number): string =>
    Array.from({ length }, (_, index) => String.fromCharCode(33 + ((index * 7 + length) % 90))).join('')

  test.each<[what: string, text: string, side: number]>([
    ['a word', 'hola', 21],
    ['the most that the smallest holds', textOf(14), 21],
    ['one character more', textOf(15), 25],
    ['several blocks', textOf(107), 45],
    ['a length of two bytes', textOf(181), 57],
    ['the most that the contract allows', textOf(1000), 121],
    ['letters of Spanish and a sign of four bytes', 'Ñandú, ¿cuánto? 🙂', 25],
  ])('%s is read back as it was written', async (_, text, side) => {
    expect(qrSquares(text)).toHaveLength(side)
    const read = await readBarcodes(pictureOf(text), { formats: ['QRCode'] })
    expect(read.map((code) => code.text)).toEqual([text])
    expect(read[0]?.ecLevel).toBe('M')
  })

  test('a payment as wallets write it is read back as it was written', async () => {
    const text = '00020101021143650016com.mercadopago5204000053030325802AR5904HOLA6012BUENOS AIRES63041D3D'
    expect((await readBarcodes(pictureOf(text), { formats: ['QRCode'] }))[0]?.text).toBe(text)
  })

  test('what no code holds has no picture', () => {
    expect(qrSquares('x'.repeat(2331))).toHaveLength(177)
    expect(qrSquares('x'.repeat(2332))).toBeUndefined()
    expect(qrSquares('ñ'.repeat(1166))).toBeUndefined()
  })
})

describe('the bars of a slip', () => {
  test('begin, pairs of digits, check, end', () => {
    expect(code128Widths('4001')?.join('')).toBe('211232' + '231113' + '222122' + '132131' + '2331112')
  })

  test.each(['', '123', '12a4', '12 34'])('"%s" has none: its bars would be of another kind', (digits) => {
    expect(code128Widths(digits)).toBeUndefined()
  })

  test('every pair of digits is as wide as every other, and no two look alike', () => {
    const pairs = Array.from({ length: 100 }, (_, value) => code128Widths(String(value).padStart(2, '0'))?.slice(6, 12))
    expect(new Set(pairs.map(String)).size).toBe(100)
    expect(new Set(pairs.map((widths) => widths?.reduce((sum, width) => sum + width, 0)))).toEqual(new Set([11]))
  })
})
