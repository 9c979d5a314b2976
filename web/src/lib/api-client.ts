/** What the server said, read leniently: an old proxy or a new server must not break the reading. */
export type ApiResponse = {
  readonly status: number
  readonly code: string
  readonly msg: string
  readonly ret: unknown
  /** How long the server asks to wait before the next attempt, where it says so. */
  readonly retryAfterSeconds?: number | undefined
}

/**
 * network, timeout: no answer with an envelope. aborted: the page that asked is gone. silent: code 301.
 * logged_out: the session is over. refused: the server said why in `msg`.
 */
export type ApiErrorKind = 'network' | 'timeout' | 'aborted' | 'silent' | 'logged_out' | 'refused'

export class ApiError extends Error {
  readonly kind: ApiErrorKind
  readonly response: ApiResponse | undefined

  constructor(kind: ApiErrorKind, message: string, response?: ApiResponse, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'ApiError'
    this.kind = kind
    this.response = response
  }
}

/** How a request goes out, and what is read of the answer. */
export type ApiFetch = (
  url: string,
  init: RequestInit,
) => Promise<Pick<Response, 'status' | 'text'> & { readonly headers?: Pick<Headers, 'get'> }>

export type CallOptions = {
  /** Aborting it, when a page is left, ends the call without a word. */
  readonly signal?: AbortSignal
  /** For calls nobody asked for: failures and refusals are not shown. A log-out always is. */
  readonly quiet?: boolean
  /** Another way out, which tells how much of a photo has gone; the answer is judged alike. */
  readonly fetch?: ApiFetch
}

export type ApiClientDeps = {
  readonly fetch: ApiFetch
  readonly baseUrl: string
  readonly timeoutMs: number
  readonly token: () => string | undefined
  readonly headers: () => Readonly<Record<string, string>>
  readonly logOut: () => void
  readonly showToast: (text: string) => void
  readonly texts: {
    readonly networkFailed: () => string
    readonly timedOut: () => string
    readonly sessionEnded: () => string
  }
}

export type ApiClient = {
  readonly call: (path: string, body: unknown, options?: CallOptions) => Promise<unknown>
}

const envelopeFields = ['code', 'msg', 'ret']

/** Undefined when it is no envelope: a proxy's HTML page, an empty body, a bare number. */
const readEnvelope = (status: number, text: string, retryAfter: string | null | undefined): ApiResponse | undefined => {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined
  if (!envelopeFields.some((field) => Object.hasOwn(answer, field))) return undefined
  const { code, msg, ret }: { code?: unknown; msg?: unknown; ret?: unknown } = answer
  // Ours is always in seconds; a date, which a proxy may write, is no number.
  const seconds = Number(retryAfter)
  const retryAfterSeconds = seconds > 0 ? seconds : undefined
  return { status, code: String(code ?? ''), msg: msg ? String(msg) : '', ret, retryAfterSeconds }
}

export const createApiClient = (deps: ApiClientDeps): ApiClient => {
  type Sending = { fetch: ApiFetch; token: string | undefined; left: AbortSignal | undefined }

  const send = async (path: string, body: unknown, { fetch, token }: Sending, signal: AbortSignal) => {
    const response = await fetch(deps.baseUrl + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...deps.headers(),
        ...(token !== undefined && { token }),
      },
      body: JSON.stringify(body),
      signal,
    })
    return readEnvelope(response.status, await response.text(), response.headers?.get('retry-after'))
  }

  /** Row 0: the answer, or why there is none. */
  const exchange = async (path: string, body: unknown, sending: Sending) => {
    const { left } = sending
    if (left?.aborted) throw new ApiError('aborted', 'aborted')
    const controller = new AbortController()
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      controller.abort()
    }, deps.timeoutMs)
    const leave = (): void => controller.abort()
    left?.addEventListener('abort', leave)
    try {
      const answer = await send(path, body, sending, controller.signal)
      if (answer) return answer
      throw new ApiError('network', deps.texts.networkFailed())
    } catch (problem) {
      if (left?.aborted) throw new ApiError('aborted', 'aborted', undefined, problem)
      if (timedOut) throw new ApiError('timeout', deps.texts.timedOut(), undefined, problem)
      if (problem instanceof ApiError) throw problem
      throw new ApiError('network', deps.texts.networkFailed(), undefined, problem)
    } finally {
      clearTimeout(timer)
      left?.removeEventListener('abort', leave)
    }
  }

  /** Rows 1 to 5, from the top; the first that matches wins. */
  const judge = (answer: ApiResponse, token: string | undefined): unknown => {
    const { code, msg, ret } = answer
    if (code === '301') throw new ApiError('silent', msg, answer)
    if (msg === 'invalid loan_daycount') return null
    if (code === '10001' || code === '403' || msg === 'bad request') {
      const text = msg || deps.texts.sessionEnded()
      // Several calls may hear of the end of one session; the first tells it. And a late answer to an old token
      // must not log out whoever has logged in since.
      if (deps.token() === token) {
        deps.logOut()
        deps.showToast(text)
      }
      throw new ApiError('logged_out', text, answer)
    }
    if (msg !== '') throw new ApiError('refused', msg, answer)
    return ret
  }

  return {
    async call(path, body, { signal: left, quiet = false, fetch = deps.fetch } = {}) {
      const token = deps.token()
      try {
        return judge(await exchange(path, body, { fetch, token, left }), token)
      } catch (problem) {
        const told = problem instanceof ApiError && ['network', 'timeout', 'refused'].includes(problem.kind)
        if (told && !quiet) deps.showToast(problem.message)
        throw problem
      }
    },
  }
}
