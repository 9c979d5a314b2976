import type {
  ClockMove,
  ClockRet,
  MessagesRet,
  PayBody,
  PaymentsRet,
  SpecimensBody,
  SpecimensRet,
} from '../server/src/edge/sandbox/shapes.ts'
import type { Person } from './people.ts'

async function ask<Ret>(url: string, path: string, body?: unknown): Promise<Ret> {
  const answer = await fetch(`${url}/sandbox/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const envelope = (await answer.json()) as { code: string; msg: string; ret: Ret }
  if (envelope.code !== '0') throw new Error(`${path}: ${envelope.code} ${envelope.msg}`)
  return envelope.ret
}

export const readClock = (url: string): Promise<ClockRet> => ask(url, 'clock')
export const moveClock = (url: string, move: ClockMove): Promise<ClockRet> => ask(url, 'clock', move)
export const resetClock = (url: string): Promise<ClockRet> => ask(url, 'clock/reset', {})

/** The last code that was sent to somebody, as she would read it on her phone. */
export async function codeSentTo(url: string, recipient: string): Promise<string> {
  const { messages } = await ask<MessagesRet>(url, 'messages')
  const code = messages.find((message) => message.recipient === recipient && message.code !== null)?.code
  if (!code) throw new Error(`no code was sent to ${recipient}`)
  return code
}

export type Specimens = Readonly<Record<'id_front' | 'id_back' | 'selfie', Buffer>>

/** The photographs that a person would take, with one thing wrong or nothing. */
export async function specimensOf(
  url: string,
  { firstName, lastName, dni, birthDay, gender }: Person,
  variant: SpecimensBody['variant'] = 'ok',
): Promise<Specimens> {
  const person = { first_name: firstName, last_name: lastName, dni, birth_day: birthDay, gender, variant }
  const { front_base64, back_base64, selfie_base64 } = await ask<SpecimensRet>(url, 'specimens', person)
  return {
    id_front: Buffer.from(front_base64, 'base64'),
    id_back: Buffer.from(back_base64, 'base64'),
    selfie: Buffer.from(selfie_base64, 'base64'),
  }
}

/** The payment that somebody was told how to make on an order is made: its reference, and the money as the test wants it. */
export async function payFor(url: string, orderId: string, money: Omit<PayBody, 'reference'> = {}): Promise<void> {
  const { payments } = await ask<PaymentsRet>(url, 'payments')
  const waiting = payments.find(({ order_id, state }) => order_id === orderId && state === 'waiting')
  if (waiting === undefined) throw new Error(`nobody was told how to pay on ${orderId}`)
  await ask(url, 'payments/pay', { reference: waiting.reference, ...money })
}
