import type * as z from 'zod/mini'

/** Who may make a call: anybody, or only somebody with a live token. */
export type Access = 'guest' | 'user'

/**
 * One row of the contract. The server validates with `body`, answers with `ret`, and serves both as OpenAPI;
 * the web takes its types from the same row, so a changed row turns red on both sides at once.
 */
export type Call = {
  readonly access: Access
  readonly summary: string
  readonly body: z.ZodMiniType
  readonly ret: z.ZodMiniType
  /** The largest body the server reads for this call; most calls share the default. */
  readonly body_limit_bytes?: number
}

/** What a body may weigh in a call that names no limit of its own. */
export const BODY_LIMIT_BYTES = 64 * 1024

/** Keeps the exact schema types of a group of calls while checking each row's shape. */
export const calls = <const Group extends Readonly<Record<string, Call>>>(group: Group): Group => group
