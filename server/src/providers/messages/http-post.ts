import { SendProblem } from './port.ts'

/** What a provider says fits into far less; the rest of an answer that does not end is not waited for. */
const ANSWER_LENGTH_MAX = 64 * 1024

export type HttpAnswer = { readonly status: number; readonly json: unknown; readonly retryAfterMs: number }

/** One request to a provider. What comes back is an answer of whatever status, or the problem that there is none. */
export const postTo = async (
  provider: string,
  url: string,
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<HttpAnswer | SendProblem> => {
  try {
    // Credentials go to the address that was configured and to no other.
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
    const text = await readText(response)
    if (text === undefined) return new SendProblem('unavailable', `${provider} answered too much`)
    return { status: response.status, json: parse(text), retryAfterMs: retryAfterMsOf(response.headers) }
  } catch (error) {
    const reason = signal.aborted ? 'timed out' : codeOf(error)
    return new SendProblem('unavailable', `${provider} ${reason}`)
  }
}

const readText = async (response: Response): Promise<string | undefined> => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > ANSWER_LENGTH_MAX) return undefined
  }
  return text
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's page in between: only the status speaks.
    return undefined
  }
}

const retryAfterMsOf = (headers: Headers): number => {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,5}$/.test(text) ? Number(text) * 1000 : 0
}

/** The machine's name of a network failure, from the error itself or the one behind it. */
const codeOf = (error: unknown): string => {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(at.code)) return at.code
  return 'no answer'
}

export const isOverloaded = (status: number): boolean => status === 429 || status >= 500
