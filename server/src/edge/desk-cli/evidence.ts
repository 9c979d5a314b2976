import type { EvidenceCheck, EvidenceProblem } from '../../lending/agreement/public.ts'
import { verifyEvidence } from '../../lending/agreement/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { ActsCheck, ActsProblem } from '../../staff/act/public.ts'
import { verifyActs } from '../../staff/act/public.ts'
import type { Services } from '../services.ts'
import type { Answer } from './print.ts'
import { table } from './print.ts'
import { listSigners } from './store.ts'

const PAGE = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

const problemWords: Readonly<Record<EvidenceProblem, string>> = {
  entry_missing: 'an entry of the chain is missing',
  entry_unreadable: 'an entry cannot be opened',
  entry_changed: 'an entry does not say what it said when it was written',
  chain_broken: 'an entry names another one before it than is there',
  other_document: 'an order is of another document than the one that was signed',
  document_changed: 'the signed document is missing or changed',
  order_without_evidence: 'nothing proves the signature of an order',
}

type Checked = { readonly userId: string; readonly check: EvidenceCheck }

/** At one moment, so that a signature made meanwhile is there whole or not at all. */
const checkOne = async (services: Services, userId: string): Promise<Checked> => ({
  userId,
  check: await inTransaction(services.pool, (tx) => verifyEvidence(tx, services, userId), {
    isolation: 'repeatable read',
  }),
})

const show = (check: EvidenceCheck): string => {
  if (check.isIntact) return `intact, ${check.entryCount} ${check.entryCount === 1 ? 'signature' : 'signatures'}`
  const where = check.entryNumber === null ? '' : ` (entry ${check.entryNumber})`
  return `NOT INTACT: ${problemWords[check.problem]}${where}`
}

const toJson = ({ userId, check }: Checked): object =>
  check.isIntact
    ? {
        user_id: userId,
        is_intact: true,
        entry_count: check.entryCount,
        last_entry_sha256: check.lastEntrySha256,
      }
    : { user_id: userId, is_intact: false, problem: check.problem, entry_number: check.entryNumber }

export const verify = async (services: Services, userId: string): Promise<Answer> => {
  const checked = await checkOne(services, userId)
  return {
    text: `${userId}: ${show(checked.check)}`,
    json: toJson(checked),
    exitCode: checked.check.isIntact ? 0 : 1,
  }
}

const actsWords: Readonly<Record<ActsProblem, string>> = {
  act_missing: 'an act is missing',
  act_changed: 'an act does not say what it said when it was written',
  chain_broken: 'an act names another one before it than is there',
}

const showActsCheck = (check: ActsCheck): string =>
  check.isIntact
    ? `intact, ${check.actCount}${check.lastSha256 === null ? '' : `, the last one ${check.lastSha256}`}.`
    : `NOT INTACT: ${actsWords[check.problem]} (act ${check.entryNumber}).`

const actsJson = (check: ActsCheck): object =>
  check.isIntact
    ? { is_intact: true, act_count: check.actCount, last_act_sha256: check.lastSha256 }
    : { is_intact: false, problem: check.problem, entry_number: check.entryNumber }

/** Everybody, and everything that the staff did. Only what is not in order is listed: the rest is a number. */
export const verifyAll = async (services: Services): Promise<Answer> => {
  const broken: Checked[] = []
  let people = 0
  let signatures = 0
  for (let after = BEFORE_ALL; ;) {
    const page = await inTransaction(services.pool, (tx) => listSigners(tx, { after, limit: PAGE }))
    for (const userId of page) {
      const checked = await checkOne(services, userId)
      if (checked.check.isIntact) signatures += checked.check.entryCount
      else broken.push(checked)
    }
    people += page.length
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) break
    after = last
  }
  const acts = await inTransaction(services.pool, verifyActs, { isolation: 'repeatable read' })
  const sum = [
    `People: ${people}. Signatures in intact chains: ${signatures}. Chains not intact: ${broken.length}.`,
    `Acts of the staff: ${showActsCheck(acts)}`,
  ].join('\n')
  const rows = broken.map(({ userId, check }) => [userId, show(check)])
  return {
    text: broken.length === 0 ? sum : `${table(['ID', 'CHAIN'], rows)}\n\n${sum}`,
    json: { people_count: people, signature_count: signatures, not_intact: broken.map(toJson), acts: actsJson(acts) },
    exitCode: broken.length === 0 && acts.isIntact ? 0 : 1,
  }
}
