import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { beforeAll, expect, test } from 'vitest'
import { openPool, findRunningPostgres } from '../server/src/platform/db/public.ts'
import { createLog } from '../server/src/platform/log.ts'
import { borrow, call, letReview, newSession, submitApplication, type Session } from './client.ts'
import { newPerson } from './people.ts'
import type { Phone } from './phone.ts'
import { unexpected, walkTheDesk } from './desk-walk.ts'

// Money at the lender's desk, in whole days of work: a payout that hangs, a bank statement, the products.

walkTheDesk(
  'money',
  ({ server, signInAs }) => {
    /** What hangs, hangs since so long ago. */
    const letTimePass = async (interval: '20 minutes' | '1 day'): Promise<void> => {
      const connectionString = await findRunningPostgres(server().dataDir)
      if (connectionString === undefined) throw new Error('the database does not run')
      const pool = openPool(connectionString, { log: createLog('silent') })
      await pool.query(`UPDATE payout_attempt SET asked_at = asked_at - $1::interval WHERE state = 'asked'`, [interval])
      await pool.query(`UPDATE loan_order SET state_since = state_since - $1::interval WHERE state = 'pending'`, [
        interval,
      ])
      await pool.end()
    }

    /** The bank of the sandbox does not answer about this account, and has paid. */
    const person = newPerson({ accountEnding: '9106' })
    let session: Session
    let loan: Awaited<ReturnType<typeof borrow>>

    beforeAll(async () => {
      const { url } = server()
      session = await newSession(url, person)
      await submitApplication(url, session, person)
      await letReview(url, session)
      loan = await borrow(url, session, person, 'pending')
    })

    /** The second person reads what will happen, and signs it. */
    const sign = async (phone: Phone, why: string): Promise<void> => {
      await phone.goto('/proposals')
      await phone.page.reload()
      await phone.page.getByRole('button', { name: m.desk_proposal_sign(), exact: true }).click()
      await phone.page.getByRole('dialog').getByLabel(m.desk_why()).fill(why)
      await phone.page.getByRole('button', { name: m.desk_confirm_made_up() }).click()
      await phone.page.getByText(m.desk_proposal_signed()).first().waitFor()
    }

    /** In the dialog that is open: what would happen, why, sent. */
    const propose = async ({ page }: Phone, why: string): Promise<void> => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: m.desk_propose_preview() }).click()
      await dialog.getByLabel(m.desk_why()).fill(why)
      await dialog.getByRole('button', { name: m.desk_propose(), exact: true }).click()
      await page.getByText(m.desk_propose_done()).first().waitFor()
    }

    test('a payout that hangs is asked about by keyboard, and settled', async () => {
      await letTimePass('20 minutes')
      const tomas = await signInAs('Tomás')
      const { page } = tomas
      await page.keyboard.press('g')
      await page.keyboard.press('d')
      const list = page.getByRole('grid', { name: m.desk_money_payouts_label() })
      await list
        .getByRole('row', { name: new RegExp(`${loan.order_number}.*${m.desk_money_payout_unknown()}`) })
        .waitFor()
      await page.getByRole('button', { name: new RegExp(`^${m.desk_money_payouts_late()} ?1$`) }).click()
      await expect.poll(() => tomas.hash()).toBe('#/payouts?show=late')
      expect([await tomas.axe(), await tomas.overflow()]).toEqual([[], 0])

      // After a day two people decide whether it is sent again: she sees what a second person would sign.
      expect(await page.getByRole('button', { name: m.desk_money_payout_resend() }).count()).toBe(0)
      await letTimePass('1 day')
      await page.reload()
      await page.getByRole('button', { name: m.desk_money_payout_resend() }).waitFor()
      expect(await page.getByRole('button', { name: m.desk_money_payout_send(), exact: true }).count()).toBe(0)
      await page.keyboard.press('v')
      await page.getByRole('dialog').getByRole('button', { name: m.desk_propose_preview() }).click()
      await page
        .getByRole('dialog')
        .getByRole('row', { name: new RegExp(m.desk_effect_value_sent_again()) })
        .waitFor()
      expect([await tomas.axe(), await tomas.overflow()]).toEqual([[], 0])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      await page.keyboard.press('q')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Control+Enter')
      await page.getByText(m.desk_why_missing()).waitFor()
      await page.keyboard.type('no contesta desde hace veinte minutos')
      await page.keyboard.press('Control+Enter')
      await page.getByText(m.desk_money_payout_asked()).first().waitFor()
      await expect
        .poll(
          async () => {
            await page.reload()
            await tomas.settled()
            return page.getByText(m.desk_money_payouts_empty()).count()
          },
          { timeout: 20_000, interval: 500 },
        )
        .toBe(1)
      const { order } = await call(server().url, 'loan/order', { order_id: loan.order_id }, { session })
      expect(order.state).toBe('in_repayment')
      await tomas.close()
    })

    test('a transfer is read from the bank’s CSV, matched, placed by two people, and taken off again', async () => {
      const [tomas, vera] = [await signInAs('Tomás'), await signInAs('Vera')]
      const { page } = tomas
      const { order } = await call(server().url, 'loan/order', { order_id: loan.order_id }, { session })
      const amount = order.repayment_centavos
      const today = new Intl.DateTimeFormat('es-AR', {
        timeZone: 'America/Argentina/Buenos_Aires',
        day: '2-digit',
        month: '2-digit',
        year: 'numeric',
      }).format(new Date())
      const bank = [
        'Banco Demo;;;;;',
        'Fecha;Operación;Descripción;Ordenante;CUIT;Importe',
        `${today};OP-1;préstamo;${person.lastName} ${person.firstName};${person.cuil};${formatPesos(amount).slice(2)}`,
        `${today};OP-2;comisión;;;-50,00`,
        `${today};OP-3;=cmd|calc;;;1,234`,
      ].join('\r\n')
      await page.keyboard.press('g')
      await page.keyboard.press('o')
      await page.getByText(m.desk_money_statement_none()).waitFor()
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'extracto.csv', mimeType: 'text/csv', buffer: Buffer.from(bank, 'latin1') })
      const lines = page.getByRole('grid', { name: m.desk_money_lines_label() })
      await lines.getByRole('row', { name: new RegExp(m.desk_money_line_possible()) }).waitFor()
      await lines.getByRole('row', { name: new RegExp(`5.*cmd.*${m.desk_money_bad_amount_not_read()}`) }).waitFor()
      await page.getByText(/windows-1252/).waitFor()
      expect([await tomas.axe(), await tomas.overflow()]).toEqual([[], 0])
      await page.getByRole('button', { name: m.desk_money_keep({ count: 3 }) }).click()
      await page
        .getByRole('button', { name: m.desk_money_propose_lines({ count: 1, sum: formatPesos(amount) }) })
        .click()
      await propose(tomas, 'extracto de hoy')
      await page.getByText(m.desk_money_waiting()).waitFor()
      await sign(vera, 'lo comparé con el banco')

      await tomas.goto('/receipts')
      const money = page.getByRole('grid', { name: m.desk_money_receipts_label() })
      await money.getByRole('row', { name: new RegExp(m.desk_money_match_clear()) }).waitFor()
      await page.getByRole('button', { name: m.desk_money_look() }).click()
      const candidate = page.getByRole('radio', { name: new RegExp(loan.order_number) })
      await candidate.waitFor()
      expect(await candidate.isChecked()).toBe(true)
      for (const kind of [m.desk_money_evidence_amount(), m.desk_money_evidence_cuil(), m.desk_money_evidence_name()])
        await page.getByText(`${kind}: ${m.desk_money_evidence_match()}`).waitFor()
      expect([await tomas.axe(), await tomas.overflow()]).toEqual([[], 0])
      await page.getByRole('button', { name: m.desk_money_propose_place() }).click()
      await propose(tomas, 'monto, CUIT y nombre coinciden')
      await sign(vera, 'coincide')
      const after = await call(server().url, 'loan/order', { order_id: loan.order_id }, { session })
      expect(after.order.state).toBe('cleared')

      await tomas.goto('/receipts?show=credited')
      await money.getByRole('row', { name: new RegExp(loan.order_number) }).waitFor()
      await page.getByRole('button', { name: m.desk_money_propose_unplace() }).click()
      await propose(tomas, 'era de otro préstamo')
      await sign(vera, 'se saca')
      const again = await call(server().url, 'loan/order', { order_id: loan.order_id }, { session })
      expect(again.order.state).toBe('in_repayment')
      await tomas.goto('/receipts')
      await money.getByRole('row', { name: new RegExp(m.desk_money_match_clear()) }).waitFor()
      expect(unexpected(tomas)).toEqual([])
      await tomas.close()
      await vera.close()
    })

    test('a product is published by two people, who see its CFTEA before and after', async () => {
      const [nora, vera] = [await signInAs('Nora'), await signInAs('Vera')]
      const { page } = nora
      await nora.goto('/products')
      // The law's rules: a term that Google Play does not take is said while it is typed, and cannot be proposed.
      const button = page.getByRole('button', { name: m.desk_money_propose_version({ number: 2 }) })
      await page.getByLabel(m.desk_money_field_terms()).fill('60, 91, 120')
      await page.getByText(m.desk_money_rule_play_text({ days: 61 })).waitFor()
      expect(await button.getAttribute('aria-disabled')).toBe('true')
      await page.getByRole('button', { name: m.desk_money_reset() }).click()
      await page.getByLabel(m.desk_money_field_fee()).fill('8,00')
      await page.getByLabel(m.desk_money_field_tna()).fill('96,00')
      const example = page.getByRole('row', { name: /^\$.120\.000 91/ })
      await expect.poll(async () => (await example.innerText()).replaceAll(/\s+/g, ' ')).toContain('287,51 % 299,90 %')
      expect([await nora.axe(), await nora.overflow()]).toEqual([[], 0])
      await button.click()
      await propose(nora, 'bajar el costo de 91 días')
      await vera.goto('/proposals')
      await vera.page.reload()
      const effects = vera.page.getByRole('complementary')
      await effects.getByRole('row', { name: /120\.000.*91.*299,90.*287,51/ }).waitFor()
      await sign(vera, 'acta 14/11')
      await nora.goto('/products')
      await page.getByText(m.desk_money_published({ number: 2, date: '', name: '' }).slice(0, 28)).waitFor()
      expect(await page.getByLabel(m.desk_money_field_tna()).inputValue()).toBe('96,00')
      await nora.close()
      await vera.close()
    })

    test('a day is compared again and its explanation noted', async () => {
      const tomas = await signInAs('Tomás')
      const { page } = tomas
      await tomas.goto('/reconciliation')
      await page.getByRole('button', { name: m.desk_money_month_before() }).click()
      await page.getByRole('button', { name: /^15/ }).click()
      await page.getByRole('button', { name: m.desk_money_run() }).click()
      await page.getByRole('dialog').getByLabel(m.desk_why()).fill('el proveedor estuvo caído')
      await page.getByRole('dialog').getByRole('button', { name: m.desk_money_run() }).click()
      await page.getByText(m.desk_money_run_done()).first().waitFor()
      await expect
        .poll(
          async () => {
            await page.reload()
            await tomas.settled()
            return page.getByRole('heading', { name: /sandbox/ }).count()
          },
          { timeout: 20_000, interval: 500 },
        )
        .toBeGreaterThan(0)
      await page.getByRole('button', { name: m.desk_money_note() }).first().click()
      await page.getByRole('dialog').getByLabel(m.desk_why()).fill('el banco no da extracto')
      await page.getByRole('dialog').getByRole('button', { name: m.desk_money_note_save() }).click()
      await page.getByText('el banco no da extracto').waitFor()
      await tomas.close()
    })

    test('every page of money reads well in English, in the dark, at 1024', async () => {
      setLocale('en')
      const vera = await signInAs('Vera', { width: 1024, dark: true, language: 'en' })
      for (const path of [
        '/payouts',
        '/receipts',
        '/receipts?show=credited',
        '/reconciliation',
        '/products',
        '/jobs',
      ]) {
        await vera.goto(path)
        expect([path, await vera.axe(), await vera.overflow()]).toEqual([path, [], 0])
      }
      await vera.close()
    })
  },
  { settings: { TRANSFER_ACCOUNT: '0000003100012345678907' } },
)
