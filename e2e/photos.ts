import type { Locator } from 'playwright-core'
import { photoWords } from '../web/src/shared/camera/photo-words.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { photoKinds, type PhotoKind } from '../web/src/shared/photo-queue/photo-queue.ts'
import type { Phone } from './phone.ts'
import type { Specimens } from './sandbox-api.ts'

export const submittedPage = '/pages/landing/landing-application-submited/landing-application-submited'
export const reviewPage = '/pages/index/review-state/review-state'

export const asFile = (image: Buffer): { name: string; mimeType: string; buffer: Buffer } => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: image,
})

/** The page after the last one leaves by itself after a few seconds; so it waits for whoever looks at it. */
export const standStill = (phone: Phone): Promise<void> => phone.page.clock.setFixedTime(new Date())

/** Whatever the button of a photo says now. */
const takeWords = (): RegExp =>
  new RegExp(`: (${[m.photos_take_this(), m.photos_take_again(), m.photos_take_another()].join('|')})$`)

/** The page of the three photos, by touch. A browser without a camera takes files. */
export class Photos {
  private readonly phone: Phone

  constructor(phone: Phone) {
    this.phone = phone
  }

  async agree(): Promise<void> {
    const { phone } = this
    await phone.check(phone.page.getByRole('checkbox', { name: m.photos_consent_tick() }))
    await phone.tap(phone.page.getByRole('button', { name: m.photos_consent_yes() }))
    await this.tile('id_front').waitFor()
  }

  tile(kind: PhotoKind): Locator {
    return this.phone.page.getByRole('region', { name: photoWords[kind].title(), exact: true })
  }

  /** With us: being read, or read and waiting for the others. */
  received(kind: PhotoKind): Locator {
    const tile = this.tile(kind)
    return tile.getByText(m.photos_checking()).or(tile.getByText(m.photos_received()))
  }

  async open(kind: PhotoKind): Promise<Locator> {
    await this.phone.tap(this.tile(kind).getByRole('button', { name: takeWords() }))
    const sheet = this.phone.page.getByRole('dialog')
    await sheet.waitFor()
    return sheet
  }

  async take(kind: PhotoKind, image: Buffer): Promise<void> {
    await this.use(await this.open(kind), image)
  }

  /** In the sheet of the camera: takes the picture, looks at it and uses it. */
  async use(sheet: Locator, image: Buffer): Promise<void> {
    await this.phone.giveFile(sheet.locator('input[type=file]').last(), asFile(image))
    await this.phone.tap(sheet.getByRole('button', { name: m.photos_preview_use() }))
    await sheet.waitFor({ state: 'detached' })
  }

  async takeAll(specimens: Specimens): Promise<void> {
    for (const kind of photoKinds) await this.take(kind, specimens[kind])
  }

  /** Waits until everything has arrived, and sends the application. */
  async submit(): Promise<void> {
    const { phone } = this
    await standStill(phone)
    const button = phone.page.locator('button:not([aria-disabled])', { hasText: m.photos_submit() })
    await phone.tap(button)
    await phone.page.waitForURL((url) => url.hash === `#${submittedPage}`)
  }
}
