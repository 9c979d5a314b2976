import type { Phone } from './phone.ts'

/** What is lost when somebody has set the text of the browser to twice its size: a line for each place. */
export async function lostWhenDoubled(phone: Phone): Promise<string[]> {
  await setText(phone, 2)
  await phone.settled()
  const lost = await phone.page.evaluate(findLost)
  await setText(phone, 1)
  return lost
}

/** The setting of the browser itself, which the breakpoints follow too. */
async function setText({ context, page }: Phone, times: number): Promise<void> {
  const line = await context.newCDPSession(page)
  await line.send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } })
  await line.detach()
}

/** Runs in the page. Text that lies outside of the screen, or of a box that hides what does not fit and cannot scroll. */
function findLost(): string[] {
  const slack = 1
  const { clientWidth, scrollWidth } = document.documentElement
  const lost: string[] = []
  if (scrollWidth > clientWidth) {
    const wide = [...document.querySelectorAll('#app *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + slack && element.checkVisibility(),
    )
    const places = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)))
    lost.push(
      `${scrollWidth} px wide on a screen of ${clientWidth} px: ${places.map(({ className }) => className).join(', ')}`,
    )
  }
  /** The boxes around it that hide what does not fit, up to one that can be scrolled. */
  const hiding = (element: Element, axis: 'overflowX' | 'overflowY'): DOMRect[] => {
    const boxes: DOMRect[] = []
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const overflow = getComputedStyle(box)[axis]
      if (overflow === 'auto' || overflow === 'scroll') break
      if (overflow !== 'visible') boxes.push(box.getBoundingClientRect())
    }
    return boxes
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement
    const words = node.textContent?.trim() ?? ''
    if (!parent || words === '' || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue
    // Words for those who listen are hidden on purpose.
    if (parent.closest('[class*=visually-hidden]')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const [across, down] = [hiding(parent, 'overflowX'), hiding(parent, 'overflowY')]
    const isLost = ({ left, right, top, bottom }: DOMRect): boolean =>
      left < -slack ||
      right > clientWidth + slack ||
      across.some((box) => left < box.left - slack || right > box.right + slack) ||
      down.some((box) => top < box.top - slack || bottom > box.bottom + slack)
    if ([...range.getClientRects()].some((rect) => rect.width > 0 && isLost(rect)))
      lost.push(`cut: ${words.slice(0, 60)}`)
  }
  return [...new Set(lost)]
}
