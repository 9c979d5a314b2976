export type HttpAnswer = {
  readonly status: number
  readonly text: string
  /** Undefined when the text is no JSON. */
  readonly json: unknown
  readonly retryAfterMs: number
}

/** Why there is no answer: in words for the log, never the other side's own, which may quote whom it is about. */
export class NoAnswer {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

export type HttpRequest = {
  readonly method: 'GET' | 'POST'
  readonly headers: Record<string, string>
  readonly body?: string
  readonly signal: AbortSignal
  /** The rest of an answer that does not end is not waited for. */
  readonly answerLengthMax: number
  /** In place of the built-in `fetch`, where a server is to be trusted in a way of its own. */
  readonly send?: Send
}

/** How a request goes out: the part of `fetch` that is used here. It follows no redirect. */
export type Send = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Record<string, string>
    readonly body?: string
    readonly signal: AbortSignal
  },
) => Promise<Response>

// What is asked goes to the address that was configured and to no other.
const fetchOnce: Send = (url, init) => fetch(url, { ...init, redirect: 'error' })

/** One request to a provider. What comes back is an answer of whatever status, or why there is none. */
export const request = async (
  url: string,
  { answerLengthMax, signal, send = fetchOnce, ...init }: HttpRequest,
): Promise<HttpAnswer | NoAnswer> => {
  try {
    const response = await send(url, { ...init, signal })
    const text = await readText(response, answerLengthMax)
    if (text === undefined) return new NoAnswer('answered too much')
    return { status: response.status, text, json: parse(text), retryAfterMs: retryAfterMsOf(response.headers) }
  } catch (error) {
    return new NoAnswer(signal.aborted ? 'timed out' : codeOf(error))
  }
}

const readText = async (response: Response, lengthMax: number): Promise<string | undefined> => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > lengthMax) return undefined
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
