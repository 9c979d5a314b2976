import type { Pool } from '../../platform/db/public.ts'

/**
 * What limits are counted with: a transaction that holds their locks, where the count decides, or the pool before one is
 * open, where it only refuses. So whoever is over a limit waits for no lock and keeps nobody else waiting.
 */
export type Reader = {
  readonly query: <Row extends object>(text: string, values: readonly unknown[]) => Promise<{ rows: Row[] }>
}

export const readerOf = (pool: Pool): Reader => ({
  query: <Row extends object>(text: string, values: readonly unknown[]) => pool.query<Row>(text, [...values]),
})
