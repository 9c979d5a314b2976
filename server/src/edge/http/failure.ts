import { refuse } from '@hola/core/errors.ts'
import type { Refusal } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { say } from '@hola/i18n/words.ts'
import { isDatabaseAway } from '../../platform/database-away.ts'
import { InvalidBody, describeIssue } from './body-problem.ts'
import type { JsonProblem } from './json-body.ts'

/** The body cannot be read as JSON, or should not be. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody'
  readonly problem: JsonProblem

  constructor(problem: JsonProblem) {
    super(problem)
    this.problem = problem
  }
}

export class RateLimited extends Error {
  override readonly name = 'RateLimited'
  readonly seconds: number

  constructor(seconds: number) {
    super('rate limited')
    this.seconds = seconds
  }
}

/** The handler has not answered in the time that a caller waits. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

const sayUnreadable = (problem: JsonProblem, language: WireLanguage): string =>
  say(problem === 'empty' ? 'checks_missing' : `checks_body_${problem}`, language)

/** A statement took too long, or waited too long for a row that somebody else holds: the same may work a moment later. */
const isDatabaseBusy = (code: string): boolean => code === '57014' || code === '55P03'

/** No space is left for what was to be written: on our own disk, or (53100) on that of PostgreSQL. */
const isDiskFull = (code: string): boolean => code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'

/**
 * The one place where an error becomes a refusal. Errors of the request name what to correct; an error of ours stays
 * ours and leaves only a number to quote. Undefined stands for a bug, which the caller logs.
 */
export const refusalFor = (error: unknown, body: unknown, language: WireLanguage): Refusal | undefined => {
  if (error instanceof RateLimited) return refuse('too_many_requests', { seconds: error.seconds })
  if (error instanceof TimedOut) return refuse('timed_out')
  if (error instanceof UnreadableBody)
    return refuse('invalid_body', { field: 'body', problem: sayUnreadable(error.problem, language) })
  if (error instanceof InvalidBody) return refuse('invalid_body', describeIssue(error.issue, body, language))
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse('body_too_large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_TYPE':
      return refuse('invalid_body', { field: 'content-type', problem: say('checks_body_type', language) })
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return refuse('invalid_body', { field: 'body', problem: sayUnreadable('empty', language) })
    default:
  }
  if (isDatabaseAway(error) || isDatabaseBusy(code) || isDiskFull(code)) return refuse('unavailable')
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? refuse('bad_request') : undefined
}
