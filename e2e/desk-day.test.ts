import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { m } from '@hola/i18n/compiled/messages.js'
import { describe, expect, test } from 'vitest'
import { like, unexpected, walkTheDesk } from './desk-walk.ts'

// What two people do at the desk, and one with two tabs, without a connection, or at the wrong moment.

walkTheDesk('people at the desk', ({ server, port, open, signInAs }) => {
  describe('a day at the desk', () => {
    test('a supervisor suspends a member by keyboard alone, who is out at once; the record has it', async () => {
      const sol = await signInAs('Sol')
      await sol.goto('/session')
      const vera = await signInAs('Vera')
      const { page } = vera
      await page.keyboard.press('g')
      await page.keyboard.press('e')
      const team = page.getByRole('grid', { name: m.desk_staff_label() })
      await team.getByRole('row', { name: 'Sol' }).waitFor()
      while (!(await team.getByRole('row', { selected: true }).innerText()).includes('Sol'))
        await page.keyboard.press('j')
      await page.keyboard.press('s')
      await page.getByRole('dialog', { name: m.desk_staff_suspend_title({ name: 'Sol' }) }).waitFor()
      await page.keyboard.press('Control+Enter')
      await page.getByText(m.desk_why_missing()).waitFor()
      await page.keyboard.type('su computadora se perdió')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('row', { name: new RegExp(`Sol.*${m.desk_staff_suspended()}`) }).waitFor()

      // What she was typing stays where it is, behind the question who she is.
      await sol.page.getByLabel(m.desk_cli_code()).fill('ABCD')
      await sol.page.getByLabel(m.desk_why()).fill('un guion')
      await sol.page.getByRole('button', { name: m.desk_confirm_made_up() }).click()
      await sol.page.getByRole('dialog', { name: m.desk_ended_title() }).waitFor()
      expect(await sol.page.getByLabel(m.desk_cli_code()).inputValue()).toBe('ABCD')
      expect(await sol.axe()).toEqual([])
      // Suspended, she has no way in; whoever else sits here has.
      await sol.page.getByRole('button', { name: m.desk_ended_other() }).click()
      await sol.page.getByRole('button', { name: 'Nora' }).waitFor()
      expect(await sol.page.getByRole('button', { name: 'Sol' }).count()).toBe(0)

      await page.keyboard.press('g')
      await page.keyboard.press('a')
      await page.getByRole('row', { name: 'su computadora se perdió' }).waitFor()
      await page.getByText(like(m.desk_acts_intact({ count: 5, shown: '#' }))).waitFor()
      await page.getByLabel(m.desk_acts_who()).selectOption('Vera')
      await expect.poll(() => vera.hash()).toMatch(/^#\/acts\?member=[\da-f-]{36}$/)
      await page.reload()
      await page.getByRole('row', { name: 'su computadora se perdió' }).waitFor()
      const who = page.getByLabel(m.desk_acts_who()).locator('option:checked')
      await expect.poll(() => who.innerText()).toBe('Vera')
      await vera.close()
      await sol.close()
    })

    test('a new member takes two: one proposes with the code, another signs and gets the link', async () => {
      const vera = await signInAs('Vera')
      await vera.goto('/staff')
      await vera.page.keyboard.press('i')
      const inviting = vera.page.getByRole('dialog', { name: m.desk_staff_invite_title() })
      await inviting.getByRole('button', { name: m.desk_propose_preview() }).click()
      await inviting.getByText(m.desk_staff_invite_name_missing()).waitFor()
      await inviting.getByLabel(m.desk_column_name()).fill('Rita')
      await inviting.getByLabel(m.desk_column_role()).selectOption('auditor')
      expect(await inviting.innerText()).toMatch(/[2-9A-Z]{4}-[2-9A-Z]{4}/)
      await vera.page.keyboard.press('Control+Enter')
      await inviting.getByRole('row', { name: /Rita/ }).waitFor()
      expect(await vera.axe()).toEqual([])
      await inviting.getByLabel(m.desk_why()).fill('mira los números')
      await vera.page.keyboard.press('Control+Enter')
      await inviting.waitFor({ state: 'detached' })

      // Her own proposal: she may take it back and not sign it.
      await vera.goto('/proposals')
      await vera.page.getByText(m.desk_proposal_own()).waitFor()
      expect(await vera.page.getByRole('button', { name: m.desk_proposal_sign(), exact: true }).count()).toBe(0)

      const nora = await signInAs('Nora', { dark: true })
      await nora.goto('/proposals')
      await nora.page.getByRole('row', { name: /mira los números/ }).waitFor()
      expect(await nora.axe()).toEqual([])
      await nora.page.keyboard.press('f')
      const signing = nora.page.getByRole('dialog')
      await signing.getByLabel(m.desk_why()).fill('la conozco')
      await nora.page.keyboard.press('Control+Enter')
      await nora.page.getByText(/#\/invitation\//).waitFor()
      await nora.page.getByText(m.desk_proposal_approved_by({ name: 'Nora' })).waitFor()
      await vera.goto('/staff')
      await vera.page.reload()
      await vera.page.getByRole('row', { name: /Rita/ }).waitFor()
      expect([...unexpected(vera), ...unexpected(nora)]).toEqual([])
      await nora.close()
      await vera.close()
    })

    test('two at the same proposal: whoever comes second reads that it is decided, and signs nothing', async () => {
      const [vera, nora] = [await signInAs('Vera'), await signInAs('Nora')]
      await vera.goto('/staff')
      await vera.page.keyboard.press('i')
      const inviting = vera.page.getByRole('dialog', { name: m.desk_staff_invite_title() })
      await inviting.getByLabel(m.desk_column_name()).fill('Olga')
      await inviting.getByLabel(m.desk_column_role()).selectOption('auditor')
      await vera.page.keyboard.press('Control+Enter')
      await inviting.getByLabel(m.desk_why()).fill('audita')
      await vera.page.keyboard.press('Control+Enter')
      await inviting.waitFor({ state: 'detached' })

      await nora.goto('/proposals')
      await nora.page.getByRole('button', { name: m.desk_proposal_sign(), exact: true }).click()
      await nora.page.getByRole('dialog').getByLabel(m.desk_why()).fill('la conozco')
      // Meanwhile whoever made it takes it back.
      await vera.goto('/proposals')
      await vera.page.getByRole('button', { name: m.desk_proposal_withdraw() }).click()
      await vera.page.getByRole('dialog').getByLabel(m.desk_why()).fill('me equivoqué')
      await vera.page.keyboard.press('Control+Enter')
      await vera.page.getByText(m.desk_proposal_withdrawn_by({ name: 'Vera' })).waitFor()
      await nora.page.keyboard.press('Control+Enter')
      // The server says so, or the page has heard of it before she pressed.
      await nora.page
        .getByText(m.errors_proposal_decided())
        .or(nora.page.getByRole('dialog').getByText(m.desk_proposal_withdrawn_by({ name: 'Vera' })))
        .first()
        .waitFor()
      expect(await nora.axe()).toEqual([])
      await nora.goto('/staff')
      await nora.page.getByRole('row', { name: 'Vera' }).waitFor()
      expect(await nora.page.getByRole('row', { name: /Olga/ }).count()).toBe(0)
      await vera.close()
      await nora.close()
    })

    test('another member at the next tab: the first page asks who is there, and what was typed stays', async () => {
      const aldo = await signInAs('Aldo')
      await aldo.goto('/session')
      await aldo.page.getByLabel(m.desk_cli_code()).fill('ABCD')
      await aldo.page.getByLabel(m.desk_why()).fill('un guion')
      const tab = await aldo.context.newPage()
      await tab.goto(aldo.url)
      await tab.getByRole('button', { name: m.desk_sign_out() }).click()
      await tab.getByRole('button', { name: 'Nora' }).click()
      await tab.getByRole('navigation').waitFor()
      await aldo.page.getByRole('button', { name: m.desk_confirm_made_up() }).click()
      const ended = aldo.page.getByRole('dialog', { name: m.desk_ended_title() })
      await ended.waitFor()
      await ended.getByRole('button', { name: 'Aldo' }).click()
      await ended.waitFor({ state: 'detached' })
      expect(await aldo.page.getByLabel(m.desk_cli_code()).inputValue()).toBe('ABCD')
      expect(await aldo.page.getByLabel(m.desk_why()).inputValue()).toBe('un guion')
      await aldo.close()
    })

    test('a page whose code does not come is tried again; the back button loses no draft', async () => {
      const vera = await open()
      await vera.page.route(/assets\/products-page.*\.js/, (route) => route.abort())
      await vera.page.getByRole('button', { name: 'Vera' }).click()
      await vera.page.getByRole('navigation').waitFor()
      await vera.goto('/products')
      await vera.page.getByText(m.desk_page_lost(), { exact: true }).waitFor()
      expect([await vera.axe(), await vera.overflow()]).toEqual([[], 0])
      await vera.page.unroute(/assets\/products-page.*\.js/)
      await vera.page.getByRole('button', { name: m.desk_try_again() }).click()
      const fee = vera.page.getByLabel(m.desk_money_field_fee())
      await fee.fill('8,00')
      await vera.page.goBack()
      await fee.waitFor({ state: 'detached' })
      await vera.page.goForward()
      expect(await fee.inputValue()).toBe('8,00')
      await vera.page.getByRole('button', { name: m.desk_money_reset() }).click()
      await vera.close()
    })

    test('a lost connection is said, and ends by itself; nothing typed is lost', async () => {
      const phone = await signInAs('Ana')
      await phone.goto('/session')
      await phone.page.getByLabel(m.desk_why()).fill('un guion')
      await phone.page.getByLabel(m.desk_cli_code()).fill('ABCD')
      await phone.context.setOffline(true)
      await phone.page.getByRole('button', { name: m.desk_confirm_made_up() }).click()
      await phone.page.getByText(m.desk_offline()).waitFor()
      expect(await phone.page.getByLabel(m.desk_why()).inputValue()).toBe('un guion')
      await phone.context.setOffline(false)
      await phone.page.getByText(m.desk_offline()).waitFor({ state: 'detached' })
      expect(await phone.page.getByLabel(m.desk_why()).inputValue()).toBe('un guion')
      await phone.close()
    })

    test('an invited supervisor makes her passkey, signs in with it, and signs an act', async () => {
      const tool = join(import.meta.dirname, '..', 'tools', 'desk.ts')
      const { stdout } = await promisify(execFile)(process.execPath, [tool, 'invite-first', 'Paula Demo'], {
        env: {
          ...process.env,
          PORT: String(server().port),
          DESK_PORT: String(port()),
          DATA_DIR: server().dataDir,
          MODE: 'sandbox',
        },
      })
      const [, link = ''] = /(http\S+#\/invitation\/\S+)/.exec(stdout) ?? []
      const [, code = ''] = /the code (\S+):/.exec(stdout) ?? []
      const phone = await open()
      const client = await phone.context.newCDPSession(phone.page)
      await client.send('WebAuthn.enable')
      await client.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      await phone.page.goto(link)
      await phone.page.getByLabel(m.desk_invitation_code()).fill('WRONG')
      await phone.page.getByRole('button', { name: m.desk_invitation_make() }).click()
      await phone.page.getByText(m.errors_invitation_not_usable()).waitFor()
      await phone.page.getByLabel(m.desk_invitation_code()).fill(code)
      await phone.page.getByRole('button', { name: m.desk_invitation_make() }).click()
      await phone.page.getByText('Paula Demo').first().waitFor()

      await phone.page.getByRole('button', { name: m.desk_sign_out() }).click()
      await phone.page.getByRole('button', { name: m.desk_sign_in() }).click()
      await phone.page.getByText('Paula Demo').first().waitFor()

      await phone.goto('/staff')
      await phone.page.getByRole('row', { name: 'Tomás' }).click()
      await phone.page.getByRole('button', { name: m.desk_staff_suspend() }).click()
      await phone.page.getByLabel(m.desk_why()).fill('se fue')
      await phone.page.getByRole('button', { name: m.desk_confirm_passkey() }).click()
      await phone.page.getByRole('row', { name: new RegExp(`Tomás.*${m.desk_staff_suspended()}`) }).waitFor()
      expect(unexpected(phone)).toEqual([])
      await phone.close()
    })
  })
})
