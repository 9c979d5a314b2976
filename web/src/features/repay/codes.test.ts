import { describe, expect, test } from 'vitest'
import { sha256Of } from '../../shared/documents/pdf.ts'
import { code128Widths } from './code-128.ts'
import { checkBytesOf, qrSquares } from './qr.ts'

const drawn = (text: string): string =>
  (qrSquares(text) ?? []).map((row) => row.map((isDark) => (isDark ? '█' : '·')).join('')).join('\n')

describe('a QR code', () => {
  test('check bytes are those of the standard’s own worked example', () => {
    const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
    expect(checkBytesOf(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
  })

  test('the smallest one, square by square', () => {
    expect(drawn('hola')).toMatchInlineSnapshot(`
      "███████··██·█·███████
      █·····█···█·█·█·····█
      █·███·█·███···█·███·█
      █·███·█·██····█·███·█
      █·███·█·█████·█·███·█
      █·····█·██··█·█·····█
      ███████·█·█·█·███████
      ········█··██········
      █·█████·····█·█████··
      ███·█···███·█··█·█··█
      ·█···████··█·█··██·█·
      █·███··██······████··
      ··█··██·█·██·█··█···█
      ········██·████··█··█
      ███████··██·█·██··██·
      █·····█·███████··██··
      █·███·█·██··█··█···█·
      █·███·█·█·█·█··█··█··
      █·███·█·██·█·█··███··
      █·····█···█····██·█··
      ███████·█··█·█··█·██·"
    `)
  })

  // Each of these was read back by an independent reader when it was written down.
  test.each<[length: number, side: number, sha256: string]>([
    [14, 21, '7f379ddd3e02b4a1'],
    [15, 25, '216d5075e8bcd9ee'],
    [107, 45, 'cdb090b95dc6a54f'],
    [181, 57, '3cf2772346f86561'],
    [1000, 121, 'ce6e5df2bed4366d'],
  ])('%s bytes take %s squares a side', async (length, side, sha256) => {
    const text = Array.from({ length }, (_, index) => String.fromCharCode(33 + ((index * 7 + length) % 90))).join('')
    expect(qrSquares(text)).toHaveLength(side)
    expect((await sha256Of(new TextEncoder().encode(drawn(text))))?.slice(0, 16)).toBe(sha256)
  })

  test('what is too long has none', () => {
    expect(qrSquares('x'.repeat(1060))).toBeUndefined()
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
