/** The server's sandbox/shapes.ts, as this page reads it. */
export type SentMessage = {
  readonly id: string
  readonly sent_at: string
  readonly channel: 'sms' | 'email' | 'whatsapp'
  readonly recipient: string
  readonly text: string
  readonly code: string | null
}

export type ClockFace = { readonly now: string; readonly real_now: string; readonly offset_ms: number }

export type ClockMove = { readonly advance_ms: number } | { readonly to: string }

/** `variant` is what is wrong with the photos, if anything. */
export type SpecimenPerson = {
  readonly first_name: string
  readonly last_name: string
  readonly dni: string
  readonly birth_day: string
  readonly gender: 'f' | 'm' | 'x'
  readonly variant: 'ok' | 'other_dni' | 'other_face' | 'blurred' | 'expired'
}

/** Three JPEG photos. */
export type Specimens = {
  readonly front_base64: string
  readonly back_base64: string
  readonly selfie_base64: string
}

/** Rejects with the server's own words, or with an empty text when it could not be reached. */
const call = async <Ret>(path: string, language: string, body?: object): Promise<Ret> => {
  let answer: { msg?: string; ret?: Ret }
  try {
    const response = await fetch(`/sandbox/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { language, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    answer = await response.json()
  } catch (problem) {
    throw new Error('', { cause: problem })
  }
  if (answer.msg || answer.ret === undefined) throw new Error(answer.msg ?? '')
  return answer.ret
}

export const readMessages = async (language: string): Promise<readonly SentMessage[]> =>
  (await call<{ messages: SentMessage[] }>('messages', language)).messages

export const readClock = (language: string): Promise<ClockFace> => call('clock', language)

export const moveClock = (language: string, move: ClockMove): Promise<ClockFace> => call('clock', language, move)

export const resetClock = (language: string): Promise<ClockFace> => call('clock/reset', language, {})

export const makeSpecimens = (language: string, person: SpecimenPerson): Promise<Specimens> =>
  call('specimens', language, person)
