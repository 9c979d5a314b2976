import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatPesos } from '@hola/core/money.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { MoneyPart } from '@hola/ui/format/money-bar.tsx'

export type Product = RetOf<'app/get_product_list'>['products'][number]
export type Quote = Product['example']

/** `$ 120.000` when there are no centavos to show, `$ 152.580,50` when there are. */
export const shortPesos = (amount: Centavos): string => formatPesos(amount, { centavos: false })

/** `$ 120.000,00`: figures that stand beside each other all carry their centavos. */
export const exactPesos = (amount: Centavos): string => formatPesos(amount)

/** Where the money of a loan goes, in the one order that every bar keeps. */
export const moneyParts = (
  quote: Pick<Quote, 'arrival_centavos' | 'fee_centavos' | 'interest_centavos' | 'vat_centavos'>,
  labels: Readonly<Record<'arrival' | 'fee' | 'interest' | 'vat', string>>,
): MoneyPart[] =>
  (
    [
      ['arrival', quote.arrival_centavos],
      ['fee', quote.fee_centavos],
      ['interest', quote.interest_centavos],
      ['vat', quote.vat_centavos],
    ] as const
  ).map(([kind, amount]) => ({ kind, label: labels[kind], text: exactPesos(amount), share: amount }))
