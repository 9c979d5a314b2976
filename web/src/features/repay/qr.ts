/**
 * A QR code (ISO/IEC 18004): bytes as they are, error correction level M, the smallest of the versions 1 to 26 that
 * holds the text. True is dark.
 */
export type QrSquares = readonly (readonly boolean[])[]

/** Of level M, by version: check bytes in each block, and how many blocks there are. */
const CHECK_BYTES = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28,
] as const
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23] as const

const BYTES_MODE = 0b0100
const PADDING = [0xec, 0x11] as const
/** What stands for level M in the format. */
const LEVEL_BITS = 0b00
const FORMAT_MASK = 0b101010000010010

type Size = { readonly version: number; readonly side: number; readonly checkBytes: number; readonly blocks: number }

const sizeOf = (version: number): Size => ({
  version,
  side: version * 4 + 17,
  checkBytes: CHECK_BYTES[version - 1] ?? 0,
  blocks: BLOCKS[version - 1] ?? 0,
})

/** Rows and columns of the small squares that straighten a picture taken at an angle. */
const alignmentOf = ({ version, side }: Size): number[] => {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, index) => side - 7 - step * (count - 2 - index))]
}

// Numbers of the field with 256 elements, where x⁸ + x⁴ + x³ + x² + 1 = 0.
const powers: number[] = []
const logarithms: number[] = []
for (let power = 0, value = 1; power < 255; power += 1) {
  powers.push(value)
  logarithms[value] = power
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d
}
const times = (one: number, other: number): number =>
  one === 0 || other === 0 ? 0 : (powers[((logarithms[one] ?? 0) + (logarithms[other] ?? 0)) % 255] ?? 0)

/** The product of (x − 2ⁱ), without its leading 1. */
const divisorOf = (count: number): number[] => {
  let product = [1]
  for (let power = 0; power < count; power += 1) {
    const root = powers[power] ?? 0
    product = [...product, 0].map((value, index) => value ^ times(product[index - 1] ?? 0, root))
  }
  return product.slice(1)
}

/** What is left of the data when it is divided: by it a reader finds and mends what it misread. */
export const checkBytesOf = (data: readonly number[], count: number): number[] => {
  const divisor = divisorOf(count)
  return data.reduce<number[]>(
    (rest, byte) => {
      const factor = byte ^ (rest[0] ?? 0)
      return divisor.map((part, index) => (rest[index + 1] ?? 0) ^ times(part, factor))
    },
    Array.from({ length: count }, () => 0),
  )
}

type Grid = { dark: boolean[][]; fixed: boolean[][] }

const setFixed = ({ dark, fixed }: Grid, row: number, column: number, isDark: boolean): void => {
  const [line, fixedLine] = [dark[row], fixed[row]]
  if (!line || !fixedLine || column < 0 || column >= line.length) return
  line[column] = isDark
  fixedLine[column] = true
}

/** Rings around a middle: of the three corners, and of the squares that straighten. */
const drawRings = (grid: Grid, row: number, column: number, reach: number, isDark: (ring: number) => boolean): void => {
  for (let down = -reach; down <= reach; down += 1)
    for (let right = -reach; right <= reach; right += 1)
      setFixed(grid, row + down, column + right, isDark(Math.max(Math.abs(down), Math.abs(right))))
}

const bitOf = (value: number, bit: number): boolean => ((value >> bit) & 1) === 1

/** The bits and what is left of them when they are divided: few enough that a reader can guess the rest. */
const withCheckBits = (value: number, checkBits: number, divisor: number): number => {
  let rest = value
  for (let index = 0; index < checkBits; index += 1) rest = (rest << 1) ^ ((rest >> (checkBits - 1)) * divisor)
  return (value << checkBits) | rest
}

const drawFormat = (grid: Grid, side: number, mask: number): void => {
  const bits = withCheckBits((LEVEL_BITS << 3) | mask, 10, 0b10100110111) ^ FORMAT_MASK
  for (let index = 0; index < 15; index += 1) {
    const isDark = bitOf(bits, index)
    // Once around the corner, past the lines that alternate, and once shared between the other two.
    if (index < 8) {
      setFixed(grid, index < 6 ? index : index + 1, 8, isDark)
      setFixed(grid, 8, side - 1 - index, isDark)
    } else {
      setFixed(grid, 8, index === 8 ? 7 : 14 - index, isDark)
      setFixed(grid, side - 15 + index, 8, isDark)
    }
  }
  setFixed(grid, side - 8, 8, true)
}

const drawVersion = (grid: Grid, { version, side }: Size): void => {
  if (version < 7) return
  const bits = withCheckBits(version, 12, 0b1111100100101)
  for (let index = 0; index < 18; index += 1) {
    const [far, near] = [side - 11 + (index % 3), Math.floor(index / 3)]
    setFixed(grid, near, far, bitOf(bits, index))
    setFixed(grid, far, near, bitOf(bits, index))
  }
}

/** All that is the same whatever is written. */
const emptyGrid = (size: Size): Grid => {
  const { side } = size
  const squares = (): boolean[][] => Array.from({ length: side }, () => Array.from({ length: side }, () => false))
  const grid: Grid = { dark: squares(), fixed: squares() }
  for (let index = 0; index < side; index += 1) {
    setFixed(grid, 6, index, index % 2 === 0)
    setFixed(grid, index, 6, index % 2 === 0)
  }
  const places = alignmentOf(size)
  const last = places.at(-1)
  for (const row of places)
    for (const column of places) {
      const isCorner = (row === 6 && column === 6) || (row === 6 && column === last) || (row === last && column === 6)
      if (!isCorner) drawRings(grid, row, column, 2, (ring) => ring !== 1)
    }
  for (const [row, column] of [
    [3, 3],
    [3, side - 4],
    [side - 4, 3],
  ] as const)
    drawRings(grid, row, column, 4, (ring) => ring !== 2 && ring !== 4)
  drawFormat(grid, side, 0)
  drawVersion(grid, size)
  return grid
}

/** The squares that are free for data, in the order in which it is written: two columns at a time, up and down. */
const freePlaces = ({ fixed }: Grid, side: number): [row: number, column: number][] => {
  const places: [number, number][] = []
  let isUp = true
  for (let right = side - 1; right > 0; right -= 2) {
    // The column that alternates belongs to no pair.
    if (right === 6) right = 5
    for (let step = 0; step < side; step += 1) {
      const row = isUp ? side - 1 - step : step
      for (const column of [right, right - 1]) if (fixed[row]?.[column] === false) places.push([row, column])
    }
    isUp = !isUp
  }
  return places
}

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

/** How hard a pattern is to read: long runs, blocks, what looks like a corner, and too much of one colour. */
const penaltyOf = (dark: readonly (readonly boolean[])[]): number => {
  const side = dark.length
  const lines = [...dark, ...dark.map((_, column) => dark.map((row) => row[column] === true))].map((line) =>
    line.map((isDark) => (isDark ? '1' : '0')).join(''),
  )
  const runs = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? []).reduce((sum, run) => sum + run.length - 2, 0)
  const corners = lines.reduce((sum, line) => sum + (line.match(/(?=00001011101|10111010000)/g) ?? []).length, 0)
  let blocks = 0
  for (let row = 1; row < side; row += 1)
    for (let column = 1; column < side; column += 1) {
      const colour = dark[row]?.[column]
      const others = [dark[row - 1]?.[column], dark[row]?.[column - 1], dark[row - 1]?.[column - 1]]
      if (others.every((other) => other === colour)) blocks += 1
    }
  const darkCount = dark.flat().filter(Boolean).length
  const unequal = Math.floor(Math.abs(darkCount * 20 - side * side * 10) / (side * side))
  return runs + blocks * 3 + corners * 40 + unequal * 10
}

const bitsOf = (value: number, count: number): boolean[] =>
  Array.from({ length: count }, (_, index) => bitOf(value, count - 1 - index))

/** The text with its length before it and padding behind it, as bytes. */
const dataOf = (text: Uint8Array, { version }: Size, capacity: number): number[] => {
  const bits = [...bitsOf(BYTES_MODE, 4), ...bitsOf(text.length, version < 10 ? 8 : 16)]
  for (const byte of text) bits.push(...bitsOf(byte, 8))
  // Four zeros end it, and make it whole bytes.
  bits.push(...bitsOf(0, 4))
  const bytes: number[] = []
  for (let index = 0; index < bits.length; index += 8)
    bytes.push(bits.slice(index, index + 8).reduce((byte, bit) => byte * 2 + Number(bit), 0))
  for (let index = 0; bytes.length < capacity; index += 1) bytes.push(PADDING[index % 2] ?? 0)
  return bytes
}

/** Cut into blocks, each with its check bytes, and dealt out in turn: a scratch hurts every block a little. */
const interleaved = (data: readonly number[], { checkBytes, blocks }: Size): number[] => {
  const short = Math.floor(data.length / blocks)
  const shortBlocks = blocks - (data.length % blocks)
  let start = 0
  const parts = Array.from({ length: blocks }, (_, index) => {
    const end = start + short + (index < shortBlocks ? 0 : 1)
    const part = data.slice(start, end)
    start = end
    return part
  })
  const deal = (piles: readonly (readonly number[])[]): number[] =>
    Array.from({ length: Math.max(...piles.map(({ length }) => length)) }, (_, index) =>
      piles.flatMap((pile) => pile[index] ?? []),
    ).flat()
  return [...deal(parts), ...deal(parts.map((part) => checkBytesOf(part, checkBytes)))]
}

/** Undefined for a text that is too long. */
export const qrSquares = (text: string): QrSquares | undefined => {
  const bytes = new TextEncoder().encode(text)
  for (let version = 1; version <= BLOCKS.length; version += 1) {
    const size = sizeOf(version)
    const grid = emptyGrid(size)
    const places = freePlaces(grid, size.side)
    const capacity = Math.floor(places.length / 8) - size.checkBytes * size.blocks
    if (bytes.length + (version < 10 ? 2 : 3) > capacity) continue
    const stream = interleaved(dataOf(bytes, size, capacity), size).flatMap((byte) => bitsOf(byte, 8))
    const patterns = masks.map((isFlipped, mask) => {
      const own: Grid = { dark: grid.dark.map((row) => [...row]), fixed: grid.fixed.map((row) => [...row]) }
      for (const [index, [row, column]] of places.entries()) {
        const line = own.dark[row]
        if (line) line[column] = (stream[index] ?? false) !== isFlipped(row, column)
      }
      drawFormat(own, size.side, mask)
      return own.dark
    })
    return patterns.toSorted((one, other) => penaltyOf(one) - penaltyOf(other))[0]
  }
  return undefined
}
