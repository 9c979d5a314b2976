import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import { composeDniBarcode, slashes } from './dni-barcode.ts'
import { packageFile, readArrayBuffer } from './packages.ts'
import { addYears } from './person.ts'
import type { Day, Person } from './person.ts'
import { strokeText } from './stroke-font.ts'
import { composeTd1 } from './td1.ts'
import { layOnto } from './warp.ts'
import type { Pixels, Point, Quad } from './warp.ts'

// Draws what a phone would photograph: both sides of a card for the person typed in, and a selfie. Nothing here can
// be taken for a document: the card says MUESTRA across it, and the faces are public-domain photographs.

export type FaceName = 'a' | 'b'

/** How the photograph was taken. The same shot gives the same bytes. */
export type Shot = {
  readonly rotateDegrees?: number
  /** The share by which the far edge is shorter than the near one. */
  readonly tilt?: number
  readonly blurSigma?: number
  /** The largest deviation of a pixel, of 255. */
  readonly noise?: number
  readonly jpegQuality?: number
}

export type Card = Person & {
  readonly face: FaceName
  readonly issued: Day
  readonly expiry: Day
  /** Newer cards have none. */
  readonly barcode: boolean
}

// 85.6 x 54 mm.
const card = { width: 1600, height: 1009 }
const millimetre = card.width / 85.6
/** Where a machine reads begins here: three lines on the back, the barcode on the front. */
const machineReadableTopMm = 33
const frame = { width: 1800, height: 1250 }

type Crop = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
type Picture = { readonly file: string; readonly crop: Crop; readonly mirrored?: boolean }

const portraits: Readonly<Record<FaceName, Picture>> = {
  a: { file: 'person-a-1.jpg', crop: { left: 240, top: 10, width: 500, height: 620 } },
  b: { file: 'person-b-1.jpg', crop: { left: 290, top: 10, width: 560, height: 694 } },
}

// There is one photograph of b: its selfie is the same one in a mirror, as front cameras give it.
const selfies: Readonly<Record<FaceName, Picture>> = {
  a: { file: 'person-a-2.jpg', crop: { left: 0, top: 60, width: 626, height: 835 } },
  b: { file: 'person-b-1.jpg', crop: { left: 180, top: 0, width: 720, height: 960 }, mirrored: true },
}

export const specimenVariants = ['ok', 'other_dni', 'other_face', 'blurred', 'expired'] as const
export type SpecimenVariant = (typeof specimenVariants)[number]

export type Specimen = { readonly front: Buffer; readonly back: Buffer; readonly selfie: Buffer }

/** The three photographs the sandbox offers for the person typed in: right ones, or with one thing wrong. */
export const drawSpecimen = async (person: Person, variant: SpecimenVariant, today: Day): Promise<Specimen> => {
  const issued = addYears(today, variant === 'expired' ? -16 : -3)
  const [face, otherFace] = person.sex === 'F' ? (['b', 'a'] as const) : (['a', 'b'] as const)
  const shown: Card = {
    ...person,
    dni: variant === 'other_dni' ? anotherDni(person.dni) : person.dni,
    face,
    issued,
    expiry: addYears(issued, 15),
    barcode: true,
  }
  const shot: Shot = variant === 'blurred' ? { blurSigma: 9 } : {}
  const [front, back, selfie] = await Promise.all([
    drawFront(shown, shot),
    drawBack(shown, shot),
    drawSelfie(variant === 'other_face' ? otherFace : face, person.dni, {}),
  ])
  return { front, back, selfie }
}

/** The same number with its third digit changed, so that it stays a DNI of the same length. */
export const anotherDni = (dni: string): string => `${dni.slice(0, 2)}${(Number(dni[2]) + 1) % 10}${dni.slice(3)}`

export const drawFront = async (shown: Card, shot: Shot): Promise<Buffer> => {
  const portrait = await facePicture(portraits[shown.face], Math.round(26 * millimetre), Math.round(32.2 * millimetre))
  const bars = shown.barcode ? await barcodePath(composeDniBarcode(shown, shown.issued, tramiteOf(shown.dni))) : ''
  const field = (label: string, value: string, row: number) =>
    line(label, 33, 12.5 + row * 5.6, 1.1, '#5b7480') + line(value, 33, 14.3 + row * 5.6, 2, '#16232b')
  const svg = cardSvg(
    line('REPUBLICA ARGENTINA - MERCOSUR', 5, 3, 2, '#1f4e66') +
      line('DOCUMENTO NACIONAL DE IDENTIDAD', 5, 6.6, 1.5, '#1f4e66') +
      field('APELLIDO / SURNAME', shown.surname, 0) +
      field('NOMBRE / NAME', shown.givenNames, 1) +
      field('SEXO / SEX', shown.sex, 2) +
      field('FECHA DE NACIMIENTO / DATE OF BIRTH', slashes(shown.birth), 3) +
      field('EMISION - VENCIMIENTO', `${slashes(shown.issued)} - ${slashes(shown.expiry)}`, 4) +
      line('DOCUMENTO', 4, 45.6, 1.1, '#5b7480') +
      line(shown.dni, 4, 47.6, 2.2, '#16232b') +
      bars,
  )
  const pixels = await rgb(
    sharp(Buffer.from(svg)).composite([
      { input: portrait, left: Math.round(4 * millimetre), top: Math.round(12 * millimetre) },
    ]),
  )
  return photographed(pixels, shot)
}

export const drawBack = async (shown: Card, shot: Shot): Promise<Buffer> => {
  const zone = composeTd1(shown, shown.expiry)
    .map((text, row) =>
      strokeText({
        text,
        x: 5 * millimetre,
        y: (35.5 + row * 5.4) * millimetre,
        capHeight: 2.7 * millimetre,
        advance: 2.54 * millimetre,
        colour: '#111',
      }),
    )
    .join('')
  const svg = cardSvg(
    line('DOMICILIO: CALLE DE MUESTRA 123', 5, 5, 1.7, '#16232b') +
      line('LUGAR DE NACIMIENTO: ARGENTINA', 5, 10, 1.7, '#16232b') +
      `<rect x="0" y="${machineReadableTopMm * millimetre}" width="${card.width}" height="${21 * millimetre}" fill="#eef3f3"/>` +
      zone,
  )
  return photographed(await rgb(sharp(Buffer.from(svg))), shot)
}

/** A face at arm's length, upright: 1200 x 1600. The number makes the selfies of two people two images. */
export const drawSelfie = async (face: FaceName, dni: string, shot: Shot): Promise<Buffer> => {
  const text = `MUESTRA ${dni}`
  const caption = strokeText({ text, x: 60, y: 1510, capHeight: 36, advance: 34, colour: '#b3262e' })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1600">${caption}</svg>`
  const picture = await sharp(await facePicture(selfies[face], 1200, 1600))
    .composite([{ input: Buffer.from(svg) }])
    .toBuffer()
  return finished(
    sharp(
      await sharp(picture)
        .rotate(shot.rotateDegrees ?? 0, { background: '#cfd4d2' })
        .toBuffer(),
    ),
    shot,
  )
}

const cardSvg = (inner: string): string => {
  const word = strokeText({
    text: 'MUESTRA',
    x: -620,
    y: -90,
    capHeight: 180,
    advance: 185,
    colour: '#b3262e',
    weight: 0.1,
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${card.width}" height="${card.height}">
    <defs><linearGradient id="paper" x2="1" y2="1"><stop stop-color="#dceaf0"/><stop offset="1" stop-color="#f2ecdf"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#paper)"/>
    ${inner}
    <g opacity="0.2" transform="translate(${card.width / 2} ${(machineReadableTopMm / 2) * millimetre}) rotate(-16)">${word}</g>
  </svg>`
}

const line = (text: string, xMm: number, yMm: number, capHeightMm: number, colour: string): string => {
  const capHeight = capHeightMm * millimetre
  // A long name is set narrower, as on the card itself, instead of running off it.
  const room = (85.6 - xMm - 3) * millimetre
  const advance = Math.min(capHeight * 0.86, room / text.length)
  return strokeText({ text, x: xMm * millimetre, y: yMm * millimetre, capHeight, advance, colour })
}

let writerReady: Promise<unknown> | undefined

const barcodePath = async (text: string): Promise<string> => {
  writerReady ??= readArrayBuffer(packageFile('zxing-wasm/writer/zxing_writer.wasm', 'zxing_writer.wasm')).then(
    (wasmBinary) => prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true }),
  )
  await writerReady
  const { symbol, error } = await writeBarcode(text, {
    format: 'PDF417',
    options: 'columns=8,ecLevel=4',
    addQuietZones: false,
  })
  if (error !== '') throw new Error(`no barcode could be drawn: ${error}`)
  let path = ''
  for (let y = 0; y < symbol.height; y += 1) {
    for (let x = 0; x < symbol.width; x += 1) {
      if (symbol.data[y * symbol.width + x] === 0) path += `M${x} ${y}h1v1h-1z`
    }
  }
  const scaleX = (49 * millimetre) / symbol.width
  const scaleY = (9.6 * millimetre) / symbol.height
  const place = `translate(${33 * millimetre} ${41.6 * millimetre}) scale(${scaleX} ${scaleY})`
  const paper = `<rect x="-6" y="-1" width="${symbol.width + 12}" height="${symbol.height + 2}" fill="#f6f6f2"/>`
  return `<g transform="${place}" shape-rendering="crispEdges">${paper}<path fill="#111" d="${path}"/></g>`
}

// A tramite number belongs to the print of a card: here it only has to look like one.
const tramiteOf = (dni: string): string => `00${dni.padStart(8, '0')}7`

const facePicture = async (
  { file, crop, mirrored = false }: Picture,
  width: number,
  height: number,
): Promise<Buffer> => {
  const path = fileURLToPath(new URL(`../../../data/specimens/${file}`, import.meta.url))
  return sharp(path)
    .extract(crop)
    .resize(width, height, { fit: 'cover' })
    .flop(mirrored)
    .png({ compressionLevel: 1 })
    .toBuffer()
}

const rgb = async (image: Sharp): Promise<Pixels> => {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

/** Lays the card on a table and takes the picture. */
const photographed = async (pixels: Pixels, shot: Shot): Promise<Buffer> => {
  const turn = shot.rotateDegrees ?? 0
  const isUpright = Math.abs(Math.sin((turn * Math.PI) / 180)) > 0.7
  const width = isUpright ? frame.height : frame.width
  const height = isUpright ? frame.width : frame.height
  const table = await rgb(
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="light"><stop stop-color="#7b6a58"/><stop offset="1" stop-color="#54473a"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#light)"/></svg>`,
      ),
    ),
  )
  layOnto(table, pixels, placedIn(width, height, turn, shot.tilt ?? 0))
  return finished(sharp(table.data, { raw: { width, height, channels: 3 } }), shot)
}

/** The corners of the card turned and tilted, as large as the frame allows. */
const placedIn = (width: number, height: number, degrees: number, tilt: number): Quad => {
  const half = { x: card.width / 2, y: card.height / 2 }
  const corner = (x: number, y: number): Point => {
    // The far (upper) edge is shorter, and one side leans a little more than the other, as by a hand-held phone.
    const narrowed = y < 0 ? x * (1 - tilt) : x * (1 + tilt * 0.2)
    const leaned = x < 0 ? y * (1 - tilt * 0.5) : y
    const angle = (degrees * Math.PI) / 180
    return {
      x: narrowed * Math.cos(angle) - leaned * Math.sin(angle),
      y: narrowed * Math.sin(angle) + leaned * Math.cos(angle),
    }
  }
  const corners = [corner(-half.x, -half.y), corner(half.x, -half.y), corner(half.x, half.y), corner(-half.x, half.y)]
  const reachX = Math.max(...corners.map((point) => Math.abs(point.x)))
  const reachY = Math.max(...corners.map((point) => Math.abs(point.y)))
  const scale = Math.min((width * 0.485) / reachX, (height * 0.485) / reachY)
  const [a, b, c, d] = corners.map((point) => ({ x: width / 2 + point.x * scale, y: height / 2 + point.y * scale }))
  if (!a || !b || !c || !d) throw new Error('a card has four corners')
  return [a, b, c, d]
}

const finished = async (image: Sharp, { blurSigma = 0.6, noise = 0, jpegQuality = 88 }: Shot): Promise<Buffer> => {
  const pixels = await rgb(image.blur(blurSigma))
  // Noise is the sensor's: it comes after the lens has blurred.
  if (noise > 0) addNoise(pixels.data, noise)
  return sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 3 } })
    .jpeg({ quality: jpegQuality })
    .toBuffer()
}

// A small generator of our own, always from the same seed: a specimen that differs between two runs proves nothing.
const addNoise = (data: Uint8Array, amplitude: number): void => {
  let state = 0x9e3779b9
  for (let index = 0; index < data.length; index += 1) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const value = (data[index] ?? 0) + ((state & 0xffff) / 0xffff - 0.5) * 2 * amplitude
    data[index] = Math.max(0, Math.min(255, value))
  }
}
