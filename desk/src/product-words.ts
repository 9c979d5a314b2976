import { m } from '@hola/i18n/compiled/messages.js'

/** The fields of a product, as its editor and a proposal of it call them. */
export const fieldNames = {
  name_es: m.desk_money_field_name_es,
  name_en: m.desk_money_field_name_en,
  amount_min_centavos: m.desk_money_field_amount_min,
  amount_max_centavos: m.desk_money_field_amount_max,
  amount_step_centavos: m.desk_money_field_amount_step,
  term_days: m.desk_money_field_terms,
  default_term_days: m.desk_money_field_default_term,
  fee_basis_points: m.desk_money_field_fee,
  tna_basis_points: m.desk_money_field_tna,
  vat_basis_points: m.desk_money_field_vat,
  late_one_time_basis_points: m.desk_money_field_late_once,
  late_one_time_unpaid_min_centavos: m.desk_money_field_late_from,
  late_daily_basis_points: m.desk_money_field_late_daily,
  late_max_basis_points: m.desk_money_field_late_max,
  partial_payment_min_centavos: m.desk_money_field_partial_min,
  example_amount_centavos: m.desk_money_field_example_amount,
  example_term_days: m.desk_money_field_example_term,
} as const satisfies Readonly<Record<string, () => string>>
