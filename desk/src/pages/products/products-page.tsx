import { mayPropose } from '@hola/core/desk-contract/proposals.ts'
import type { Product } from '@hola/core/product/product.ts'
import { brokenRules } from '@hola/core/product/rules.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate } from '@hola/i18n/format-date.ts'
import { locale } from '@hola/i18n/locale.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { alertIcon, clockIcon, peopleIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useKept } from '../../lib/kept.ts'
import { useCall } from '../../lib/queries.ts'
import type { SignedIn } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { Failed, Waiting } from '../../parts/state-words.tsx'
import { fieldNames } from '../../product-words.ts'
import { CostTable, Headline, LateTable } from './cost-tables.tsx'
import { DraftForm } from './draft-form.tsx'
import type { Draft, Field } from './draft.ts'
import { draftOf, readDraft } from './draft.ts'
import { LawLint } from './law-lint.tsx'
import css from './products.module.css'
import { Versions, type Publication } from './versions.tsx'

function Editor({
  me,
  current,
  history,
}: {
  me: SignedIn
  current: Publication
  history: readonly Publication[]
}): ReactNode {
  const { product: before } = current
  const today = draftOf(before)
  // Only what she typed is kept: what somebody publishes meanwhile changes the other fields under it, and none of hers.
  const [edits, setEdits] = useKept<Partial<Draft>>(`product ${before.product_id}`, {})
  const [begunAt] = useState(current.published_at)
  const draft: Draft = { ...today, ...edits }
  const [isProposing, setIsProposing] = useState(false)
  const [isListing, setIsListing] = useState(false)
  const proposals = useCall('proposals/list', {}, { isLive: true })
  const read = readDraft(draft, before.product_id)
  const wrong: readonly Field[] = Array.isArray(read) ? (read as readonly Field[]) : []
  const after = Array.isArray(read) ? undefined : (read as Product)
  const changed = Object.keys(draft).filter(
    (field) => String(draft[field as keyof Draft]) !== String(today[field as keyof Draft]),
  ).length
  const version = Math.max(...history.map(({ version_count }) => version_count)) + 1
  const mayEdit = mayPropose(me.role, 'publication')
  const canPropose = mayEdit && after !== undefined && changed > 0 && brokenRules(after).length === 0
  const waiting = proposals.data?.proposals.find(({ kind }) => kind === 'publication')
  const reset = (): void => setEdits({})
  useShortcuts([
    ...(mayEdit ? [{ keys: 'z', says: m.desk_money_reset(), inFoot: true, run: reset }] : []),
    { keys: 'v', says: m.desk_money_versions(), inFoot: true, run: () => setIsListing(true) },
    ...(canPropose
      ? [{ keys: 'p', says: m.desk_money_propose_publication(), inFoot: true, run: () => setIsProposing(true) }]
      : []),
  ])
  const shown = after ?? before
  return (
    <div className={css.page}>
      <DraftForm
        draft={draft}
        today={today}
        wrong={wrong}
        changes={changed}
        onChange={mayEdit ? (more) => setEdits({ ...edits, ...more }) : undefined}
        onReset={reset}
      />
      <div className={css.middle}>
        <Headline before={before} after={shown} version={version} />
        <section className={css.panel} aria-label={m.desk_money_costs()}>
          <header className={css.head}>
            <h2>{m.desk_money_costs()}</h2>
            <span className={css.quiet}>{m.desk_money_costs_text({ number: version })}</span>
          </header>
          {wrong.length > 0 && (
            <Note tone="warn" icon={alertIcon}>
              {m.desk_money_fields_wrong({ fields: wrong.map((field) => fieldNames[field]()).join(', ') })}
            </Note>
          )}
          <CostTable before={before} after={shown} />
          <LateTable before={before} after={shown} />
        </section>
      </div>
      <div className={css.right}>
        <LawLint before={before} after={shown} />
        <section className={css.panel} aria-label={m.desk_money_publish()}>
          <header className={css.head}>
            <h2>{m.desk_money_publish()}</h2>
          </header>
          <div className={css.publish}>
            <p className={css.quiet}>
              {m.desk_money_published({
                number: current.version_count,
                date: formatDate(current.published_at),
                name: current.published_by,
              })}
            </p>
            {changed > 0 && current.published_at !== begunAt && (
              <Note tone="warn" icon={alertIcon} live>
                {m.desk_money_published_meanwhile({ number: current.version_count, name: current.published_by })}
              </Note>
            )}
            <Note icon={clockIcon}>{m.desk_money_publish_at_once()}</Note>
            {waiting && (
              <Note tone="warn" icon={peopleIcon}>
                <Link to={`/proposals?id=${waiting.proposal_id}`}>
                  {m.desk_money_publication_waits({ name: waiting.proposer })}
                </Link>
              </Note>
            )}
            {mayEdit && (
              <Button icon={peopleIcon} blocked={!canPropose} onClick={() => setIsProposing(true)}>
                {m.desk_money_propose_version({ number: version })}
              </Button>
            )}
            <Button kind="secondary" onClick={() => setIsListing(true)}>
              {m.desk_money_versions()}
            </Button>
          </div>
        </section>
      </div>
      {isProposing && after && (
        <ProposeDialog
          kind="publication"
          title={m.desk_money_propose_version({ number: version })}
          details={() => ({ products_json: JSON.stringify({ products: [after] }) })}
          onClose={() => setIsProposing(false)}
        >
          <p>{m.desk_money_propose_publication_text({ count: changed })}</p>
        </ProposeDialog>
      )}
      {isListing && <Versions of={history} onClose={() => setIsListing(false)} />}
    </div>
  )
}

/** What is offered, edited beside what it costs and what the law asks; two people publish it. */
export function ProductsPage({ me }: { me: SignedIn }): ReactNode {
  const { data, error, refetch } = useCall('products/list', {}, { isLive: true })
  const [chosen, setChosen] = useState<string>()
  if (data === undefined) return error ? <Failed problem={error} onAgain={() => void refetch()} /> : <Waiting />
  const current = data.publications.filter(({ is_current }) => is_current)
  const shown = current.find(({ product }) => product.product_id === chosen) ?? current[0]
  if (shown === undefined) return null
  const history = data.publications.filter(({ product }) => product.product_id === shown.product.product_id)
  return (
    <>
      {current.length > 1 && (
        <label className={css.which}>
          {m.desk_money_which()}
          <select value={shown.product.product_id} onChange={({ target }) => setChosen(target.value)}>
            {current.map(({ product }) => (
              <option key={product.product_id} value={product.product_id}>
                {product.name[locale() === 'es' ? 'es' : 'en']}
              </option>
            ))}
          </select>
        </label>
      )}
      <Editor key={shown.product.product_id} me={me} current={shown} history={history} />
    </>
  )
}
