import { civilDayOf } from '@hola/core/calendar.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import type { BureauFile } from '@hola/core/review/inputs.ts'
import { adapter } from '../registry.ts'
import type { Bureau, BureauAdapter, BureauMeans } from './port.ts'
import { BureauProblem } from './port.ts'

/** How long the bureau is down for who asks about such a person, counted from the first question. */
export const SANDBOX_DOWN_MS = 10 * 60_000

const clean = {
  kind: 'on_file',
  worstNow: 1,
  worst24Months: 1,
  debtTotalCentavos: pesos(120_000),
  unpaidRejectedChequesCount: 0,
  isInReview: false,
} as const satisfies BureauFile

/** The test people of docs/SANDBOX.md, by the last four digits of the DNI. Everybody else has a clean file. */
const people: Readonly<Record<string, BureauFile>> = {
  '9001': { ...clean, worstNow: 2, worst24Months: 2 },
  '9002': { kind: 'thin_file' },
  '9003': { ...clean, worstNow: 4, worst24Months: 4 },
  '9004': { ...clean, worst24Months: 5 },
  '9005': { ...clean, unpaidRejectedChequesCount: 2 },
  '9007': { ...clean, debtTotalCentavos: centavos(90_000_000_00) },
  '9008': { ...clean, worstNow: 3, worst24Months: 3, isInReview: true },
}

const MONTHS = 24
/** In which month before the last a worse past was worst. */
const WORST_MONTH = 9

/** Two years up to last month, as the register has them: as now, and once as bad as it ever was. */
const withMonths = (file: BureauFile, now: Date): BureauFile => {
  if (file.kind === 'thin_file') return file
  const [year, month] = civilDayOf(now).split('-').map(Number)
  const months = Array.from({ length: MONTHS }, (_, back) => {
    const at = (year ?? 0) * 12 + (month ?? 1) - 2 - back
    const worst = back === WORST_MONTH ? file.worst24Months : back === 0 ? file.worstNow : 1
    return { month: `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`, worst: worst ?? 0 }
  })
  return { ...file, months }
}

const DOWN = '9006'

/** Answers by the DNI inside the CUIL, so that every way through a review can be walked. */
export const sandboxBureau = ({ clock }: BureauMeans): Bureau => {
  const firstAskedAt = new Map<string, Date>()
  return {
    ask: async (cuil) => {
      const ending = cuil.slice(6, 10)
      if (ending === DOWN) {
        const first = firstAskedAt.get(cuil) ?? clock.now()
        firstAskedAt.set(cuil, first)
        if (clock.now().getTime() - first.getTime() < SANDBOX_DOWN_MS)
          return new BureauProblem('unavailable', 'sandbox: down')
      }
      return withMonths(people[ending] ?? clean, clock.now())
    },
  }
}

export const sandbox: BureauAdapter = adapter({
  name: 'sandbox',
  isSandbox: true,
  rows: [],
  read: () => ({}),
  open: (_settings, means) => sandboxBureau(means),
})
