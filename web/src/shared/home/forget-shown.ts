/** What was signed, paid or corrected changes Home, the limit, the coupons and the orders: all of it is asked anew. */
export const forgetShown = (): void => {
  import('../../lib/query.ts').then(
    ({ queryClient }) => queryClient.resetQueries(),
    // Not loaded, so nothing old is kept.
    () => undefined,
  )
}
