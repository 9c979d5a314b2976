import type { BureauFile } from '@hola/core/review/inputs.ts'
import { keptBureauReport } from '@hola/core/stored/review.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { awayFields } from '../../providers/away-fields.ts'
import { BureauProblem } from '../../providers/bureau/public.ts'
import type { AssociatedData } from '../../platform/sealed/public.ts'
import type { Services } from '../services.ts'
import { deleteBureauReports, findBureauReport, upsertBureauReport } from './store.ts'

/** How long an answer counts: the registry changes once a month, and our question is not to be asked twice a day. */
export const REPORT_VALID_MS = 24 * 3_600_000

const associatedDataOf = (cuilIndex: Buffer): AssociatedData => ({
  table: 'bureau_report',
  column: 'sealed_report',
  row: [cuilIndex.toString('hex')],
})

type Means = Pick<Services, 'pool' | 'clock' | 'sealer' | 'bureau' | 'log'>

/** What the bureau holds about a person: as it said within the last day, or asked now, outside any transaction. */
export const askBureau = async (
  { pool, clock, sealer, bureau, log }: Means,
  cuil: string,
): Promise<BureauFile | BureauProblem> => {
  const cuilIndex = sealer.blindIndex(cuil, 'cuil')
  const known = await inTransaction(pool, (tx) => findBureauReport(tx, cuilIndex))
  const ageMs = known === undefined ? -1 : clock.now().getTime() - known.fetchedAt.getTime()
  if (known !== undefined && ageMs >= 0 && ageMs < REPORT_VALID_MS)
    return keptBureauReport.readText(sealer.open(known.sealedReport, associatedDataOf(known.cuilIndex)).toString())

  const answer = await bureau.ask(cuil)
  if (answer instanceof BureauProblem) {
    log.warn(awayFields('bureau', answer), `bureau ${answer.kind}: ${answer.reason}`)
    return answer
  }
  const fetchedAt = clock.now()
  const sealedReport = sealer.seal(keptBureauReport.writeText(answer), associatedDataOf(cuilIndex))
  await inTransaction(pool, async (tx) => {
    await deleteBureauReports(tx, new Date(fetchedAt.getTime() - REPORT_VALID_MS))
    await upsertBureauReport(tx, { cuilIndex, sealedReport, fetchedAt })
  })
  return answer
}
