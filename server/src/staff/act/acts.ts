import type { ActName } from '@hola/core/desk-contract/act-names.ts'
import type { AccessPurpose, DataCategory } from '@hola/core/privacy.ts'
import { logAccess } from '../../platform/access-log.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { Act } from './hash.ts'
import { hashOf } from './hash.ts'
import { insertAct, listChain } from './store.ts'

/** Which member of the staff acts, and why. */
export type Hand = { readonly memberId: string; readonly name: string; readonly why: string }

/** Whoever does one of these sees what she owes and has paid. */
const loanActs = [
  'place',
  'transfer',
  'refund',
  'reverse_refund',
  'unplace',
  'reverse_transfer',
  'waive',
  'reverse_waiver',
  'make_plan',
  'reverse_plan',
  'write_off',
  'reverse_write_off',
  'contact',
  'record_promise',
  'record_opt_out',
  'hand_to_agency',
] as const satisfies readonly ActName[]

/** What of a person an act opens, and what for: that is also hers to see. */
type Opened = { readonly categories: readonly DataCategory[]; readonly purpose: AccessPurpose }

const opened: Readonly<Partial<Record<ActName, Opened>>> = {
  search_person: { categories: ['account'], purpose: 'support' },
  see_person: { categories: ['account', 'loans_and_payments'], purpose: 'support' },
  see_loan: { categories: ['loans_and_payments'], purpose: 'support' },
  see_document: { categories: ['agreements'], purpose: 'support' },
  see_case: { categories: ['form', 'identity_result', 'decisions'], purpose: 'manual_review' },
  see_photos: { categories: ['photos'], purpose: 'manual_review' },
  see_books: { categories: ['loans_and_payments'], purpose: 'support' },
  see_request: { categories: ['consumer_requests'], purpose: 'support' },
  see_erased: { categories: ['form', 'photos'], purpose: 'support' },
  ...Object.fromEntries(
    loanActs.map((act) => [act, { categories: ['loans_and_payments'], purpose: 'support' }] as const),
  ),
}

/** Writes down an act, in the transaction of what was done. `opens`: where the name of the act alone does not say it. */
export const recordAct = async (
  tx: Tx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  { memberId, name, why }: Hand,
  act: Pick<Act, 'act' | 'userId' | 'details'>,
  opens: Opened | undefined = opened[act.act],
): Promise<void> => {
  await insertAct(tx, { actId: random.uuid(), actedAt: clock.now(), actor: name, memberId, why, ...act })
  if (opens !== undefined && act.userId !== null)
    await logAccess(tx, { clock, random }, { userId: act.userId, actor: 'desk', actorName: name, ...opens })
}

export type ActsProblem = 'act_missing' | 'act_changed' | 'chain_broken'

export type ActsCheck =
  | { readonly isIntact: true; readonly actCount: number; readonly lastSha256: string | null }
  | { readonly isIntact: false; readonly problem: ActsProblem; readonly entryNumber: number }

const PAGE = 1000

/** Whether the chain of acts is whole and unchanged, from the first act to the last. */
export const verifyActs = async (tx: Tx): Promise<ActsCheck> => {
  let last: { readonly entryNumber: number; readonly entrySha256: Buffer } | undefined
  for (;;) {
    const page = await listChain(tx, { after: last?.entryNumber ?? 0, limit: PAGE })
    for (const act of page) {
      const { entryNumber, previousSha256, entrySha256 } = act
      const broken = (problem: ActsProblem): ActsCheck => ({ isIntact: false, problem, entryNumber })
      if (entryNumber !== (last?.entryNumber ?? 0) + 1) return broken('act_missing')
      if (!hashOf(act).equals(entrySha256)) return broken('act_changed')
      const isLinked = last === undefined ? previousSha256 === null : previousSha256?.equals(last.entrySha256) === true
      if (!isLinked) return broken('chain_broken')
      last = { entryNumber, entrySha256 }
    }
    if (page.length < PAGE) break
  }
  return { isIntact: true, actCount: last?.entryNumber ?? 0, lastSha256: last?.entrySha256.toString('hex') ?? null }
}
