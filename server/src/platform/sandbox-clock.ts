import type { Clock } from '@hola/core/clock.ts'
import type { Pool, Tx } from './db/public.ts'

/**
 * The product's clock in sandbox mode: real time plus an offset that people move forward. The offset lives in the
 * database, so it survives a restart and several processes agree on it; each process keeps a copy, because `now()`
 * cannot wait, and renews it at the start of every request and every job.
 */
export type SandboxClock = Clock & {
  readonly offsetMs: () => number
  readonly realNow: () => Date
  /** Reads the shared offset again. */
  readonly refresh: () => Promise<void>
  /** Takes over the shared offset from whoever has just read it together with something else. */
  readonly follow: (sharedOffsetMs: number | null) => void
}

export const openSandboxClock = async (pool: Pool, realClock: Clock): Promise<SandboxClock> => {
  let offsetMs = 0
  const follow = (sharedOffsetMs: number | null): void => {
    offsetMs = sharedOffsetMs ?? 0
  }
  const refresh = async () => {
    const { rows } = await pool.query<{ offset_ms: number }>({
      name: 'sandbox-clock',
      text: 'SELECT offset_ms FROM sandbox_clock',
    })
    follow(rows[0]?.offset_ms ?? null)
  }
  await refresh()
  return {
    now: () => new Date(realClock.now().getTime() + offsetMs),
    realNow: () => realClock.now(),
    offsetMs: () => offsetMs,
    refresh,
    follow,
  }
}

/** Locks the shared offset for the rest of the transaction: two people moving the clock at once move it one after the other. */
export const lockClockOffset = async (tx: Tx): Promise<number> => {
  await tx.query('INSERT INTO sandbox_clock (offset_ms) VALUES (0) ON CONFLICT DO NOTHING', [])
  const { rows } = await tx.query<{ offset_ms: number }>('SELECT offset_ms FROM sandbox_clock FOR UPDATE', [])
  return Number(rows[0]?.offset_ms ?? 0)
}

export const saveClockOffset = async (tx: Tx, offsetMs: number): Promise<void> => {
  await tx.query('UPDATE sandbox_clock SET offset_ms = $1', [offsetMs])
}
