import { civilDayOf, dueDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { quote } from '@hola/core/loan/quote.ts'
import { centavos } from '@hola/core/money.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import { currentProducts } from './publications.ts'

type Listed = RetOf<'app/get_product_list'>['products'][number]

/** The products with their full cost. The example is what the money would cost if it left today. */
export const getProductList: Handler<'app/get_product_list'> = async ({ services, language }) => {
  const { holidays } = services.reference
  const products = await inTransaction(services.pool, currentProducts)
  const payoutDay = civilDayOf(services.clock.now())
  return {
    products: products.map(({ product, versionNumber }): Listed => {
      const example = quote({
        pricing: {
          feeBasisPoints: product.fee_basis_points,
          tnaBasisPoints: product.tna_basis_points,
          vatBasisPoints: product.vat_basis_points,
        },
        amount: centavos(product.example.amount_centavos),
        termDays: product.example.term_days,
        payoutDay,
        holidays,
      })
      return {
        product_id: product.product_id,
        version: String(versionNumber),
        name: product.name[language],
        amount_min_centavos: centavos(product.amount_min_centavos),
        amount_max_centavos: centavos(product.amount_max_centavos),
        amount_step_centavos: centavos(product.amount_step_centavos),
        terms: product.term_days.map((termDays) => ({
          term_days: termDays,
          due_day: dueDay(payoutDay, termDays, holidays),
        })),
        default_term_days: product.default_term_days,
        pricing: {
          fee_basis_points: product.fee_basis_points,
          tna_basis_points: product.tna_basis_points,
          vat_basis_points: product.vat_basis_points,
          late_one_time_basis_points: product.late_one_time_basis_points,
          late_one_time_unpaid_min_centavos: centavos(product.late_one_time_unpaid_min_centavos),
          late_daily_basis_points: product.late_daily_basis_points,
          late_max_basis_points: product.late_max_basis_points,
        },
        partial_payment_min_centavos: centavos(product.partial_payment_min_centavos),
        example: {
          amount_centavos: example.amount,
          term_days: example.termDays,
          fee_centavos: example.fee,
          arrival_centavos: example.arrival,
          interest_centavos: example.interest,
          vat_centavos: example.vat,
          repayment_centavos: example.repayment,
          payout_day: example.payoutDay,
          due_day: example.dueDay,
          tna_basis_points: example.tnaBasisPoints,
          tea_basis_points: example.teaBasisPoints,
          cftea_basis_points: example.cfteaBasisPoints,
        },
      }
    }),
  }
}
