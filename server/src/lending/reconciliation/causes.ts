/**
 * Why the books and a provider's statement differ: the whole list. What is explained stands in our own records and needs
 * time or a decision that is listed elsewhere; everything else is for a person to look into.
 */
export const causes = {
  in_suspense: { isExplained: true, words: 'it came, and nobody knows whose it is: see "suspense"' },
  refunded_by_hand: {
    isExplained: true,
    words: 'credit that went back to a borrower by hand, not through the provider',
  },
  refunded_by_provider: {
    isExplained: true,
    words: 'credit that goes back to a borrower through the payout provider',
  },
  refund_returned: { isExplained: true, words: 'a refund that the provider sent and that came back' },
  day_differs: { isExplained: true, words: 'the same money, on another day' },
  not_heard: { isExplained: true, words: 'the provider has paid it; we had not heard and ask now' },
  reversed: { isExplained: true, words: 'the provider has taken it back; we had not heard and ask now' },
  missing_in_books: { isExplained: false, words: 'the provider has it and we had never heard of it; we ask now' },
  missing_at_provider: { isExplained: false, words: 'our books have it and the provider does not know of it' },
  amount_differs: { isExplained: false, words: 'the amounts differ' },
  twice_at_provider: { isExplained: false, words: 'the provider has it a second time' },
  not_reversed: { isExplained: false, words: 'our books took it back and the provider did not; we ask now' },
  failed_in_books: { isExplained: false, words: 'the provider has paid what our books have as failed; we ask now' },
  failed_at_provider: { isExplained: false, words: 'our books have it as paid and the provider as failed' },
  not_booked: { isExplained: false, words: 'we heard of it, and the books of the loan do not say so' },
  not_readable: {
    isExplained: false,
    words: 'the provider’s statement has something here that cannot be read: look at the file',
  },
  not_answered: {
    isExplained: false,
    words: 'it is not on the statement, and the provider cannot be asked about it now',
  },
} as const

export type Cause = keyof typeof causes
