/** Disposición 954/2025: so soon whoever regrets or unsubscribes gets her number, by the way she wrote. */
export const CONSUMER_ANSWER_HOURS = 24

/** So soon a person has answered a complaint: BCRA, Protección de los usuarios de servicios financieros, section 3. */
export const COMPLAINT_ANSWER_BUSINESS_DAYS = 10

/** Who hears of what a lender did not solve. */
export const authorities = {
  consumerDefence: 'https://www.argentina.gob.ar/defensadelconsumidor',
  centralBank: 'https://www.bcra.gob.ar/reclamo-productos-servicios-financieros',
} as const
