import type { Centavos } from '@hola/core/money.ts'
import { add } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import { findOrder } from '../order/public.ts'
import { findReceipt, recordTransfer, staffCollectorOf } from '../repayment/public.ts'
import type { Services } from '../services.ts'
import { linesToEnter, matchLines } from './match.ts'
import type { ReadLine } from './read-statement.ts'
import { findImport, listLines } from './store.ts'

export type Entered = {
  readonly fileName: string
  readonly total: Centavos
  /** Each transfer, and the loan on which its reference placed it. */
  readonly transfers: readonly { readonly line: ReadLine; readonly orderNumber: string | null }[]
}

export type EnterProblem = 'no_such_statement' | 'no_transfer_account' | 'nothing_to_enter'

/** Enters the transfers of a statement that are not in the books yet, so many at once at most. Done twice, they are once. */
export const enterStatement = async (tx: Tx, services: Services, importId: string): Promise<Entered | EnterProblem> => {
  const provider = staffCollectorOf(services)?.provider
  if (provider === undefined) return 'no_transfer_account'
  const found = await findImport(tx, importId)
  if (found === undefined) return 'no_such_statement'
  const wanted = linesToEnter(await matchLines(tx, services, await listLines(tx, importId)))
  if (wanted.length === 0) return 'nothing_to_enter'
  const transfers: Entered['transfers'][number][] = []
  for (const { line } of wanted) {
    const { providerPaymentId, amount, paidDay, words } = line
    const key = { provider, providerPaymentId }
    await recordTransfer(tx, services, { ...key, amount, paidDay, reference: words === '' ? null : words })
    const receipt = await findReceipt(tx, key, { locked: false })
    const order =
      receipt === undefined || receipt.userId === null || receipt.orderId === null
        ? undefined
        : await findOrder(tx, receipt.userId, receipt.orderId)
    transfers.push({ line, orderNumber: order?.orderNumber ?? null })
  }
  return { fileName: found.fileName, total: add(...transfers.map(({ line }) => line.amount)), transfers }
}
