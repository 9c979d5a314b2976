import type { ReactNode } from 'react'
import { formatDay } from '@hola/i18n/format-date.ts'
import { formatRate, formatShortRate } from '@hola/i18n/format.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { linkTo } from '../../lib/link.ts'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import { exactPesos, moneyParts, shortPesos } from '../../shared/offers/quote-parts.ts'
import type { Product } from '../../shared/offers/quote-parts.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { MoneyBar } from '@hola/ui/format/money-bar.tsx'
import { CostRate, FigurePair } from '@hola/ui/format/money.tsx'
import { AmountList, Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import css from './product-screen.module.css'

/** The products with everything they cost, late and early payment included, before anybody has to log in. */
export function ProductScreen(): ReactNode {
  useLocale()
  const { remote, refresh } = useRemote('app/get_product_list')
  return (
    <>
      <div className={css.page}>
        {remote.status === 'loading' && <ProductSkeleton />}
        {remote.status === 'failed' && (
          <Card title={m.home_offer_failed()}>
            <div className={css.stack}>
              <p className={css.text}>{m.home_offer_failed_text()}</p>
              <Button kind="secondary" onClick={() => void refresh()}>
                {m.home_try_again()}
              </Button>
            </div>
          </Card>
        )}
        {remote.status === 'ready' && (
          <>
            <OutdatedNote remote={remote} />
            {remote.data.products.map((product) => (
              <ProductCost key={product.product_id} product={product} />
            ))}
          </>
        )}
      </div>
      <Dock>
        <ButtonLink {...linkTo('/pages/step/step-basic/step-basic')}>{m.home_start()}</ButtonLink>
      </Dock>
    </>
  )
}

function ProductCost({ product }: { product: Product }): ReactNode {
  const { example, pricing } = product
  return (
    <article className={css.product} aria-label={product.name}>
      <h2 className={css.name}>{product.name}</h2>
      <InkSurface shape="card">
        <div className={css.stack}>
          <p className={css.example}>
            <span>{m.home_example({ amount: shortPesos(example.amount_centavos) })}</span>
            <span className={css.text}>{m.home_example_term({ days: example.term_days })}</span>
          </p>
          <FigurePair
            figures={[
              { label: m.home_you_receive(), text: exactPesos(example.arrival_centavos) },
              {
                label: m.home_you_pay_on({ day: formatDay(example.due_day) }),
                text: exactPesos(example.repayment_centavos),
              },
            ]}
          />
          <MoneyBar
            exact
            parts={moneyParts(example, {
              arrival: m.home_you_receive(),
              fee: m.home_product_example_fee({ rate: formatShortRate(pricing.fee_basis_points) }),
              interest: m.home_product_example_interest({ days: example.term_days }),
              vat: m.home_product_example_vat({ rate: formatShortRate(pricing.vat_basis_points) }),
            })}
          />
          <div className={css.cost}>
            <CostRate
              gold
              name={m.home_cftea()}
              text={formatRate(example.cftea_basis_points)}
              others={m.home_rates({
                tna: formatRate(example.tna_basis_points),
                tea: formatRate(example.tea_basis_points),
              })}
            />
          </div>
        </div>
      </InkSurface>
      <Card title={m.home_product_amounts()}>
        <AmountList
          rows={[
            { name: m.home_product_min(), text: shortPesos(product.amount_min_centavos) },
            { name: m.home_product_max(), text: shortPesos(product.amount_max_centavos) },
            { name: m.home_product_steps(), text: shortPesos(product.amount_step_centavos) },
          ]}
        />
      </Card>
      <Card title={m.home_product_terms()} aside={m.home_product_today()}>
        <AmountList
          rows={product.terms.map((term) => ({
            name: m.home_product_term({ days: term.term_days }),
            text: formatDay(term.due_day),
          }))}
        />
      </Card>
      <Card title={m.home_product_early()}>
        <p className={css.text}>
          {m.home_product_early_text({ min: shortPesos(product.partial_payment_min_centavos) })}
        </p>
      </Card>
      <Card title={m.home_product_late()}>
        <RowList>
          <Row
            title={m.home_product_late_once()}
            detail={m.home_product_late_once_text({
              rate: formatShortRate(pricing.late_one_time_basis_points),
              min: shortPesos(pricing.late_one_time_unpaid_min_centavos),
            })}
          />
          <Row
            title={m.home_product_late_daily()}
            detail={m.home_product_late_daily_text({ rate: formatShortRate(pricing.late_daily_basis_points) })}
          />
          <Row
            title={m.home_product_late_max()}
            detail={m.home_product_late_max_text({ rate: formatShortRate(pricing.late_max_basis_points) })}
          />
        </RowList>
      </Card>
    </article>
  )
}

function ProductSkeleton(): ReactNode {
  return (
    <section className={css.product} aria-busy="true" aria-label={m.home_products_loading()}>
      <Skeleton width="40%" />
      <InkSurface shape="card">
        <div className={css.stack}>
          <Skeleton width="100%" />
          <Skeleton shape="figure" width="100%" />
          <Skeleton shape="bar" width="100%" />
          <Skeleton width="100%" />
          <Skeleton width="100%" />
          <Skeleton shape="figure" width="100%" />
        </div>
      </InkSurface>
    </section>
  )
}
