import type { Clock, Random } from '@hola/core/clock.ts'
import type { Pool } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { recordMessage } from './sandbox-outbox.ts'
import type { Sealer } from '../../platform/sealed/public.ts'
import type { Messages } from './port.ts'

export type SandboxGround = { pool: Pool; clock: Clock; random: Random; sealer: Sealer }

/** Sends to the sandbox page instead of to people. */
export const sandboxMessages = ({ pool, clock, random, sealer }: SandboxGround): Messages => ({
  send: async ({ channel, to, text, code }) => {
    await inTransaction(pool, (tx) =>
      recordMessage(tx, sealer, {
        id: random.uuid(),
        sentAt: clock.now(),
        channel: channel === 'phone' ? 'sms' : 'email',
        recipient: to,
        text,
        ...(code === null ? {} : { code }),
      }),
    )
    return 'sent'
  },
})
