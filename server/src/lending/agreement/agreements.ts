import { createHash } from 'node:crypto'
import type { AgreementDocument } from '@hola/core/agreement/agreement.ts'
import { agreementDocument, AGREEMENT_VERSION, courtesySummary } from '@hola/core/agreement/agreement.ts'
import type { AgreementFacts } from '@hola/core/agreement/facts.ts'
import { brand } from '@hola/core/brand.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { Refusal } from '@hola/core/errors.ts'
import { keptAgreement, keptSignature } from '@hola/core/stored/loan.ts'
import type { Frozen } from '@hola/core/stored/versions.ts'
import { openEnvelope } from '@hola/core/stored/versions.ts'
import { writtenDay } from '@hola/core/written.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { AssociatedData, BlindIndex } from '../../platform/sealed/public.ts'
import type { Services } from '../services.ts'
import type { Evidence, EvidenceCheck, EvidenceProblem, Signature } from './evidence.ts'
import { hashOf, nextEntry } from './evidence.ts'
import type { AgreementRow, EvidenceRow } from './store.ts'
import {
  findByFacts,
  findByHash,
  findEvidenceOfOrder,
  findLastEvidence,
  findSealedFacts,
  findWhole,
  insertAgreement,
  insertEvidence,
  listEvidence,
  listSignedOrders,
} from './store.ts'

/** Which document it is. The hash, in hexadecimal, is of the bytes of its PDF: whoever has the file can compute it. */
export type AgreementReference = { readonly version: string; readonly sha256: string }

export type Agreement = AgreementReference & { readonly pageCount: number }

type Content = Frozen<ReturnType<typeof keptAgreement.read>>

export type WholeAgreement = Agreement & Content & { readonly pdf: Buffer }

type Sealing = Pick<Services, 'sealer'>

const sha256Of = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** The lender's name is printed too: another name makes another document. */
const indexOf = ({ sealer }: Sealing, facts: AgreementFacts): BlindIndex =>
  sealer.blindIndex(canonicalJson({ facts, brand }), 'agreement facts')

/** The index of an agreement that is kept, from what was sealed of it. */
export const indexAgreement = (sealing: Sealing, kept: string): BlindIndex =>
  indexOf(sealing, keptAgreement.readText(kept).facts)

const associatedDataOf = (column: 'sealed_facts' | 'sealed_pdf', userId: string, sha256: Buffer): AssociatedData => ({
  table: 'agreement',
  column,
  row: [userId, sha256.toString('hex')],
})

const shown = ({ sha256, textVersion, pageCount }: AgreementRow): Agreement => ({
  version: textVersion,
  sha256: sha256.toString('hex'),
  pageCount,
})

/** What stands at the foot of every page: which document it is. */
export const agreementFooter = ({ title }: AgreementDocument, madeOnDay: CivilDay): string =>
  `${title} · versión ${AGREEMENT_VERSION} · ${writtenDay(madeOnDay)}`

/** The agreement of these facts, if it was shown before and is kept. */
export const findKeptAgreement = async (
  tx: Tx,
  { sealer }: Sealing,
  userId: string,
  facts: AgreementFacts,
): Promise<Agreement | undefined> => {
  const kept = await findByFacts(tx, userId, {
    factsIndex: indexOf({ sealer }, facts),
    textVersion: AGREEMENT_VERSION,
  })
  return kept && shown(kept)
}

/**
 * Prints the agreement of these facts and keeps it. It takes no `tx`: printing may have to wait for other documents, and
 * nobody is to wait for a connection meanwhile.
 */
export const printAgreement = async (
  { pool, sealer, clock, printer }: Pick<Services, 'pool' | 'sealer' | 'clock' | 'printer'>,
  userId: string,
  facts: AgreementFacts,
): Promise<Agreement | Refusal> => {
  const content: Content = { facts, document: agreementDocument(facts), courtesySummary: courtesySummary(facts) }
  const { madeOnDay } = facts
  const printed = await printer.print(content.document, {
    madeOnDay,
    footer: agreementFooter(content.document, madeOnDay),
  })
  if (printed instanceof Refusal) return printed
  const { bytes, pageCount } = printed
  const sha256 = sha256Of(bytes)
  const factsIndex = indexOf({ sealer }, facts)
  const made = { sha256, textVersion: AGREEMENT_VERSION, pageCount }
  const sealedFacts = sealer.seal(keptAgreement.writeText(content), associatedDataOf('sealed_facts', userId, sha256))
  const sealedPdf = sealer.seal(bytes, associatedDataOf('sealed_pdf', userId, sha256))
  const madeAt = clock.now()
  return inTransaction(pool, async (tx) => {
    const [, kept] = await Promise.all([
      insertAgreement(tx, userId, { ...made, factsIndex, sealedFacts, sealedPdf, madeAt }),
      // Somebody else may have kept it first; what is in the table is what counts.
      findByFacts(tx, userId, { factsIndex, textVersion: AGREEMENT_VERSION }),
    ])
    return shown(kept ?? made)
  })
}

/** The agreement of these facts, if it is the one that was shown; undefined when that one is of other facts or words. */
export const matchingAgreement = async (
  tx: Tx,
  { sealer }: Sealing,
  userId: string,
  { version, sha256 }: AgreementReference,
  facts: AgreementFacts,
): Promise<Agreement | undefined> => {
  const agreement = await findKeptAgreement(tx, { sealer }, userId, facts)
  return agreement?.version === version && agreement.sha256 === sha256 ? agreement : undefined
}

/** Which agreement an order names. An order without one cannot be in the database. */
export const agreementReference = async (tx: Tx, userId: string, sha256: Buffer): Promise<Agreement> => {
  const found = await findByHash(tx, userId, sha256)
  if (found === undefined) throw new Error('an order names an agreement that is not there')
  return shown(found)
}

/** Who signed an order, as a receipt or a statement of it names her. */
export const findSignatory = async (
  tx: Tx,
  { sealer }: Sealing,
  userId: string,
  sha256: Buffer,
): Promise<RetOf<'loan/statement'>['borrower']> => {
  const sealed = await findSealedFacts(tx, userId, sha256)
  if (sealed === undefined) throw new Error('an order names an agreement that is not there')
  const { facts } = keptAgreement.readText(
    sealer.open(sealed, associatedDataOf('sealed_facts', userId, sha256)).toString(),
  )
  return { full_name: facts.borrower.fullName, dni: facts.borrower.dni }
}

/** An agreement with its words and its file, as it was when it was made. */
export const findAgreement = async (
  tx: Tx,
  { sealer }: Sealing,
  userId: string,
  sha256: string,
): Promise<WholeAgreement | undefined> => {
  const found = await findWhole(tx, userId, Buffer.from(sha256, 'hex'))
  if (found === undefined) return undefined
  const content = keptAgreement.readText(
    sealer.open(found.sealedFacts, associatedDataOf('sealed_facts', userId, found.sha256)).toString(),
  )
  const pdf = sealer.open(found.sealedPdf, associatedDataOf('sealed_pdf', userId, found.sha256))
  return { ...shown(found), ...content, pdf }
}

const entryData = (userId: string, entryNumber: number): AssociatedData => ({
  table: 'signature_evidence',
  column: 'sealed_entry',
  row: [userId, String(entryNumber)],
})

/**
 * Appends a signature to the person's chain. Two at once cannot both become the next entry: the table takes one of a
 * number, and the other's transaction fails as a whole.
 */
export const recordSignature = async (tx: Tx, { sealer }: Sealing, signature: Signature): Promise<void> => {
  const { userId, orderId } = signature
  const last = await findLastEvidence(tx, userId)
  const entry = nextEntry(signature, last)
  await insertEvidence(tx, userId, {
    entryNumber: entry.entry_number,
    orderId,
    sealedEntry: sealer.seal(keptSignature.writeText(entry), entryData(userId, entry.entry_number)),
    entrySha256: hashOf(entry),
    previousEntrySha256: last?.entrySha256 ?? null,
  })
}

/** The entry, and the hash of it as it was written. */
const openEntry = (
  { sealer }: Sealing,
  userId: string,
  { entryNumber, sealedEntry }: EvidenceRow,
): { readonly entry: Evidence; readonly sha256: Buffer } => {
  const kept: unknown = JSON.parse(sealer.open(sealedEntry, entryData(userId, entryNumber)).toString())
  return { entry: keptSignature.read(kept), sha256: hashOf(openEnvelope(kept).data) }
}

/** What proves the signature of one order. */
export const findEvidence = async (
  tx: Tx,
  services: Sealing,
  userId: string,
  orderId: string,
): Promise<{ readonly entry: Evidence; readonly entrySha256: string } | undefined> => {
  const found = await findEvidenceOfOrder(tx, userId, orderId)
  return found && { entry: openEntry(services, userId, found).entry, entrySha256: found.entrySha256.toString('hex') }
}

/**
 * Whether everything that proves a person's signatures is as it was written, and nothing of it is gone. The orders are
 * asked as well: without them nobody would miss the last entry of a chain.
 */
export const verifyEvidence = async (tx: Tx, services: Sealing, userId: string): Promise<EvidenceCheck> => {
  const unproven = new Map(
    (await listSignedOrders(tx, userId)).map((order) => [order.orderId, order.agreementSha256.toString('hex')]),
  )
  let previous: string | null = null
  let entryCount = 0
  for (const row of await listEvidence(tx, userId)) {
    entryCount += 1
    const problem =
      entryProblem(services, userId, row, { entryNumber: entryCount, previous, documents: unproven }) ??
      (await documentProblem(tx, services, userId, unproven.get(row.orderId)))
    if (problem !== undefined) return { isIntact: false, problem, entryNumber: entryCount }
    previous = row.entrySha256.toString('hex')
    unproven.delete(row.orderId)
  }
  if (unproven.size > 0) return { isIntact: false, problem: 'order_without_evidence', entryNumber: null }
  return { isIntact: true, entryCount, lastEntrySha256: previous }
}

const entryProblem = (
  services: Sealing,
  userId: string,
  row: EvidenceRow,
  expected: {
    readonly entryNumber: number
    readonly previous: string | null
    /** What each order was signed for. */
    readonly documents: ReadonlyMap<string, string>
  },
): EvidenceProblem | undefined => {
  if (row.entryNumber !== expected.entryNumber) return 'entry_missing'
  let opened: ReturnType<typeof openEntry>
  try {
    opened = openEntry(services, userId, row)
  } catch {
    return 'entry_unreadable'
  }
  const { entry, sha256 } = opened
  const isItself = entry.entry_number === row.entryNumber && entry.user_id === userId && entry.order_id === row.orderId
  if (!isItself || !sha256.equals(row.entrySha256)) return 'entry_changed'
  const stored = row.previousEntrySha256?.toString('hex') ?? null
  if (entry.previous_entry_sha256 !== expected.previous || stored !== expected.previous) return 'chain_broken'
  return expected.documents.get(row.orderId) === entry.document_sha256 ? undefined : 'other_document'
}

const documentProblem = async (
  tx: Tx,
  services: Sealing,
  userId: string,
  sha256: string | undefined,
): Promise<EvidenceProblem | undefined> => {
  try {
    const found = await findAgreement(tx, services, userId, sha256 ?? '')
    return found !== undefined && sha256Of(found.pdf).toString('hex') === sha256 ? undefined : 'document_changed'
  } catch {
    return 'document_changed'
  }
}
