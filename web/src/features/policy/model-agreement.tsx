import type { ReactNode } from 'react'
import { agreementDocument, AGREEMENT_VERSION } from '@hola/core/agreement/agreement.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { shortPesos, type Product } from '../../shared/offers/quote-parts.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import css from './model-agreement.module.css'
import { BLANK, modelFacts } from './model-facts.ts'

/** The agreement that every borrower gets, to be read by anybody before asking for a loan. */
export function ModelAgreement(): ReactNode {
  useLocale()
  const { remote, refresh } = useRemote('app/get_product_list')
  return (
    <section className={css.model} aria-labelledby="model-agreement">
      <h2 id="model-agreement">{m.policy_model()}</h2>
      {remote.status === 'loading' && (
        <div className={css.model} aria-hidden="true">
          {([70, 95, 90, 60] as const).map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </div>
      )}
      {remote.status === 'failed' && (
        <>
          <p>{m.policy_model_failed()}</p>
          <Button kind="secondary" onClick={() => void refresh()}>
            {m.policy_model_retry()}
          </Button>
        </>
      )}
      {remote.status === 'ready' &&
        remote.data.products.map((product) => <ModelOf key={product.product_id} product={product} />)}
    </section>
  )
}

function ModelOf({ product }: { product: Product }): ReactNode {
  // The list has its names in the reader's language, and the agreement is in Spanish.
  const name = useLocale() === 'es' ? product.name : BLANK
  const { title, sections } = agreementDocument(modelFacts(product, name))
  const { amount_centavos: amount, term_days: days } = product.example
  return (
    <>
      <Note>{m.policy_model_note({ amount: shortPesos(amount), days, blank: BLANK })}</Note>
      <article className={css.agreement} aria-label={m.policy_model()}>
        <div>
          <h3 className={css.title} lang="es">
            {title}
          </h3>
          <p className={css.version}>{m.policy_version({ version: AGREEMENT_VERSION })}</p>
        </div>
        {sections.map(({ id, heading, rows, paragraphs }) => (
          <section key={id} className={css.section} lang="es">
            <h4 className={css.heading}>{heading}</h4>
            {rows.length > 0 && (
              <dl>
                {rows.map((row) => (
                  <div key={row.id} className={css.row}>
                    <dt>{row.label}</dt>
                    <dd className={row.id === 'cftea' ? css.rate : undefined}>{row.value}</dd>
                  </div>
                ))}
              </dl>
            )}
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </article>
    </>
  )
}
