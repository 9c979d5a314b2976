/**
 * The inner loop of the search for a face, as a WebAssembly module: JavaScript has no instructions that work on eight
 * numbers at once, and with them a million faces take milliseconds. It is assembled here from the names of its
 * instructions, so that there is no binary file to trust and no tool to install.
 *
 *   next(row, end, limit): where the next row begins whose squared distance from the query is at most `limit`, else `end`
 *
 * The query lies at address 0, as 16-bit numbers; a row is as many 8-bit numbers, one row behind the other.
 */

/** What is used of the platform here; the types of Node leave it to those of browsers. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => ScanMemory
  readonly Module: new (bytes: Uint8Array) => ScanModule
  readonly Instance: new (
    module: ScanModule,
    imports: { readonly face: { readonly memory: ScanMemory } },
  ) => { readonly exports: { readonly next: NextRow } }
}

type ScanModule = object

/** Grows in pages, and its buffer is another one afterwards. */
export type ScanMemory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number }

export const DIMENSIONS = 128
/** Numbers that one instruction works on. */
const LANES = 8
/** Behind the query. */
export const ROWS_AT = 2 * DIMENSIONS
export const PAGE_BYTES = 65_536

type Code = readonly number[]

/** A whole number as the format writes them: seven bits a byte, the lowest first. */
const unsigned = (value: number): Code => (value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)])
/** The same for the constants of the code, where the highest bit is a sign. */
const signed = (value: number): Code => (value < 64 ? [value] : [(value & 127) | 128, ...signed(value >>> 7)])
const bytesOf = (...parts: readonly Code[]): Code => parts.flat()
const counted = (items: readonly Code[]): Code => bytesOf(unsigned(items.length), ...items)
const sized = (code: Code): Code => bytesOf(unsigned(code.length), code)
const section = (id: number, code: Code): Code => bytesOf([id], sized(code))
const named = (name: string): Code => sized([...Buffer.from(name)])
const simd = (number: number, ...rest: readonly Code[]): Code => bytesOf([0xfd], unsigned(number), ...rest)
/** Where in memory, counted from the address on the stack. Nothing is aligned. */
const at = (offset: number): Code => bytesOf([0], unsigned(offset))

const I32 = 0x7f
const V128 = 0x7b
const NOTHING = 0x40

const get = (local: number): Code => [0x20, local]
const set = (local: number): Code => [0x21, local]
const tee = (local: number): Code => [0x22, local]
const constant = (value: number): Code => bytesOf([0x41], signed(value)) // i32.const
const isAtLeast = [0x4f] // i32.ge_u
const isAtMost = [0x4c] // i32.le_s
const add = [0x6a] // i32.add
const loop = [0x03, NOTHING]
const when = [0x04, NOTHING]
const end = [0x0b]
const toLoop = [0x0c, 0]
const giveBack = [0x0f]
const zeroes = simd(
  0x0c,
  Array.from({ length: 16 }, () => 0),
) // v128.const
const loadWide = (offset: number): Code => simd(0x00, at(offset)) // v128.load
const loadNarrow = (offset: number): Code => simd(0x01, at(offset)) // v128.load8x8_s
const minus = simd(0x91) // i16x8.sub
const dotProduct = simd(0xba) // i32x4.dot_i16x8_s
const plus = simd(0xae) // i32x4.add
const lane = (index: number): Code => simd(0x1b, [index]) // i32x4.extract_lane

// The locals: three parameters, then two of its own.
const [row, last, limit, difference, sum] = [0, 1, 2, 3, 4]

/** Adds the squares of eight differences to the four sums. */
const addSquares = (first: number): Code =>
  bytesOf(
    bytesOf(get(row), loadNarrow(first), constant(0), loadWide(2 * first), minus, tee(difference), get(difference)),
    bytesOf(dotProduct, get(sum), plus, set(sum)),
  )
const addSquaresOf = (from: number, to: number): Code =>
  bytesOf(...Array.from({ length: (to - from) / LANES }, (_, index) => addSquares(from + index * LANES)))
const totalIsWithin = bytesOf(
  bytesOf(get(sum), lane(0), get(sum), lane(1), add),
  bytesOf(get(sum), lane(2), add, get(sum), lane(3), add, get(limit), isAtMost),
)

const nextRow = bytesOf(
  loop,
  bytesOf(get(row), get(last), isAtLeast, when, get(last), giveBack, end),
  bytesOf(zeroes, set(sum), addSquaresOf(0, DIMENSIONS / 2)),
  // Nearly every face is too far away by half of its numbers: the other half is not even read from memory.
  bytesOf(totalIsWithin, when, addSquaresOf(DIMENSIONS / 2, DIMENSIONS), totalIsWithin),
  bytesOf(when, get(row), giveBack, end, end),
  bytesOf(get(row), constant(DIMENSIONS), add, set(row), toLoop),
  end,
  // Never reached: the loop is left by giving back. The function has to end with a value all the same.
  get(last),
)

const moduleBytes = Uint8Array.from(
  bytesOf(
    [...Buffer.from('\0asm'), 1, 0, 0, 0],
    section(1, counted([bytesOf([0x60], counted([[I32], [I32], [I32]]), counted([[I32]]))])),
    section(2, counted([bytesOf(named('face'), named('memory'), [0x02, 0x00], unsigned(1))])),
    section(3, counted([[0]])),
    section(7, counted([bytesOf(named('next'), [0x00, 0])])),
    section(10, counted([sized(bytesOf(counted([[2, V128]]), nextRow, end))])),
  ),
)

export type NextRow = (row: number, end: number, limit: number) => number

/** The memory with room for so many pages, and the search of it. */
export const openScan = (pages: number): { readonly memory: ScanMemory; readonly next: NextRow } => {
  const memory = new WebAssembly.Memory({ initial: pages })
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes), { face: { memory } })
  return { memory, next: exports.next }
}
