/** What a borrower can be told about and can turn off. Codes, answers to her requests and the end of a right are none of it. */
export const messageTopics = ['decision', 'money', 'payment', 'due', 'level'] as const

export type MessageTopic = (typeof messageTopics)[number]

/** What she is told as soon as it has happened: the kinds of news, and the topic of each. */
export const newsTopics = {
  approved: 'decision',
  refused: 'decision',
  /** Her application came back: a photo, or what the card says otherwise. */
  to_mend: 'decision',
  money_sent: 'money',
  money_back: 'money',
  payment_credited: 'payment',
  /** The payer's bank, or the provider, has taken a payment back. */
  payment_reversed: 'payment',
} as const satisfies Readonly<Record<string, MessageTopic>>

export type NewsKind = keyof typeof newsTopics

export const newsKinds = Object.keys(newsTopics) as readonly NewsKind[]
