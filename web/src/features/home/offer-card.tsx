import { Suspense, type ReactNode } from 'react'
import { pesos } from '@hola/core/money.ts'
import { formatRate } from '@hola/i18n/format.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { lazyPart } from '../../lib/lazy-part.ts'
import { exactPesos, moneyParts, shortPesos } from '../../shared/offers/quote-parts.ts'
import type { Product, Quote } from '../../shared/offers/quote-parts.ts'
import type { Remote } from '../../lib/remote.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { MoneyBar } from '@hola/ui/format/money-bar.tsx'
import { CostRate, FigurePair } from '@hola/ui/format/money.tsx'
import css from './offer-card.module.css'

/** Loaded with the first figures, so that it is there when the connection is not. */
const OutdatedNote = lazyPart(() => import('../../lib/outdated-note.tsx').then((part) => part.OutdatedNote))

/** What a loan costs, on the server's own example; never a number that was typed into the app. */
export function OfferCard({
  offer,
  onRetry,
}: {
  offer: Remote<{ products: readonly Product[] }>
  onRetry: (() => void) | undefined
}): ReactNode {
  const product = offer.status === 'ready' ? offer.data.products[0] : undefined
  if (offer.status === 'loading') return <OfferSkeleton />
  if (offer.status === 'failed' || !product) {
    return (
      <Card title={m.home_offer_failed()}>
        <div className={css.stack}>
          <p className={css.text}>{m.home_offer_failed_text()}</p>
          <Button kind="secondary" onClick={onRetry}>
            {m.home_try_again()}
          </Button>
        </div>
      </Card>
    )
  }
  return (
    <Example
      quote={product.example}
      note={
        <Suspense>
          <OutdatedNote remote={offer} />
        </Suspense>
      }
    />
  )
}

/** An example does not say on which day it would be paid. */
type Shown = Omit<Quote, 'payout_day' | 'due_day'>

function Example({ quote, note }: { quote: Shown; note: ReactNode }): ReactNode {
  return (
    <Card
      title={m.home_example({ amount: shortPesos(quote.amount_centavos) })}
      aside={m.home_example_term({ days: quote.term_days })}
      className={css.offer}
    >
      <div className={css.stack}>
        {note}
        <FigurePair
          figures={[
            { label: m.home_you_receive(), text: exactPesos(quote.arrival_centavos) },
            { label: m.home_you_pay(), text: exactPesos(quote.repayment_centavos) },
          ]}
        />
        <MoneyBar
          parts={moneyParts(quote, {
            arrival: m.home_you_receive(),
            fee: m.home_fees(),
            interest: m.home_interest(),
            vat: m.home_vat(),
          })}
        />
        <div className={css.cost}>
          <CostRate
            name={m.home_cftea()}
            text={formatRate(quote.cftea_basis_points)}
            others={m.home_rates({ tna: formatRate(quote.tna_basis_points), tea: formatRate(quote.tea_basis_points) })}
          />
        </div>
      </div>
    </Card>
  )
}

/** Round amounts of the usual length, so that the place that is held has exactly the shape of what comes. */
const ghostAmount = pesos(100_000)
const ghostQuote: Shown = {
  amount_centavos: ghostAmount,
  arrival_centavos: ghostAmount,
  repayment_centavos: ghostAmount,
  fee_centavos: ghostAmount,
  interest_centavos: ghostAmount,
  vat_centavos: ghostAmount,
  term_days: 91,
  tna_basis_points: 9000,
  tea_basis_points: 10_000,
  cftea_basis_points: 10_000,
}

/** The card itself with its words turned into blocks: nothing moves when the real figures arrive. */
function OfferSkeleton(): ReactNode {
  return (
    <section aria-busy="true" aria-label={m.home_offer_loading()}>
      <div className={css.ghost} aria-hidden="true">
        <Example quote={ghostQuote} note={null} />
      </div>
    </section>
  )
}
