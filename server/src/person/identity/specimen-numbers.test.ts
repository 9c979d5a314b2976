import { someOf } from '@hola/core/test-proof.ts'
import { expect, test } from 'vitest'
import { cardDifferences } from './card-check.ts'
import { sharpnessOf } from './grey.ts'
import { cleanImage } from './images.ts'
import type { PhotoKind } from './images.ts'
import { openMrzReader } from './mrz.ts'
import { openBarcodeReader } from './pdf417.ts'
import { drawSpecimen } from './specimen.ts'

// The cards that the sandbox draws for whoever tries the product, read as the product reads them; faces are left out,
// since they are the same on all of them.

const today = '2026-11-15'

/** Numbers that somebody trying the product out would type: round ones, equal digits, rows, one more than the last. */
const easyDnis = [
  '30000123',
  '30009001',
  '30009003',
  '30300300',
  '12345678',
  '87654321',
  '30111222',
  '1234567',
  '30123456',
  ...Array.from({ length: 9 }, (_, digit) => String(digit + 1).repeat(8)),
  ...Array.from({ length: 9 }, (_, digit) => `${digit + 1}000000`),
  ...Array.from({ length: 50 }, (_, million) => `${million + 10}000000`),
  ...Array.from({ length: 23 }, (_, last) => String(30_000_001 + last)),
]

/** Spread over all of them by a step without a common factor: the same hundred in every run. */
const spreadDnis = Array.from({ length: 100 }, (_, nth) => String(1_000_003 + ((nth * 48_271_993) % 55_000_000)))

const names = [
  { surname: 'Romero', givenNames: 'Lucía', sex: 'F', birth: '1983-08-14' },
  { surname: 'Gómez', givenNames: 'Ana', sex: 'F', birth: '2000-01-01' },
  { surname: 'Pérez Zorzi', givenNames: 'Juan Ignacio', sex: 'M', birth: '1990-01-01' },
  { surname: 'Ozores', givenNames: 'Zoe', sex: 'X', birth: '1960-11-11' },
] as const

const triedOut = [...easyDnis, ...spreadDnis].map((dni, nth) => ({ dni, ...(names[nth % names.length] ?? names[0]) }))

const mrz = await openMrzReader()
const barcode = await openBarcodeReader()

const cleaned = async (bytes: Uint8Array, kind: PhotoKind): Promise<Uint8Array> => {
  const clean = await cleanImage(bytes, kind)
  if (!clean.ok) throw new Error(clean.reason)
  return clean.jpeg
}

test('a specimen with nothing wrong says what was typed, for any DNI a newcomer would type', async () => {
  expect(new Set(triedOut.map(({ dni }) => dni)).size).toBe(200)
  const misread: unknown[] = []
  for (const person of someOf('specimens for easy and random DNIs', triedOut, 1)) {
    const drawn = await drawSpecimen(person, 'ok', today)
    const front = await cleaned(drawn.front, 'front')
    const card = {
      mrz: await mrz.read(await cleaned(drawn.back, 'back')),
      barcode: await barcode.read(front, await sharpnessOf(front)),
    }
    const read = [card.mrz?.dni, card.barcode?.dni]
    const differences = Object.values(cardDifferences(card, person)).flat()
    const isRead = read.every((dni) => dni === person.dni) && differences.length === 0
    if (!isRead) misread.push([person, read, differences, card.mrz?.surname, card.mrz?.givenNames])
  }
  expect(misread).toEqual([])
})
