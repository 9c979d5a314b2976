import type { DeviceDataKind } from '@hola/core/device/limits.ts'
import type { Pool } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { BlindIndex, Sealer } from '../../platform/sealed/public.ts'
import { indexAgreement } from '../../lending/agreement/public.ts'
import type { AddressKind } from '../../person/account/public.ts'
import { keyOf, listAddresses, openAddress } from '../../person/account/public.ts'
import { readSteps } from '../../person/application/public.ts'
import { indexSealedRecord } from '../../person/device-data/public.ts'
import { indexDni, indexForm, personOf } from '../../person/identity/public.ts'
import { holdings } from '../../rights/privacy/public.ts'

/** A row as it stands in its table. */
export type Row = Readonly<Record<string, unknown>>

/** By what a value is found that is known by its index alone. */
export type Means = { readonly pool: Pool; readonly sealer: Sealer }

/**
 * Computes an index again from the value that it stands for. Undefined, or one that is not the stored one: nobody has the
 * value any more, and the index is inherited by the next key.
 */
type Recompute = (
  row: Row,
  opened: ReadonlyMap<string, Buffer>,
  means: Means,
) => BlindIndex | undefined | Promise<BlindIndex | undefined>

const unknown: Recompute = () => undefined

export type SealedTable = {
  readonly table: string
  /** The columns that name the row where its sealed values live. */
  readonly row: readonly string[]
  readonly sealed: readonly string[]
  readonly indexes: Readonly<Record<string, Recompute>>
  /** Lists of indexes whose values nobody has. */
  readonly indexLists?: readonly string[]
  /** By index column, as SQL: rows in which it is a plain hash that no key has made. */
  readonly plain?: Readonly<Record<string, string>>
  /** What two rows with the same index are: one value that came under two keys, of which one is enough. */
  readonly isSameTwice?: boolean
}

const text = (opened: ReadonlyMap<string, Buffer>, column: string): string => opened.get(column)?.toString() ?? ''

const formOf = async ({ pool, sealer }: Means, row: Row) =>
  (await inTransaction(pool, (tx) => readSteps(tx, sealer, String(row['user_id'])))).basic?.info

const addressOf: Recompute = async (row, _, { pool, sealer }) => {
  const found = (await inTransaction(pool, (tx) => listAddresses(tx, String(row['user_id'])))).find(
    ({ kind }) => kind === row['kind'],
  )
  const value = found && openAddress(sealer, found, found.sealedAddress)
  return value === undefined ? undefined : keyOf(sealer, { kind: row['kind'] as AddressKind, value }).addressIndex
}

const networks = { network_index: unknown, block_56_index: unknown, block_48_index: unknown }

/** Indexes, and how each is computed again. */
const indexesOf: Readonly<Record<string, Omit<SealedTable, 'table' | 'row' | 'sealed'>>> = {
  login_address: {
    indexes: {
      address_index: (row, opened, { sealer }) =>
        keyOf(sealer, { kind: row['kind'] as AddressKind, value: text(opened, 'sealed_address') }).addressIndex,
    },
  },
  login_code: {
    indexes: { address_index: unknown, asker_index: unknown, ...networks },
    indexLists: ['tried_by'],
  },
  login_origin: {
    indexes: { address_index: addressOf, origin_index: unknown },
    plain: { origin_index: `origin = 'browser'` },
    isSameTwice: true,
  },
  consumer_request: {
    indexes: {
      address_index: (row, opened, { sealer }) =>
        keyOf(sealer, { kind: row['channel'] as AddressKind, value: text(opened, 'sealed_address') }).addressIndex,
      ...networks,
    },
  },
  photo: { indexes: { image_index: unknown } },
  identity_verdict: {
    indexes: {
      form_index: async (row, _, means) => {
        const form = await formOf(means, row)
        return form && indexForm(means.sealer, personOf(form))
      },
    },
  },
  identity_trace: {
    indexes: {
      dni_index: async (row, _, means) => {
        const form = await formOf(means, row)
        return form && indexDni(means, personOf(form).dni)
      },
    },
  },
  bureau_report: { indexes: { cuil_index: unknown } },
  agreement: {
    indexes: {
      facts_index: (_, opened, { sealer }) =>
        opened.has('sealed_facts') ? indexAgreement({ sealer }, text(opened, 'sealed_facts')) : undefined,
    },
  },
  apply_request: { indexes: { body_index: unknown } },
  repay_request: { indexes: { body_index: unknown } },
  device_record: {
    indexes: {
      record_index: (row, opened, { sealer }) =>
        indexSealedRecord(sealer, {
          userId: String(row['user_id']),
          kind: row['kind'] as DeviceDataKind,
          opened: text(opened, 'sealed_record'),
        }),
    },
    isSameTwice: true,
  },
}

const sealedElsewhere: readonly Pick<SealedTable, 'table' | 'row' | 'sealed'>[] = [
  { table: 'erasure', row: ['user_id'], sealed: ['sealed_owner', 'sealed_identity'] },
  { table: 'sandbox_message', row: ['id'], sealed: ['sealed_message'] },
]

/** Everything in the database that a key of fields has made. A test holds it against the catalogue of the database. */
export const sealedTables: readonly SealedTable[] = (() => {
  const sealed = [
    ...holdings.map((holding) => ({
      table: holding.table,
      row: holding.key,
      sealed: Object.keys(holding.sealed),
    })),
    ...sealedElsewhere,
  ].filter((one) => one.sealed.length > 0)
  const names = new Set([...sealed.map(({ table }) => table), ...Object.keys(indexesOf)])
  return [...names].map((table) => ({
    ...(sealed.find((one) => one.table === table) ?? { table, row: [], sealed: [] }),
    indexes: {},
    ...indexesOf[table],
  }))
})()
