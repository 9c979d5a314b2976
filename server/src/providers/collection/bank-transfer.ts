import { adapter } from '../registry.ts'
import { accountAlias, accountNumber } from '../settings-reader.ts'
import type { CollectionAdapter, Collector } from './port.ts'
import { CollectionProblem, noInstructions } from './port.ts'

/** An account of the lender's own, to which people transfer with the reference as concept. */
type BankTransferSettings = { readonly cvu: string; readonly alias: string | null }

const NAME = 'bank-transfer'

/**
 * Transfers to the lender's own account. No machine tells of them: the staff enters them by the bank's statement, so
 * there is nobody to ask.
 */
const bankTransferCollection = ({ cvu, alias }: BankTransferSettings): Collector => ({
  provider: NAME,
  isEnteredByStaff: true,
  methods: [{ methodId: 'transfer', kind: 'transfer' }],
  request: async ({ expiresAt }) => ({ ...noInstructions, cvu, alias, expiresAt, providerRequestId: null }),
  find: async () => new CollectionProblem('unknown', 'a bank account cannot be asked'),
  search: async () => [],
  statement: async () => new CollectionProblem('unknown', 'the statement of a bank account is entered by hand'),
})

export const bankTransfer: CollectionAdapter = adapter({
  name: NAME,
  turnedOnBy: 'TRANSFER_ACCOUNT',
  rows: [
    {
      name: 'TRANSFER_ACCOUNT',
      default: 'none: no transfers beside COLLECTION',
      meaning: 'CBU or CVU of yours that people can transfer to with a reference; your staff enters what came',
    },
    { name: 'TRANSFER_ALIAS', default: 'none', meaning: 'alias of that account' },
  ],
  read: ({ given, read, complain }): BankTransferSettings => {
    if (given('TRANSFER_ALIAS') !== undefined && given('TRANSFER_ACCOUNT') === undefined)
      complain('TRANSFER_ACCOUNT', 'TRANSFER_ACCOUNT is missing: TRANSFER_ALIAS is the alias of that account')
    return {
      cvu: read('TRANSFER_ACCOUNT', ...accountNumber) ?? '',
      alias: read('TRANSFER_ALIAS', ...accountAlias) ?? null,
    }
  },
  open: (settings) => bankTransferCollection(settings),
})
