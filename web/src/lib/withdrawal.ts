/** Within these the borrower gives back what she received and owes nothing else (right of withdrawal). */
export const WITHDRAWAL_BUSINESS_DAYS = 10
