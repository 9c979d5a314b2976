import { useRef, type ReactNode } from 'react'
import type { BodyOf, RetOf } from '@hola/core/contract/contract.ts'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { api } from '../../lib/api.ts'
import { useLoad } from '../../lib/form-load.ts'
import { linkToTab } from '../../lib/link.ts'
import { usePage } from '../../router/page-context.ts'
import type { Query } from '../../router/query.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { checkCircleIcon, infoIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import css from './contract-screen.module.css'
import { Evidence } from './evidence.tsx'
import { LoadFailed } from './load-failed.tsx'
import { askedOf } from './offer.ts'
import { PdfDock } from './pdf-dock.tsx'

export type Contract = RetOf<'loan/contract'>
type ContractBody = BodyOf<'loan/contract'>

/** Beside the text they are in nobody's way. */
const hasRoom = (): boolean => window.matchMedia('(min-width: 1280px)').matches

/** Where the contents lead to beside the sections, whose ids are words in small letters. */
const PROOF = 'PROOF'

/** Which agreement an address names; undefined when it names none. */
export const contractBodyOf = (query: Query): ContractBody | undefined => {
  const orderId = query['order_id']
  if (query['of'] === 'order') return orderId ? { of: 'order', order_id: orderId } : undefined
  const { amount, termDays, couponId } = askedOf(query)
  if (query['of'] !== 'offer' || amount === undefined || termDays === undefined) return undefined
  return {
    of: 'offer',
    amount_centavos: amount,
    term_days: termDays,
    ...(couponId !== undefined && { coupon_id: couponId }),
  }
}

/** The agreement: to read before signing, and as it was signed with what proves it. */
export function ContractScreen(): ReactNode {
  useLocale()
  const body = contractBodyOf(usePage().query)
  if (body) return <ContractOf body={body} />
  return (
    <div className={css.page}>
      <EmptyState
        title={m.sign_contract_failed()}
        text={m.sign_contract_no_link()}
        action={<ButtonLink {...linkToTab('/')}>{m.sign_go_home()}</ButtonLink>}
      />
    </div>
  )
}

function ContractOf({ body }: { body: ContractBody }): ReactNode {
  const { load, retry } = useLoad(`${useLocale()} ${JSON.stringify(body)}`, (signal) =>
    api.call('loan/contract', body, { signal, quiet: true }),
  )
  if (load.status === 'failed')
    return (
      <LoadFailed title={m.sign_contract_failed()} text={load.problem ?? m.sign_load_failed_text()} onRetry={retry} />
    )
  if (load.status === 'ready') return <Agreement contract={load.data} body={body} onChanged={retry} />
  return (
    <section className={css.page} aria-busy="true" aria-label={m.sign_contract_loading()}>
      <Skeleton shape="block" />
      {([70, 95, 90, 98, 60, 92, 88, 94] as const).map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </section>
  )
}

function Agreement({
  contract,
  body,
  onChanged,
}: {
  contract: Contract
  body: ContractBody
  onChanged: () => void
}): ReactNode {
  const { agreement, title, sections, evidence, courtesy_summary: summary } = contract
  const page = useRef<HTMLDivElement>(null)
  const goTo = (id: string): void => {
    const heading = page.current?.querySelector<HTMLElement>(`#agreement-${id}`)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }
  return (
    <div ref={page} className={css.page}>
      {evidence ? (
        <Note tone="good" icon={checkCircleIcon}>
          {m.sign_contract_signed({ date: formatDate(evidence.signed_at), time: formatTime(evidence.signed_at) })}
        </Note>
      ) : (
        <Note icon={infoIcon}>{m.sign_contract_before()}</Note>
      )}
      {summary && (
        <Card title={m.sign_courtesy_title()} aside={m.sign_courtesy_note()}>
          <ul className={css.points} lang="en">
            {summary.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </Card>
      )}
      <article className={css.article} aria-labelledby="agreement-title">
        <div>
          <h2 id="agreement-title" className={css.title} lang="es">
            {title}
          </h2>
          <p className={css.small}>
            {m.sign_contract_version({ pages: agreement.page_count, version: agreement.version })}
          </p>
        </div>
        <details className={css.contents} open={hasRoom()}>
          <summary>{m.sign_contents()}</summary>
          <ol>
            {sections.map(({ section_id: id, heading }) => (
              <li key={id} lang="es">
                <button type="button" className={css.go} onClick={() => goTo(id)}>
                  {heading}
                </button>
              </li>
            ))}
            {evidence && (
              <li>
                <button type="button" className={css.go} onClick={() => goTo(PROOF)}>
                  {m.sign_evidence()}
                </button>
              </li>
            )}
          </ol>
        </details>
        <div className={css.sections} lang="es">
          {sections.map(({ section_id: id, heading, paragraphs, rows }) => (
            <section key={id} className={css.section} aria-labelledby={`agreement-${id}`}>
              <h3 id={`agreement-${id}`} className={css.heading} tabIndex={-1}>
                {heading}
              </h3>
              {rows.length > 0 && (
                <table className={css.table} aria-labelledby={`agreement-${id}`}>
                  <tbody>
                    {rows.map((row) => (
                      <tr key={row.row_id}>
                        <th scope="row">{row.label}</th>
                        {/* No rate is larger than the one that holds all costs. */}
                        <td className={row.row_id.endsWith('cftea') ? css.rate : undefined}>{row.value}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        </div>
      </article>
      <Card title={m.sign_fingerprint()} className={css.proof}>
        <p className={css.hash}>{agreement.sha256}</p>
        <p className={css.small}>{m.sign_fingerprint_text()}</p>
      </Card>
      {evidence && (
        <div id={`agreement-${PROOF}`} className={css.proof} tabIndex={-1}>
          <Evidence evidence={evidence} />
        </div>
      )}
      <PdfDock key={agreement.sha256} body={body} sha256={agreement.sha256} onChanged={onChanged} />
    </div>
  )
}
