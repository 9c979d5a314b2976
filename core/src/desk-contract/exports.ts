import * as z from 'zod/mini'
import { askedDay, day, lateDays, line, listOf, uuid, whole } from '../contract/fields.ts'
import { ledgerAccounts } from '../ledger/ledger.ts'
import { deskCalls } from './call.ts'

/** So many days of the journal are shown at once. */
export const JOURNAL_DAYS_MAX = 93
/** So many debtors are in a part of the report. */
const DEBTORS_PAGE = 200

const sum = whole(0, 9e15)

export const exportCalls = deskCalls({
  'exports/journal': {
    power: 'see_portfolio',
    kind: 'read',
    summary: 'The accounting journal: debit and credit of each day by account, of all loans together.',
    body: z.strictObject({ from_day: askedDay, to_day: askedDay }),
    ret: z.strictObject({
      lines: listOf(
        z.strictObject({
          day,
          account: z.enum(ledgerAccounts),
          debit_centavos: sum,
          credit_centavos: sum,
        }),
        JOURNAL_DAYS_MAX * ledgerAccounts.length,
      ),
    }),
  },
  'exports/debtors_allowed': {
    power: 'export_debtors',
    kind: 'read',
    summary: 'The debtors’ reports that two people have allowed and that she may still write out.',
    body: z.strictObject({}),
    ret: z.strictObject({ reports: listOf(z.strictObject({ proposal_id: uuid, day, until_at: line(30) }), 50) }),
  },
  'exports/debtors': {
    power: 'export_debtors',
    kind: 'act',
    summary:
      'A part of the debtors’ report for the central bank that two people have allowed, for whoever proposed it.',
    body: z.strictObject({ proposal_id: uuid, after_user_id: z.optional(uuid) }),
    ret: z.strictObject({
      day,
      debtors: listOf(
        z.strictObject({
          user_id: uuid,
          cuil: line(11),
          name: line(200),
          situation_count: whole(1, 5),
          late_days: lateDays,
          /** Thousands of pesos, a half up. */
          thousands_count: whole(0, 1_000_000_000),
        }),
        DEBTORS_PAGE,
      ),
      /** Where the next part begins; null when this was the last. */
      next_user_id: z.nullable(uuid),
    }),
  },
})
