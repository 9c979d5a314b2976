import type { DeskBodyOf, deskContract, DeskPath, DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { wireLanguage } from '@hola/i18n/locale.ts'
import { setReachable } from './connection.ts'

const TIMEOUT_MS = 30_000

/** What the server answers to a call that needs a session when there is none. */
const LOGIN_NEEDED = '10001'

/** A call that the passkey has to sign. */
export type ConfirmedPath = {
  [Path in DeskPath]: (typeof deskContract)[Path]['kind'] extends 'confirmed' ? Path : never
}[DeskPath]
type PlainPath = Exclude<DeskPath, ConfirmedPath>

/**
 * unreachable: no answer. signed_out: there is no session, or none any more. missing: this server has no such call.
 * refused: the server said why. passkey: the browser gave no signature. `message` is always for the person.
 */
export type DeskErrorKind = 'unreachable' | 'signed_out' | 'missing' | 'refused' | 'passkey'

export class DeskError extends Error {
  override readonly name = 'DeskError'
  readonly kind: DeskErrorKind

  constructor(kind: DeskErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** What went wrong, in words; a bug of ours too. */
export const wordsOf = (problem: unknown): string => (problem instanceof DeskError ? problem.message : m.desk_failed())

const endListeners = new Set<() => void>()

/** Called whenever the server says that nobody is signed in. */
export const onSignedOut = (listener: () => void): void => void endListeners.add(listener)

let speaker: string | undefined

/**
 * Whose page this is: every call says so. The cookie is that of the whole browser, where somebody else may have signed in
 * at another tab; without this her name would stand under what is done here.
 */
export const speakFor = (memberId: string | undefined): void => void (speaker = memberId)

type Envelope = { readonly code: string; readonly msg: string; readonly ret: unknown }

const isEnvelope = (answer: unknown): answer is Envelope =>
  typeof answer === 'object' && answer !== null && 'code' in answer && typeof answer.code === 'string'

const exchange = async (path: string, body: unknown, left: AbortSignal | undefined) => {
  const late = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(`/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        language: wireLanguage(),
        ...(speaker === undefined ? {} : { 'desk-member': speaker }),
      },
      body: JSON.stringify(body),
      signal: left === undefined ? late : AbortSignal.any([left, late]),
    })
    const answer: unknown = await response.json()
    if (!isEnvelope(answer)) throw new Error('no envelope')
    setReachable(true)
    return { status: response.status, answer }
  } catch (problem) {
    // A page that was left has not lost the connection.
    if (left?.aborted) throw problem
    setReachable(false)
    throw new DeskError('unreachable', m.desk_unreachable(), problem)
  }
}

const send = async (path: string, body: unknown, left?: AbortSignal): Promise<unknown> => {
  const { status, answer } = await exchange(path, body, left)
  if (answer.code === '0') return answer.ret
  if (answer.code === LOGIN_NEEDED) {
    for (const listener of endListeners) listener()
    throw new DeskError('signed_out', answer.msg)
  }
  throw new DeskError(status === 404 ? 'missing' : 'refused', answer.msg)
}

/** One call of the desk's contract. */
export const call = async <Path extends PlainPath>(
  path: Path,
  body: DeskBodyOf<Path>,
  left?: AbortSignal,
): Promise<DeskRetOf<Path>> => (await send(path, body, left)) as DeskRetOf<Path>

type Challenge = DeskRetOf<'session/challenge'>['options']

/** A call that takes a signature: the server names what is to be signed for this very body, `sign` signs it. */
export const confirmedCall = async <Path extends ConfirmedPath>(
  path: Path,
  body: DeskBodyOf<Path>,
  sign: (options: Challenge) => Promise<unknown>,
): Promise<DeskRetOf<Path>> => {
  const { options } = await call('session/challenge', { path, body })
  return (await send(path, { body, confirmation: await sign(options) })) as DeskRetOf<Path>
}
