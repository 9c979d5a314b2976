import { NoAnswer, request } from '../request.ts'
import type { HttpAnswer } from '../request.ts'
import { SendProblem } from './port.ts'

/** What a provider says fits into far less. */
const ANSWER_LENGTH_MAX = 64 * 1024

/** One request to a provider. What comes back is an answer of whatever status, or the problem that there is none. */
export const postTo = async (
  provider: string,
  url: string,
  message: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<HttpAnswer | SendProblem> => {
  const answer = await request(url, { method: 'POST', ...message, answerLengthMax: ANSWER_LENGTH_MAX })
  return answer instanceof NoAnswer ? new SendProblem('unavailable', `${provider} ${answer.reason}`) : answer
}

/**
 * A success that does not say what the provider documents has sent nothing: a proxy's page, another service at that
 * address. It is not tried again, because the message may have gone out all the same; a person has to look.
 */
export const unknownAnswer = (provider: string, status: number): SendProblem =>
  new SendProblem('misconfigured', `${provider} HTTP ${status} of unknown shape`)
