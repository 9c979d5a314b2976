import type { Collector } from './port.ts'
import { CollectionProblem } from './port.ts'

/** An account of the lender's own, to which people transfer with the reference as concept. */
export type BankTransferSettings = { readonly cvu: string; readonly alias: string | null }

/**
 * Transfers to the lender's own account. No machine tells of them: the staff enters them by the bank's statement, so
 * there is nobody to ask.
 */
export const bankTransfer = ({ cvu, alias }: BankTransferSettings): Collector => ({
  provider: 'bank-transfer',
  methods: [{ methodId: 'transfer', kind: 'transfer' }],
  request: async ({ expiresAt }) => ({
    cvu,
    alias,
    qrText: null,
    checkoutUrl: null,
    ticketUrl: null,
    barcode: null,
    expiresAt,
    providerRequestId: null,
  }),
  find: async () => new CollectionProblem('unknown', 'a bank account cannot be asked'),
  search: async () => [],
  statement: async () => new CollectionProblem('unknown', 'the statement of a bank account is entered by hand'),
})
