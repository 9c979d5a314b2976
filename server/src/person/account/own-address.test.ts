import { describe, expect, test } from 'vitest'
import { newApplicant } from '../application/test-application.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { logInSomebody, openTestServer } from '../../edge/http/test-server.ts'
import type { Message } from '../../providers/messages/port.ts'
import { findOwner, sendToOwner } from './own-address.ts'

const { pool } = await testDatabase()
const server = await openTestServer(pool)
const { app, services } = server

const ownerOf = (userId: string) => inTransaction(pool, (tx) => findOwner(tx, services.sealer, userId))

const messages = (sent: Message[]) => ({
  send: async (message: Message) => {
    sent.push(message)
    return 'sent' as const
  },
})

describe('who is written to about what is hers', () => {
  test.each([
    ['phone', '+5491145550101'],
    ['mail', 'lucia@hola.example'],
  ] as const)('by %s, as she logs in', async (kind, value) => {
    const { userId } = await newApplicant(server, { kind, value })
    const owner = await ownerOf(userId)
    if (owner === undefined) throw new Error('nobody')
    const sent: Message[] = []
    await sendToOwner(messages(sent), owner, { subject: 'About', text: 'Something' })
    expect(sent).toEqual([
      {
        channel: kind,
        to: value,
        language: 'es',
        subject: 'About',
        text: 'Something',
        code: null,
        deliveryId: null,
        validForMs: null,
      },
    ])
  })

  test('nobody, for an account without an address', async () => {
    expect(await ownerOf((await logInSomebody(services)).userId)).toBeUndefined()
  })

  test('an address from anywhere else does not compile', () => {
    const named = { kind: 'phone', value: '+5493515551234' } as const
    const words = { subject: '', text: '' }
    const attempt = () =>
      // @ts-expect-error -- only findOwner makes an owner
      sendToOwner(messages([]), { address: named, language: 'es' }, words)
    expect(attempt).toBeTypeOf('function')
  })
})

test('the language is the one she named last; a call without one says nothing', async () => {
  const { userId, token } = await newApplicant(server, { kind: 'mail', value: 'elena@hola.example' })
  const call = (headers: object) =>
    app.inject({ method: 'POST', url: '/api/app/home', headers: { token, ...headers }, payload: {} })
  const languages: (string | undefined)[] = [(await ownerOf(userId))?.language]
  for (const headers of [{ language: 'en' }, {}, { language: 'es' }, { language: 'en' }]) {
    await call(headers)
    languages.push((await ownerOf(userId))?.language)
  }
  expect(languages).toEqual(['es', 'en', 'en', 'es', 'en'])
})
