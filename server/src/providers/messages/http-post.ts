import { NoAnswer, request } from '../request.ts'
import type { HttpAnswer } from '../request.ts'
import { SendProblem } from './port.ts'

/** What a provider says fits into far less. */
const ANSWER_LENGTH_MAX = 64 * 1024

/** The request never reached anybody: there was no address, no connection, or no trust. Sent again it comes once. */
const NEVER_ARRIVED = /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|\w*CERT\w*)$/

/**
 * One request to a provider. What comes back is an answer of whatever status, or the problem that there is none. These
 * providers do not know a repeated request again: what may have arrived is not sent once more without a thought.
 */
export const postTo = async (
  provider: string,
  url: string,
  message: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<HttpAnswer | SendProblem> => {
  const answer = await request(url, { method: 'POST', ...message, answerLengthMax: ANSWER_LENGTH_MAX })
  if (!(answer instanceof NoAnswer)) return answer
  const kind = NEVER_ARRIVED.test(answer.reason) ? 'unavailable' : 'unknown'
  return new SendProblem(kind, `${provider} ${answer.reason}`)
}

/** Turned away before it was looked at; every other failure of theirs may have come after the message was sent. */
export const isTurnedAway = (status: number): boolean => status === 429 || status === 503

/**
 * A success that does not say what the provider documents has sent nothing: a proxy's page, another service at that
 * address. It is not tried again, because the message may have gone out all the same; a person has to look.
 */
export const unknownAnswer = (provider: string, status: number): SendProblem =>
  new SendProblem('misconfigured', `${provider} HTTP ${status} of unknown shape`)
