/** An answer of app/get_product_list, with the figures of the reference pictures. */
export const fakeProducts = {
  products: [
    {
      product_id: 'single-payment',
      version: '1',
      name: 'Single-payment loan',
      amount_min_centavos: 2_000_000,
      amount_max_centavos: 50_000_000,
      amount_step_centavos: 500_000,
      terms: [
        { term_days: 62, due_day: '2027-01-18' },
        { term_days: 91, due_day: '2027-02-15' },
        { term_days: 120, due_day: '2027-03-16' },
      ],
      default_term_days: 91,
      pricing: {
        fee_basis_points: 1000,
        tna_basis_points: 9000,
        vat_basis_points: 2100,
        late_one_time_basis_points: 500,
        late_one_time_unpaid_min_centavos: 100_000,
        late_daily_basis_points: 400,
        late_max_basis_points: 10_000,
      },
      partial_payment_min_centavos: 100_000,
      example: {
        amount_centavos: 12_000_000,
        term_days: 91,
        fee_centavos: 1_200_000,
        arrival_centavos: 10_800_000,
        interest_centavos: 2_692_603,
        vat_centavos: 565_447,
        repayment_centavos: 15_258_050,
        payout_day: '2026-11-16',
        due_day: '2027-02-15',
        tna_basis_points: 9000,
        tea_basis_points: 12_524,
        cftea_basis_points: 29_990,
      },
    },
  ],
}
