import { idsOf, writeTransaction, type BankTransfer } from './mercado-pago-writing.ts'

/** The answer to `POST /v1/payouts`: it was taken, and nothing is said yet of its end. */
export const writeCreated = (one: BankTransfer) => {
  const { created_date: _made, last_update_date: _changed, ...transaction } = writeTransaction(one)
  return { id: idsOf(one).payoutId, external_reference: one.key, status: 'created', transactions: [transaction] }
}

/** The body of a message to the address of `config.notification_url`. */
export const writeNotification = (one: BankTransfer) => ({
  created_date: one.createdAt.toISOString(),
  external_reference: one.key,
  id: idsOf(one).transactionId,
  last_updated_date: one.updatedAt.toISOString(),
  payout: { external_reference: one.key, id: idsOf(one).payoutId },
  status: one.status,
})
