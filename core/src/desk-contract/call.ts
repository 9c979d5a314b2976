import * as z from 'zod/mini'
import type { Power } from './roles.ts'
import { confirmation } from './passkey.ts'

/**
 * One row of the desk's contract. `power` says who may; null stands for somebody who is not signed in yet. A `read`
 * changes nothing; an `act` is written down; a `confirmed` act is also signed with the passkey, for this call alone.
 */
export type DeskCall = {
  readonly power: Power | null
  readonly kind: 'read' | 'act' | 'confirmed'
  readonly summary: string
  readonly body: z.ZodMiniType
  readonly ret: z.ZodMiniType
  /** For a body that is larger than usual, like a file. */
  readonly body_limit_bytes?: number
  /** There in the sandbox alone. */
  readonly sandbox?: true
}

/** Keeps the exact schema types of a group of calls while checking each row's shape. */
export const deskCalls = <const Group extends Readonly<Record<string, DeskCall>>>(group: Group): Group => group

/** What is sent: a confirmed call stands beside the passkey's signature for it. */
export const sentBody = (call: DeskCall): z.ZodMiniType =>
  call.kind === 'confirmed' ? z.strictObject({ body: call.body, confirmation }) : call.body
