import { inTransaction } from '../../platform/db/public.ts'
import { adapter } from '../registry.ts'
import type { MessageAdapter, MessageMeans, Messages } from './port.ts'
import { recordMessage } from './sandbox-outbox.ts'

/** Sends to the sandbox page instead of to people. */
export const sandboxMessages = ({ pool, clock, random, sealer }: MessageMeans): Messages => ({
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

export const sandbox: MessageAdapter = adapter({
  name: 'sandbox',
  isSandbox: true,
  rows: [],
  read: () => ({}),
  open: (_settings, means) => sandboxMessages(means),
})
