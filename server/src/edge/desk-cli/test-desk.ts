import type { StaffRole } from '@hola/core/desk-contract/roles.ts'
import { expect } from 'vitest'
import type { Pool } from '../../platform/db/pool.ts'
import { poolOfDesk } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { addMember } from '../../staff/member/members.ts'
import { openStaffSession } from '../../staff/member/sessions.ts'
import { findMemberByName } from '../../staff/member/store.ts'
import type { Services } from '../services.ts'
import type { Outcome } from './run.ts'
import { runDesk } from './run.ts'

/** A member of the staff with a live session, whatever time the test has come to. */
export const signInTest = (services: Services, name: string, role: StaffRole) =>
  inTransaction(poolOfDesk(services.pool), async (tx) => {
    const member = (await findMemberByName(tx, name)) ?? (await addMember(tx, services, { name, role }))
    if (member === undefined) throw new Error('the test found no member and could make none')
    return openStaffSession(tx, services, { member, channel: 'command_line' })
  })

/** Types a line, or its words, at the command line of a member who has just signed in: ana, a supervisor, unless told. */
export const typeAtDesk = async (
  services: Services,
  line: string | readonly string[],
  { name, role }: { readonly name: string; readonly role: StaffRole } = { name: 'ana', role: 'supervisor' },
): Promise<Outcome> => {
  const words = typeof line === 'string' ? (line.match(/(?:"[^"]*"|\S)+/g) ?? []) : line
  const args = typeof line === 'string' ? words.map((word) => word.replaceAll('"', '')) : words
  let token: string | undefined = name === '' ? undefined : (await signInTest(services, name, role)).token
  const session = {
    read: async () => token,
    keep: async (kept: string) => void (token = kept),
    forget: async () => void (token = undefined),
  }
  return runDesk(args, async () => ({ services, terminal: { session, say: () => {} }, close: async () => {} }))
}

/** The same line when it takes two people: ana proposes, vera looks at it and approves. Ends like whichever went wrong. */
export const typeByTwo = async (services: Services, line: string | readonly string[]): Promise<Outcome> => {
  const words = typeof line === 'string' ? `${line} --json` : [...line, '--json']
  const proposed = await typeAtDesk(services, words)
  if (proposed.exitCode !== 0) return proposed
  const { proposal_id: id, seen_sha256: seen } = JSON.parse(proposed.said) as Record<string, string>
  const approve = ['approve-proposal', id ?? '', '--seen', seen ?? '', '--why', 'looked at it', '--json']
  return typeAtDesk(services, approve, { name: 'vera', role: 'supervisor' })
}

/** What a line said when it was done or refused; anything else fails the test. */
export const outcomesOf = (type: (line: string) => Promise<Outcome>) => {
  const done = async (line: string): Promise<string> => {
    const outcome = await type(line)
    expect(outcome).toEqual({ exitCode: 0, said: expect.any(String), complaint: '' })
    return outcome.said
  }
  const json = async (line: string) => JSON.parse(await done(`${line} --json`))
  const refused = async (line: string): Promise<string> => {
    const outcome = await type(line)
    expect(outcome).toEqual({ exitCode: 1, said: '', complaint: expect.stringMatching(/^[^\n]+$/) })
    return outcome.complaint
  }
  return { done, json, refused }
}

/** Everything that the staff did, the oldest first. */
export const actsIn = async (pool: Pool) =>
  (await pool.query('SELECT acted_at, actor, act, user_id, details, why FROM desk_act ORDER BY entry_number')).rows
