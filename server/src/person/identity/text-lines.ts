import { crop, turned } from './grey.ts'
import type { Grey } from './grey.ts'

// Finds lines of print by what all print has: many sharp changes from left to right, in rows with empty rows between.

const widestTurnDegrees = 16
const edgeContrast = 28

export type TextLine = { readonly top: number; readonly height: number; readonly left: number; readonly width: number }

type Edges = { readonly xs: Float32Array; readonly ys: Float32Array; readonly height: number; readonly centreX: number }

const edgesOf = ({ data, width, height }: Grey, step: number): Edges => {
  const xs: number[] = []
  const ys: number[] = []
  for (let y = 0; y < height; y += step) {
    for (let x = step; x < width - step; x += step) {
      const at = y * width + x
      if (Math.abs((data[at + step] ?? 0) - (data[at - step] ?? 0)) > edgeContrast) {
        xs.push(x / step)
        ys.push(y / step)
      }
    }
  }
  return { xs: Float32Array.from(xs), ys: Float32Array.from(ys), height: height / step, centreX: width / step / 2 }
}

/** How unevenly the edges fall into rows when the rows lean by the angle: print gives the most at its own angle. */
const unevenness = ({ xs, ys, height, centreX }: Edges, degrees: number): number => {
  const slope = Math.tan((degrees * Math.PI) / 180)
  const margin = Math.ceil(Math.abs(slope) * centreX) + 2
  const rows = new Float64Array(Math.ceil(height) + 2 * margin)
  for (let index = 0; index < xs.length; index += 1) {
    const row = Math.round((ys[index] ?? 0) - ((xs[index] ?? 0) - centreX) * slope) + margin
    rows[row] = (rows[row] ?? 0) + 1
  }
  let sum = 0
  for (let row = 1; row < rows.length; row += 1) sum += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2
  return sum
}

const steepest = (edges: Edges, centre: number, reach: number, step: number): number => {
  let best = centre
  let most = -1
  for (let degrees = centre - reach; degrees <= centre + reach + 1e-9; degrees += step) {
    const value = unevenness(edges, degrees)
    if (value > most) {
      most = value
      best = degrees
    }
  }
  return best
}

/** The angle by which the print leans (clockwise positive), searched coarsely, then finely. */
export const leanOf = (picture: Grey): number => {
  const edges = edgesOf(picture, 2)
  return steepest(edges, steepest(edges, 0, widestTurnDegrees, 1), 1, 0.125)
}

/** The picture with its print level. */
export const levelled = (picture: Grey): Grey => {
  const lean = leanOf(picture)
  return Math.abs(lean) < 0.1 ? picture : turned(picture, lean)
}

/** Wide lines of print in a level picture, from top to bottom. */
export const findLines = (picture: Grey, narrowest: number): TextLine[] => {
  const { width, height, data } = picture
  const rows = new Float64Array(height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      if (Math.abs((data[at + 1] ?? 0) - (data[at - 1] ?? 0)) > edgeContrast) rows[y] = (rows[y] ?? 0) + 1
    }
  }
  const smooth = rows.map((_, y) => ((rows[y - 1] ?? 0) + (rows[y] ?? 0) + (rows[y + 1] ?? 0)) / 3)
  const threshold = (smooth.toSorted()[Math.floor(height * 0.9)] ?? 0) * 0.3
  const lines: TextLine[] = []
  let top = -1
  for (let y = 0; y <= height; y += 1) {
    const isPrint = y < height && (smooth[y] ?? 0) > Math.max(threshold, 8)
    if (isPrint && top < 0) top = y
    if (!isPrint && top >= 0) {
      const lineHeight = y - top
      if (lineHeight >= width * 0.012 && lineHeight <= width * 0.06) {
        const extent = widestExtent(picture, top, lineHeight)
        if (extent.width >= narrowest) lines.push({ top, height: lineHeight, ...extent })
      }
      top = -1
    }
  }
  return lines
}

/** The longest stretch of print in the row. A gap almost as wide as the letters are high ends it, which leaves out the card's edge. */
const widestExtent = ({ data, width }: Grey, top: number, lineHeight: number): { left: number; width: number } => {
  const gapAllowed = lineHeight * 0.8
  let best = { left: 0, width: 0 }
  let start = -1
  let last = -1
  for (let x = 1; x <= width; x += 1) {
    let edges = 0
    if (x < width - 1) {
      for (let y = top; y < top + lineHeight; y += 1) {
        const at = y * width + x
        if (Math.abs((data[at + 1] ?? 0) - (data[at - 1] ?? 0)) > edgeContrast) edges += 1
      }
    }
    const isPrint = edges >= Math.max(2, lineHeight * 0.08)
    if (isPrint) {
      if (start < 0) start = x
      last = x
    }
    if (start >= 0 && (x - last > gapAllowed || x === width)) {
      if (last - start > best.width) best = { left: start, width: last - start }
      start = -1
    }
  }
  return best
}

/** The line cut out with some air, and made level by its own angle: under perspective no two lines lean alike. */
export const cutLine = (picture: Grey, line: TextLine): Grey => {
  const air = Math.round(line.height * 0.6)
  const side = Math.round(line.height * 0.35)
  const strip = crop(picture, line.left - side, line.top - air, line.width + 2 * side, line.height + 2 * air)
  const edges = edgesOf(strip, 1)
  const lean = steepest(edges, 0, 2, 0.125)
  const level = Math.abs(lean) < 0.1 ? strip : turned(strip, lean)
  const rows = findRows(level)
  const keep = Math.round((rows.bottom - rows.top) * 0.2)
  const top = Math.max(0, rows.top - keep)
  return crop(level, 0, top, level.width, Math.min(level.height, rows.bottom + keep) - top)
}

/** The rows of the middle line of print, without the neighbours the air may have let in. */
const findRows = ({ data, width, height }: Grey): { top: number; bottom: number } => {
  const rows = new Float64Array(height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      if (Math.abs((data[at + 1] ?? 0) - (data[at - 1] ?? 0)) > edgeContrast) rows[y] = (rows[y] ?? 0) + 1
    }
  }
  const threshold = Math.max(...rows) * 0.15
  const middle = Math.floor(height / 2)
  let top = middle
  while (top > 0 && (rows[top - 1] ?? 0) > threshold) top -= 1
  let bottom = middle
  while (bottom < height && (rows[bottom] ?? 0) > threshold) bottom += 1
  return bottom - top < height * 0.2 ? { top: 0, bottom: height } : { top, bottom }
}
