import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** So many stops a page may have before the one that is looked for. */
const stopsMax = 60
const rowsMax = 40

/** Two hands on a keyboard: nothing here points at anything. */
export class Keyboard {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key)
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text)
  }

  /** Tab by Tab to the target. Every stop on the way must be seen: marked, and not under a bar that stays in its place. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor({ state: 'attached' })
    for (let stops = 0; !(await this.isOn(target)); stops += 1) {
      if (stops === stopsMax)
        throw new Error(`${stopsMax} stops, and never on ${String(target)}: ${await this.where()}`)
      await this.press('Tab')
      await this.seen()
    }
    await this.seen()
  }

  /** What covers it for a moment goes by itself. */
  private async seen(): Promise<void> {
    await expect.poll(() => this.page.evaluate(whyUnseen)).toBe('')
  }

  isOn(target: Locator): Promise<boolean> {
    return target.evaluate((element) => element === document.activeElement)
  }

  async write(target: Locator, text: string): Promise<void> {
    await this.tabTo(target)
    await this.type(text)
  }

  /** A button, a link. */
  async enter(target: Locator): Promise<void> {
    await this.tabTo(target)
    await this.press('Enter')
  }

  async tick(box: Locator): Promise<void> {
    await this.tabTo(box)
    await this.press('Space')
    expect(await box.isChecked()).toBe(true)
  }

  /** One of several round buttons. Tab meets the chosen one, or else the first; the arrows lead to the others. */
  async radio(group: Locator, name: string | RegExp): Promise<void> {
    await group.getByRole('radio').first().waitFor({ state: 'attached' })
    const chosen = group.getByRole('radio', { checked: true })
    await this.tabTo((await chosen.count()) === 1 ? chosen : group.getByRole('radio').first())
    await this.press('Space')
    const wanted = group.getByRole('radio', { name, exact: true })
    for (let left = await group.getByRole('radio').count(); left > 0 && !(await wanted.isChecked()); left -= 1) {
      await this.press('ArrowRight')
    }
    expect(await wanted.isChecked()).toBe(true)
  }

  /** A row of the sheet that a field opens; typed where the sheet has a search, then by the arrows. */
  async choose(field: Locator, label: string): Promise<void> {
    await this.enter(field)
    const sheet = this.page.getByRole('dialog')
    await sheet.waitFor()
    if (await sheet.getByRole('combobox').count()) await this.type(label)
    for (let rows = 0; (await this.activeRow()) !== label; rows += 1) {
      if (rows === rowsMax) throw new Error(`${label} is not among the first ${rowsMax} rows`)
      await this.press('ArrowDown')
    }
    await this.press('Enter')
    await sheet.waitFor({ state: 'detached' })
    expect(await this.isOn(field)).toBe(true)
  }

  private activeRow(): Promise<string | undefined> {
    return this.page.evaluate(() => {
      const row = document.activeElement?.getAttribute('aria-activedescendant')
      return row ? document.querySelector(`#${CSS.escape(row)}`)?.textContent?.trim() : undefined
    })
  }

  private where(): Promise<string> {
    return this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300) ?? 'nowhere')
  }
}

/** Runs in the page: why somebody who looks for the focus does not find it; empty when she does. */
function whyUnseen(): string {
  const element = document.activeElement
  // Between the last stop and the first.
  if (!element || element === document.body) return ''
  const place = element.outerHTML.slice(0, 200)
  // An input that is not drawn itself is shown by its label.
  const shown = (element instanceof HTMLInputElement && element.closest('label')) || element
  const { x, y, width, height } = shown.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  if (top === null || !(shown.contains(top) || top.contains(shown))) return `covered: ${place}`
  const isMarked = (part: Element): boolean => getComputedStyle(part).outlineStyle !== 'none'
  // The mark stands at the element, around it, or at the part beside it that is drawn in its stead.
  const around = [element, element.parentElement, element.parentElement?.parentElement].filter(
    (part) => part instanceof Element,
  )
  const beside = [...(element.nextElementSibling?.children ?? [])]
  // The mark of a slider lies around its thumb, where no script can look.
  const hasMark = [...around, ...beside].some(isMarked) || element.matches('input[type=range]')
  return hasMark ? '' : `not marked: ${place}`
}
