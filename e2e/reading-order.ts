import type { Phone } from './phone.ts'

/**
 * Where what is read out one after the other does not stand so on the screen, from top to bottom and from left to right:
 * a line for each place. Axe looks at the levels of the headings and at the size of what is pressed.
 */
export const outOfOrder = (phone: Phone): Promise<string[]> => phone.page.evaluate(findOutOfOrder)

/** Runs in the page. */
function findOutOfOrder(): string[] {
  const slack = 1
  const wrong: string[] = []

  const together = (rects: readonly DOMRect[]): DOMRect | undefined => {
    const drawn = rects.filter(({ width, height }) => width > slack && height > slack)
    if (drawn.length === 0) return undefined
    const left = Math.min(...drawn.map((rect) => rect.left))
    const top = Math.min(...drawn.map((rect) => rect.top))
    const right = Math.max(...drawn.map((rect) => rect.right))
    const bottom = Math.max(...drawn.map((rect) => rect.bottom))
    return new DOMRect(left, top, right - left, bottom - top)
  }

  const isBefore = (later: DOMRect, earlier: DOMRect): boolean => {
    if (later.bottom <= earlier.top + slack) return true
    const shared = Math.min(later.bottom, earlier.bottom) - Math.max(later.top, earlier.top)
    const isOneRow = shared > Math.min(later.height, earlier.height) / 2
    return isOneRow && later.right <= earlier.left + slack
  }

  const nameOf = (node: Node): string => node.textContent?.trim().slice(0, 40) || node.nodeName.toLowerCase()

  /** The place of all that is read out of a part, whose own parts are compared on the way. */
  const placeOf = (node: Node): DOMRect | undefined => {
    if (node instanceof Text) {
      const range = document.createRange()
      range.selectNodeContents(node)
      return together(node.data.trim() === '' ? [] : [...range.getClientRects()])
    }
    if (!(node instanceof Element) || node.ariaHidden === 'true') return undefined
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return undefined
    if (node.matches('svg, img, input, select, textarea')) return together([node.getBoundingClientRect()])

    const places: DOMRect[] = []
    let last: { part: Node; place: DOMRect } | undefined
    for (const part of node.childNodes) {
      const place = placeOf(part)
      if (!place) continue
      if (last && isBefore(place, last.place)) wrong.push(`read after "${nameOf(last.part)}": "${nameOf(part)}"`)
      last = { part, place }
      places.push(place)
    }
    if (node.matches('a, button')) places.push(node.getBoundingClientRect())
    // Bars stay where they are while the page scrolls below them; words for those who listen are one pixel large.
    const { position } = getComputedStyle(node)
    const isApart = ['fixed', 'sticky'].includes(position) || node.getBoundingClientRect().width <= slack
    return isApart ? undefined : together(places)
  }

  placeOf(document.body)
  const titles = [...document.querySelectorAll('h1')].filter((title) => title.checkVisibility())
  if (titles.length !== 1) wrong.push(`${titles.length} titles: ${titles.map(nameOf).join(', ')}`)
  for (const element of document.querySelectorAll('[tabindex]'))
    if (Number(element.getAttribute('tabindex')) > 0) wrong.push(`an order of its own: ${nameOf(element)}`)
  return wrong
}
