/** Disposición 954/2025: so soon whoever regrets or unsubscribes gets her number, by the way she wrote. */
export const CONSUMER_ANSWER_HOURS = 24

/** So soon a person has answered a complaint: BCRA, Protección de los usuarios de servicios financieros, section 3. */
export const COMPLAINT_ANSWER_BUSINESS_DAYS = 10

/** Ley 25.326, art. 14: so soon she has what is held about her. */
export const DATA_ACCESS_ANSWER_DAYS = 10

/** Ley 25.326, art. 16: so soon it is corrected, brought up to date or erased. */
export const DATA_CHANGE_ANSWER_BUSINESS_DAYS = 5

export const requestKinds = ['regret', 'unsubscribe', 'complaint', 'data_access', 'data_change'] as const

export type ConsumerRequestKind = (typeof requestKinds)[number]

/** Which law sets the clock of each kind, as the law is called. */
export const requestLaws: Readonly<Record<ConsumerRequestKind, string>> = {
  regret: 'Disposición 954/2025',
  unsubscribe: 'Disposición 954/2025',
  complaint: 'BCRA, Protección de los usuarios de servicios financieros',
  data_access: 'Ley 25.326, art. 14',
  data_change: 'Ley 25.326, art. 16',
}

/** What a person reads and answers in words: it waits until she has. The others are carried out. */
export const writtenKinds = ['complaint', 'data_access', 'data_change'] as const

export const isWritten = (kind: ConsumerRequestKind): boolean => writtenKinds.some((one) => one === kind)

/** Who hears of what a lender did not solve. */
export const authorities = {
  consumerDefence: 'https://www.argentina.gob.ar/defensadelconsumidor',
  centralBank: 'https://www.bcra.gob.ar/reclamo-productos-servicios-financieros',
} as const
