import type { AgreementFacts } from '@hola/core/agreement/facts.ts'
import type { BodyOf, RetOf } from '@hola/core/contract/contract.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import { maskAddress } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { ContextOf, Handler } from '../services.ts'
import { loadOffer } from './offer.ts'
import type { Evidence } from '../agreement/public.ts'
import { findAgreement, findEvidence, findKeptAgreement, printAgreement } from '../agreement/public.ts'

type Answer = RetOf<'loan/contract'>
type Proof = { readonly entry: Evidence; readonly entrySha256: string }
/** Which agreement is asked for, and what proves its signature when it has one. */
type Chosen = { readonly sha256: string; readonly proof?: Proof }
/** One that nobody was shown yet. */
type Unprinted = { readonly facts: AgreementFacts }

/** The agreement in full: of an offer before signing, or as signed, with its evidence. Either way the same file. */
export const contract: Handler<'loan/contract'> = async (context, body) => {
  const { services, user, language } = context
  const found = await inTransaction(services.pool, (tx) => choose(tx, context, body))
  if (found instanceof Refusal) return found
  const chosen: Chosen | Refusal = 'facts' in found ? await printAgreement(services, user.userId, found.facts) : found
  if (chosen instanceof Refusal) return chosen
  const agreement = await inTransaction(services.pool, (tx) => findAgreement(tx, services, user.userId, chosen.sha256))
  if (agreement === undefined) throw new Error('the agreement that was just found is gone')
  return {
    agreement: { version: agreement.version, sha256: agreement.sha256, page_count: agreement.pageCount },
    title: agreement.document.title,
    sections: agreement.document.sections.map(({ id, heading, paragraphs, rows }) => ({
      section_id: id,
      heading,
      paragraphs: [...paragraphs],
      rows: rows.map((row) => ({ row_id: row.id, label: row.label, value: row.value })),
    })),
    courtesy_summary: language === 'es' ? null : [...agreement.courtesySummary],
    pdf_base64: body.with_pdf === true ? agreement.pdf.toString('base64') : null,
    evidence: chosen.proof === undefined ? null : showProof(chosen.proof),
  }
}

const choose = async (
  tx: Tx,
  { services, user: { userId } }: ContextOf<'loan/contract'>,
  body: BodyOf<'loan/contract'>,
): Promise<Chosen | Unprinted | Refusal> => {
  if (body.of === 'order') {
    const proof = await findEvidence(tx, services, userId, body.order_id)
    return proof === undefined ? refuse('order_not_found') : { sha256: proof.entry.document_sha256, proof }
  }
  const offer = await loadOffer(tx, services, {
    userId,
    amount: body.amount_centavos,
    termDays: body.term_days,
    couponId: body.coupon_id,
  })
  if (offer instanceof Refusal) return offer
  return (await findKeptAgreement(tx, services, userId, offer.agreementFacts)) ?? { facts: offer.agreementFacts }
}

const showProof = ({ entry, entrySha256 }: Proof): Answer['evidence'] => ({
  signed_at: entry.signed_at_utc,
  signed_at_argentina: entry.signed_at_argentina,
  contact_masked: maskAddress({ kind: entry.channel, value: entry.contact }),
  code_challenge_id: entry.code_challenge_id,
  network_address: entry.network_address,
  user_agent: entry.user_agent,
  entry_sha256: entrySha256,
  previous_entry_sha256: entry.previous_entry_sha256,
})
