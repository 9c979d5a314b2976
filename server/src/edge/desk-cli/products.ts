import { readFile } from 'node:fs/promises'
import type { CheckedProduct, Product, Publication } from '../../lending/catalog/public.ts'
import { CatalogueProblem, currentPublications, parseProducts, publishProduct } from '../../lending/catalog/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { Hand } from '../../staff/act/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import type { Answer } from './print.ts'
import { flatten, pairs, parts, showPesos, showRate, showTime } from './print.ts'
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

const readProducts = async (file: string): Promise<readonly CheckedProduct[]> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new DeskProblem(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  const products = parseProducts(text)
  if (products instanceof CatalogueProblem) throw new DeskProblem(`Not published: ${products.reason}.`)
  return products
}

type Change = { readonly field: string; readonly before: string; readonly after: string }

const changesBetween = (before: Product | undefined, after: Product): Change[] => {
  const old = new Map(before === undefined ? [] : flatten(before))
  return flatten(after)
    .map(([field, value]) => ({ field, before: old.get(field) ?? '-', after: value }))
    .filter((change) => change.before !== change.after)
}

type Done = { readonly productId: string; readonly version: number; readonly changes: readonly Change[] }

const publishOne = async (tx: Tx, services: Services, hand: Hand, product: CheckedProduct): Promise<Done> => {
  const now = services.clock.now()
  const { versionNumber, before, isChange } = await publishProduct(tx, { product, by: hand.name, now })
  if (isChange) {
    await recordAct(tx, services, hand, {
      act: 'publish',
      userId: null,
      details: {
        product_id: product.product_id,
        version: versionNumber,
        version_before: before?.versionNumber ?? null,
      },
    })
  }
  const changes = isChange ? changesBetween(before?.product, product) : []
  return { productId: product.product_id, version: versionNumber, changes }
}

const showDone = ({ productId, version, changes }: Done): string =>
  changes.length === 0
    ? `${productId} is offered like this already, as version ${version}: nothing was published.`
    : `${productId} is offered as version ${version} from now on. What changed:\n${pairs(
        changes.map(({ field, before, after }) => [field, `${before} -> ${after}`]),
      )}`

/** Offers what is in the file, all of it or nothing. */
export const publish = async (services: Services, hand: Hand, file: string): Promise<Answer> => {
  const products = await readProducts(file)
  const done = await inTransaction(services.pool, async (tx) => {
    const all: Done[] = []
    for (const product of products) all.push(await publishOne(tx, services, hand, product))
    return all
  })
  return {
    text: done.map(showDone).join('\n\n'),
    json: done.map(({ productId, version, changes }) => ({
      product_id: productId,
      version,
      is_change: changes.length > 0,
      changes,
    })),
  }
}
