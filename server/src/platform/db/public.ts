// What other rooms may use of this one. Nothing of it is imported past this file.

export { DatabaseProblem } from './database-problem.ts'
export type { EmbeddedPostgres } from './embedded.ts'
export { findRunningPostgres, hasEmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
export { migrate, pendingMigrations } from './migrate.ts'
export { shareOfPool } from './pool-share.ts'
export type { Pool } from './pool.ts'
export { openPool, poolOfDesk, socketOf } from './pool.ts'
export { prepared } from './prepared.ts'
export type { Tx } from './transaction.ts'
export { inTransaction } from './transaction.ts'
export type { WaitingKey, WaitingPage } from './waiting-page.ts'
export { waitingSql } from './waiting-page.ts'
