import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'

type Split = DeskRetOf<'loans/what_if'>['split']

const lines: readonly (readonly [keyof Split, () => string])[] = [
  ['late_centavos', m.desk_people_split_late],
  ['vat_centavos', m.desk_people_split_vat],
  ['interest_centavos', m.desk_people_split_interest],
  ['principal_centavos', m.desk_people_split_principal],
  ['credit_centavos', m.desk_people_split_credit],
]

/** Where a payment went, in one sentence. */
export const saySplit = (split: Split): string =>
  m.desk_people_split({
    lines: lines
      .filter(([name]) => split[name] !== 0)
      .map(([name, says]) => `${says()} ${formatPesos(split[name])}`)
      .join(', '),
  })
