import { randomUUID } from 'node:crypto'
import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { REVIEW_ABOUT_MS } from '@hola/core/constants.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { call, newSession, saveThreeSteps, type Session } from './client.ts'
import { newPerson } from './people.ts'
import type { Phone } from './phone.ts'
import { moveClock, specimensOf, type Specimens } from './sandbox-api.ts'
import { like, walkTheDesk } from './desk-walk.ts'

// The queue and the cases as an analyst works through them, on the built desk.

walkTheDesk('the queue and cases', ({ server, signInAs }) => {
  /** Somebody submits an application with these photos, or with her own. */
  const apply = async (selfie?: Buffer): Promise<{ specimens: Specimens; session: Session }> => {
    const { url } = server()
    // The specimens have one face for each sex: hers has to be that of the selfie.
    let person = newPerson()
    while (person.gender !== 'f') person = newPerson()
    const session = await newSession(url, person)
    await saveThreeSteps(url, session, person)
    const specimens = await specimensOf(url, person)
    for (const kind of ['id_front', 'id_back', 'selfie'] as const) {
      const image = kind === 'selfie' && selfie !== undefined ? selfie : specimens[kind]
      const photo = { upload_id: randomUUID(), kind, image_base64: image.toString('base64') }
      await call(url, 'app/upload_image_info', { ...photo, consent_version: biometricConsent.version }, { session })
    }
    await vi.waitFor(() => call(url, 'loan/apply_info', { submit: true }, { session }), {
      timeout: 60_000,
      interval: 500,
    })
    return { specimens, session }
  }

  beforeAll(async () => {
    const { url } = server()
    const { specimens } = await apply()
    // The very selfie of the first one, under two other DNI.
    const others = [await apply(specimens.selfie), await apply(specimens.selfie)]
    await moveClock(url, { advance_ms: REVIEW_ABOUT_MS })
    for (const { session } of others)
      await vi.waitFor(
        async () =>
          expect(await call(url, 'loan/apply_info', {}, { session })).toMatchObject({ review_stage: 'with_a_person' }),
        { timeout: 60_000, interval: 500 },
      )
  })

  const refusedByAna = (): RegExp =>
    like(m.desk_queue_case_decided_by({ state: m.desk_queue_cases_state_refused(), name: 'Ana', date: '#', time: '#' }))
  const queue = (phone: Phone) => phone.page.getByRole('grid', { name: m.desk_queue_label() })
  const rows = (phone: Phone) => queue(phone).getByRole('row', { name: m.desk_queue_name_case({ reference: '' }) })

  describe('the queue', () => {
    test('an analyst takes a case by keyboard, opens it and refuses a face that was used twice', async () => {
      const ana = await signInAs('Ana')
      const { page } = ana
      await page.getByRole('heading', { level: 1, name: m.desk_queue_page() }).waitFor()
      await expect.poll(() => rows(ana).count(), { timeout: 30_000 }).toBe(2)
      await rows(ana).getByText(m.desk_queue_why_photo_image_reused()).first().waitFor()
      expect([await ana.axe(), await ana.overflow()]).toEqual([[], 0])

      await page.keyboard.press('j')
      await page.keyboard.press('k')
      await page.keyboard.press('t')
      await queue(ana).getByText('Ana').waitFor()
      await page.getByRole('button', { name: new RegExp(m.desk_queue_show_mine()) }).click()
      await expect.poll(() => ana.hash()).toBe('#/today?show=mine')
      await expect.poll(() => rows(ana).count()).toBe(1)

      // The chip that was pressed keeps Enter for itself: the list takes it when it has the focus.
      await queue(ana).press('Enter')
      const asking = page.getByRole('dialog', { name: m.desk_queue_case_open_title() })
      await asking.waitFor()
      expect(await ana.axe()).toEqual([])
      await page.keyboard.press('Control+Enter')
      await page.getByText(m.desk_why_missing()).waitFor()
      await page.keyboard.type('es la que sigue')
      await page.keyboard.press('Control+Enter')
      await asking.waitFor({ state: 'detached' })
      await page.getByAltText(m.desk_queue_case_photo_alt({ panel: m.desk_queue_case_selfie() })).waitFor()
      await page.getByText(m.desk_queue_case_same_very()).waitFor()
      await page.getByText(m.desk_queue_case_replay_same()).first().waitFor()
      expect([await ana.axe(), await ana.overflow()]).toEqual([[], 0])

      // Large and turned, by keys; both sides of the match beside each other.
      await page.keyboard.press('4')
      await page.keyboard.press('+')
      await page.keyboard.press('0')
      await page.keyboard.press('Escape')
      await page.keyboard.press('l')
      const beside = page.getByRole('dialog', { name: m.desk_queue_case_side_by_side() })
      await beside.getByRole('img').nth(1).waitFor()
      await page.keyboard.press('Escape')

      // Nobody approves before it is said that it is another person.
      await page.keyboard.press('a')
      await page.getByText(m.desk_queue_decide_blocked()).nth(1).waitFor()
      await page.keyboard.press('y')
      await page.keyboard.press('r')
      await page.getByLabel(m.desk_queue_decide_reason()).selectOption('identity_photos_do_not_match')
      await page.getByLabel(m.desk_queue_decide_why()).last().fill('la misma selfie con dos DNI')
      await page.keyboard.press('Control+Enter')
      await page.getByText(refusedByAna()).waitFor()

      // Decided, it is in the list of the decided, and is replayed when it is opened again.
      await page.keyboard.press('Escape')
      await page.locator('body').press('g')
      await page.keyboard.press('c')
      await page.getByRole('button', { name: m.desk_queue_cases_by_person() }).click()
      await page.getByRole('row', { name: m.desk_queue_cases_state_refused() }).waitFor()
      await ana.close()
    })

    test('a colleague sees who has what, and gets a case handed over', async () => {
      const vera = await signInAs('Vera')
      await expect.poll(() => rows(vera).count(), { timeout: 30_000 }).toBe(1)
      await vera.page.keyboard.press('p')
      const dialog = vera.page.getByRole('dialog', { name: m.desk_queue_hand_over_title() })
      await dialog.getByLabel(m.desk_queue_hand_over_to()).selectOption({ label: `Ana · ${m.desk_role_analyst()}` })
      await dialog.getByLabel(m.desk_why()).fill('conoce el caso')
      expect(await vera.axe()).toEqual([])
      await vera.page.keyboard.press('Control+Enter')
      await queue(vera).getByText('Ana').waitFor()
      await vera.close()
    })

    test.each([
      { name: 'Ana', width: 1024, dark: true, language: 'en' },
      { name: 'Aldo', width: 1440, dark: true, language: 'en' },
    ] as const)('as $name at $width reads well', async ({ name, ...options }) => {
      setLocale(options.language)
      const phone = await signInAs(name, options)
      await queue(phone).waitFor()
      if (options.width < 1200) await phone.page.keyboard.press(' ')
      await phone.page.getByRole('complementary').waitFor()
      expect([await phone.axe(), await phone.overflow()]).toEqual([[], 0])
      await phone.goto('/cases')
      await phone.page.getByRole('grid', { name: m.desk_queue_cases_label() }).waitFor()
      expect([await phone.axe(), await phone.overflow()]).toEqual([[], 0])
      await phone.page.keyboard.press('Enter')
      await phone.page.getByRole('dialog').waitFor()
      await phone.page.keyboard.type('audit')
      await phone.page.keyboard.press('Control+Enter')
      await phone.page.getByAltText(m.desk_queue_case_photo_alt({ panel: m.desk_queue_case_selfie() })).waitFor()
      expect([await phone.axe(), await phone.overflow()]).toEqual([[], 0])
      // Whoever only reads has nothing to decide with.
      const canDecide = await phone.page.getByText(m.desk_queue_decide_approve()).count()
      expect(canDecide > 0).toBe(name === 'Ana')
      await phone.close()
    })
  })
})
