import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Phone } from './phone.ts'
import { like, walkTheDesk } from './desk-walk.ts'

// The book of the lender: filled by one button, seen as a portfolio, taken out as files.

walkTheDesk('the book', ({ signInAs }) => {
  const FILL_MS = 240_000

  const download = async (phone: Phone, press: () => Promise<void>): Promise<string> => {
    const [file] = await Promise.all([phone.page.waitForEvent('download'), press()])
    return readFile(await file.path(), 'utf8')
  }

  describe('an empty desk', () => {
    beforeAll(async () => {
      const tomas = await signInAs('Tomás')
      const { page } = tomas
      await tomas.goto('/portfolio')
      await page.getByText(m.desk_book_empty()).waitFor()
      // A tenth of the book is enough to look at.
      await page.route('**/api/sandbox/fill', (route) => route.continue({ postData: '{"borrowers_count":30}' }))
      await page.getByRole('button', { name: m.desk_book_fill() }).click()
      await page.getByRole('progressbar').waitFor()
      // Whoever presses at another desk while it is being filled sees the same bar.
      const vera = await signInAs('Vera')
      await vera.page.getByRole('progressbar').waitFor()
      await vera.close()
      await page.getByText(m.desk_book_outstanding(), { exact: true }).waitFor({ timeout: FILL_MS })
      expect(await page.getByRole('button', { name: m.desk_book_fill() }).count()).toBe(0)
      await tomas.close()
    }, FILL_MS)

    test('is filled by one button, and the portfolio shows it with a table and a file for each chart', async () => {
      const tomas = await signInAs('Tomás')
      const { page } = tomas
      await page.keyboard.press('g')
      await page.keyboard.press('k')
      const ageing = page.getByRole('region', { name: m.desk_book_ageing() }).first()
      await ageing.getByRole('row', { name: m.desk_book_bucket_current() }).waitFor()
      const panels = page.locator('main section:has(> header)')
      expect(await panels.count()).toBe(6)
      for (const panel of await panels.all()) {
        const text = await download(tomas, () => panel.getByRole('button', { name: 'CSV' }).click())
        expect(text.split('\r\n').length).toBeGreaterThan(2)
      }
      await page.getByRole('radio', { name: m.desk_book_span_days({ days: 90 }) }).check()
      await expect.poll(() => tomas.hash()).toBe('#/portfolio?days=90')
      await page.reload()
      await page.getByText(m.desk_book_approved_in({ days: 90 })).waitFor()
      await tomas.close()
    })

    test('has a journal that balances on every day, and balances of each loan as a file', async () => {
      const aldo = await signInAs('Aldo')
      const { page } = aldo
      await page.keyboard.press('g')
      await page.keyboard.press('x')
      await page.getByText(like(m.desk_book_journal_balanced({ count: 5, shown: '#' }))).waitFor()
      const journal = await download(aldo, () =>
        page.getByRole('button', { name: m.desk_book_csv(), exact: true }).click(),
      )
      const rows = journal
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(','))
      const sum = (at: number): number => rows.reduce((total, row) => total + Math.round(Number(row.at(at)) * 100), 0)
      expect(sum(-2)).toBe(sum(-1))
      expect(sum(-1)).toBeGreaterThan(0)
      const balances = await download(aldo, () =>
        page.getByRole('button', { name: like(m.desk_book_balances({ day: '#' })) }).click(),
      )
      expect(balances.trim().split('\r\n').length).toBeGreaterThan(5)
      // Who only reads is not offered what leaves with names.
      expect(await page.getByText(m.desk_book_debtors()).count()).toBe(0)
      await aldo.close()
    })

    test('gives every list as a file of all its rows, which names nobody', async () => {
      const vera = await signInAs('Vera')
      const rowsOf: Record<string, number> = {}
      for (const path of [
        'today',
        'cases',
        'loans',
        'payouts',
        'receipts',
        'arrears?days=31-60',
        'requests',
        'reconciliation',
        'jobs',
        'proposals',
        'acts',
        'staff',
      ]) {
        await vera.goto(`/${path}`)
        const text = await download(vera, () =>
          vera.page.getByRole('button', { name: m.desk_book_csv(), exact: true }).click(),
        )
        const lines = text.trim().split('\r\n')
        rowsOf[path] = lines.length - 1
        expect([path, lines.every((line) => line !== '' && !line.includes('[object'))]).toEqual([path, true])
      }
      expect(rowsOf['loans']).toBeGreaterThan(10)
      for (const path of ['today', 'cases', 'receipts', 'jobs', 'acts', 'staff', 'reconciliation'])
        expect([path, (rowsOf[path] ?? 0) > 0]).toEqual([path, true])
      expect(vera.problems.filter((problem) => !problem.includes('401'))).toEqual([])
      await vera.close()
    })

    test('lets the debtors’ report out by two people', async () => {
      const tomas = await signInAs('Tomás')
      await tomas.goto('/exports')
      await tomas.page.getByRole('button', { name: m.desk_book_debtors_propose() }).click()
      await tomas.page.getByRole('button', { name: m.desk_propose_preview() }).click()
      await tomas.page.getByLabel(m.desk_why()).fill('informe del mes')
      await tomas.page.getByRole('button', { name: m.desk_propose(), exact: true }).click()
      await tomas.page.getByRole('dialog').waitFor({ state: 'detached' })
      const vera = await signInAs('Vera')
      await vera.goto('/proposals')
      await vera.page.getByRole('row', { name: m.desk_proposals_kind_debtors_report() }).click()
      await vera.page.getByRole('button', { name: m.desk_proposal_sign(), exact: true }).click()
      await vera.page.getByLabel(m.desk_why()).fill('corresponde')
      await vera.page.getByRole('button', { name: m.desk_confirm_made_up() }).click()
      await vera.page.getByRole('row', { name: m.desk_proposals_kind_debtors_report() }).waitFor({ state: 'detached' })
      await vera.close()
      await tomas.page.reload()
      const text = await download(tomas, () =>
        tomas.page.getByRole('button', { name: like(m.desk_book_debtors_of({ day: '#' })) }).click(),
      )
      expect(text).toMatch(/CUIL/)
      expect(text.trim().split('\r\n').length).toBeGreaterThan(5)
      await tomas.close()
    })

    test.each([
      { width: 1440, dark: false, language: 'es' },
      { width: 1024, dark: true, language: 'en' },
    ] as const)('at $width, dark: $dark, in $language, reads well', async (options) => {
      setLocale(options.language)
      const vera = await signInAs('Vera', options)
      for (const [path, word] of [
        ['/portfolio', m.desk_book_vintages()],
        ['/exports', m.desk_book_debtors()],
      ] as const) {
        await vera.goto(path)
        await vera.page.getByText(word, { exact: true }).first().waitFor()
        await vera.settled()
        expect([path, await vera.axe(), await vera.overflow()]).toEqual([path, [], 0])
      }
      await vera.close()
    })
  })
})
