/**
 * What the law wants to read in the agreement of a consumer loan, item by item. Each section of the agreement says which
 * of these it fulfils, and a test holds that none is left out: an omission from article 36 makes the contract void.
 */
export const legalItems = [
  // Ley 24.240, article 36, (a) to (h).
  'ldc_36_a_description',
  'ldc_36_b_cash_price',
  'ldc_36_c_initial_outlay_and_financed_amount',
  'ldc_36_d_effective_annual_rate',
  'ldc_36_e_total_interest_or_total_cost',
  'ldc_36_f_amortisation',
  'ldc_36_g_payments',
  'ldc_36_h_extra_costs',
  // The central bank on the protection of those who use financial services, and on other non-financial lenders.
  'bcra_summary_of_key_clauses',
  'bcra_product_description',
  'bcra_lender_identity',
  'bcra_lender_registry_number',
  'bcra_borrower_identity',
  'bcra_fees',
  'bcra_revocation',
  'bcra_correction_of_errors',
  'bcra_express_confirmation',
  'bcra_downloadable_copy',
  'bcra_complaint_channels',
  // Ley 24.240, articles 34 and 36 (the end), 8 bis and 37.
  'ldc_34_withdrawal',
  'ldc_36_jurisdiction',
  'ldc_8bis_decent_treatment',
  'ldc_37_interpretation',
  // Civil and Commercial Code, articles 769 to 771 and 790 to 794, and our own ceiling.
  'late_charges',
  'late_charges_ceiling',
  'no_compounding',
  // What may be paid when, and what it pays.
  'early_repayment_free',
  'partial_payments',
  'allocation_order',
  'nobody_else_is_contacted',
  // Ley 25.326 with its two legends.
  'data_purpose_and_rights',
  'data_legend_access',
  'data_legend_authority',
  // Ley 25.506.
  'electronic_signature',
] as const

export type LegalItem = (typeof legalItems)[number]
