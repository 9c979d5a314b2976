import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'

export type Receipt = DeskRetOf<'receipts/list'>['receipts'][number]

/** Money is known by who told us of it and under which id. */
export const idOf = ({ provider, provider_payment_id }: Receipt): string => `${provider}/${provider_payment_id}`
