import type { RetOf } from '@hola/core/contract/contract.ts'

export type Order = RetOf<'loan/order'>['order']
/** Who signed the loan and pays it. */
export type Borrower = RetOf<'loan/order'>['borrower']
export type Payment = Order['payments'][number]
export type PayOptions = RetOf<'app/get_pay_option'>
export type Method = PayOptions['methods'][number]

export const orderUrl = (orderId: string) => `/pages/order-detail/order-detail?order_id=${orderId}` as const

export const repayUrl = (orderId: string) => `/pages/repay/repay?order_id=${orderId}` as const

/** Asks for the loan again in the background: what is shown stays until the answer is there, and a failure is no toast. */
export const followOrder = (): void => {
  import('../../lib/query.ts').then(
    ({ queryClient }) => queryClient.invalidateQueries({ queryKey: ['loan/order'] }),
    // Not loaded, so nothing of it is on the screen.
    () => undefined,
  )
}
