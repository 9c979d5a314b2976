import { readFile } from 'node:fs/promises'
import type { Publication } from '../../lending/catalog/public.ts'
import { currentPublications } from '../../lending/catalog/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { Answer } from './print.ts'
import { pairs, parts, showPesos, showRate, showTime } from './print.ts'
import { DeskProblem } from './problem.ts'

const show = ({ product, versionNumber, publishedAt, publishedBy }: Publication): string =>
  parts(
    `${product.product_id}, version ${versionNumber}: ${product.name.es}\n${pairs([
      ['published', `${showTime(publishedAt)} by ${publishedBy}`],
      ['channels', product.channels.join(', ')],
      [
        'amounts',
        `${showPesos(product.amount_min_centavos)} to ${showPesos(product.amount_max_centavos)} in steps of ${showPesos(product.amount_step_centavos)}`,
      ],
      ['terms', `${product.term_days.join(', ')} days, ${product.default_term_days} by default`],
      ['fee', showRate(product.fee_basis_points)],
      ['TNA', showRate(product.tna_basis_points)],
      ['VAT on interest', showRate(product.vat_basis_points)],
      [
        'late',
        `${showRate(product.late_one_time_basis_points)} once from ${showPesos(product.late_one_time_unpaid_min_centavos)} unpaid on, ${showRate(product.late_daily_basis_points)} a day, ${showRate(product.late_max_basis_points)} at most`,
      ],
      ['partial payments', `from ${showPesos(product.partial_payment_min_centavos)}`],
    ])}`,
  )

export const showProducts = async ({ pool }: Services): Promise<Answer> => {
  const publications = await inTransaction(pool, currentPublications)
  return {
    text: publications.map(show).join('\n\n'),
    json: publications.map(({ product, versionNumber, publishedAt, publishedBy }) => ({
      version: versionNumber,
      published_at: publishedAt.toISOString(),
      published_by: publishedBy,
      product,
    })),
  }
}

/** The file as it stands; whether it can be offered, the proposal says. */
export const readProducts = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    throw new DeskProblem(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
