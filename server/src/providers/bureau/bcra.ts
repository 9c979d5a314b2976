import { readFileSync } from 'node:fs'
import { X509Certificate } from 'node:crypto'
import { setTimeout as waitFor } from 'node:timers/promises'
import type * as z from 'zod/mini'
import type { Finding } from '../../platform/finding.ts'
import { ok, problem } from '../../platform/finding.ts'
import { adapter } from '../registry.ts'
import { NoAnswer, request } from '../request.ts'
import { fetchTrusting } from '../trusting-fetch.ts'
import type { BcraSchema } from './bcra-answers.ts'
import { bureauFileOf, chequesAnswer, debtsAnswer, readAnswer, unavailable } from './bcra-answers.ts'
import type { Bureau, BureauAdapter } from './port.ts'
import { BureauProblem } from './port.ts'

export type BcraSettings = {
  /** The Central de Deudores with its version, or a service that speaks like it. */
  readonly url: string
  /** Certificates beside those that the machine trusts, in PEM: its own chain is often incomplete. */
  readonly certificates?: string | undefined
}

export type BcraLimits = {
  /** How often each of the three questions is asked. */
  readonly attempts: number
  /** The first pause; each further one is twice as long. */
  readonly pauseMs: number
  readonly pauseMaxMs: number
  readonly attemptLimitMs: number
  /** From the start of one question to that of the next, whoever asks. */
  readonly apartMs: number
}

/**
 * A job waits, nobody else: together below its limit of 300 s. It lets about a hundred questions a minute through; 700 ms
 * apart are 85, for each process that asks.
 */
export const bcraLimits: BcraLimits = {
  attempts: 3,
  pauseMs: 1_000,
  pauseMaxMs: 10_000,
  attemptLimitMs: 15_000,
  apartMs: 700,
}

/** Two years of every entity of the country fit into far less. */
const ANSWER_LENGTH_MAX = 1024 * 1024

type Means = {
  readonly limits?: BcraLimits
  readonly wait?: (ms: number) => Promise<unknown>
  /** For measuring how far apart questions are; any clock that only goes forward. */
  readonly nowMs?: () => number
}

/**
 * The Central de Deudores of the BCRA, v1.0: three questions about one CUIL. Nothing on file is an answer, when it says so
 * itself; what is garbled, about somebody else, or no answer at all is a problem, never a clean file.
 */
export const bcraBureau = (
  { url, certificates }: BcraSettings,
  { limits = bcraLimits, wait = waitFor, nowMs = () => performance.now() }: Means = {},
): Bureau => {
  const send = certificates === undefined ? undefined : fetchTrusting(certificates)

  let nextAtMs = 0
  /** Everybody takes the next place in one row, so that many reviews at once do not exceed what it lets through. */
  const takePlace = async (): Promise<void> => {
    const now = nowMs()
    const startsAtMs = Math.max(now, nextAtMs)
    nextAtMs = startsAtMs + limits.apartMs
    if (startsAtMs > now) await wait(startsAtMs - now)
  }

  const ask = async <Schema extends BcraSchema>(
    path: string,
    cuil: string,
    schema: Schema,
  ): Promise<z.output<Schema>['results'] | 'nothing' | BureauProblem> => {
    for (let number = 1; ; number += 1) {
      await takePlace()
      const signal = AbortSignal.timeout(limits.attemptLimitMs)
      const answer = await request(`${url}/${path}/${cuil}`, {
        method: 'GET',
        headers: { accept: 'application/json' },
        signal,
        answerLengthMax: ANSWER_LENGTH_MAX,
        ...(send && { send }),
      })
      const found =
        answer instanceof NoAnswer ? unavailable(path, answer.reason) : readAnswer(path, cuil, schema, answer)
      if (!(found instanceof BureauProblem) || found.kind === 'rejected' || number === limits.attempts) return found
      const askedMs = answer instanceof NoAnswer ? 0 : answer.retryAfterMs
      if (askedMs > limits.pauseMaxMs) return found
      await wait(Math.min(limits.pauseMaxMs, Math.max(limits.pauseMs * 2 ** (number - 1), askedMs)))
    }
  }

  return {
    ask: async (cuil) => {
      const current = await ask('Deudas', cuil, debtsAnswer)
      if (current instanceof BureauProblem) return current
      const history = await ask('Deudas/Historicas', cuil, debtsAnswer)
      if (history instanceof BureauProblem) return history
      const rejected = await ask('Deudas/ChequesRechazados', cuil, chequesAnswer)
      if (rejected instanceof BureauProblem) return rejected
      return bureauFileOf(current, history, rejected)
    },
  }
}

/** Banco de la Nación: a company, about which everybody may ask. */
const A_COMPANY = '30500010912'

/** Whether it is reached, trusted and understood. */
const checkBcra = async (settings: BcraSettings): Promise<Finding[]> => {
  const limits = { ...bcraLimits, attempts: 1, attemptLimitMs: 10_000, apartMs: 0 }
  const answer = await bcraBureau(settings, { limits }).ask(A_COMPANY)
  if (!(answer instanceof BureauProblem)) return [ok('it is reached and understood.')]
  const isChain = /CERT|SIGNATURE/.test(answer.reason)
  return [
    problem(
      isChain
        ? `its chain of certificates is not complete: put what is missing into a file and name it in BCRA_CA (${answer.reason}).`
        : `no answer that can be used: ${answer.reason}.`,
    ),
  ]
}

const BCRA_URL = 'https://api.bcra.gob.ar/centraldedeudores/v1.0'

/** What a file of certificates in PEM holds; undefined when it cannot be read or is something else. */
const certificatesIn = (file: string): string | undefined => {
  try {
    const text = readFileSync(file, 'utf8')
    const all = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
    return all.every((one) => new X509Certificate(one)) && all.length > 0 ? all.join('\n') : undefined
  } catch {
    return undefined
  }
}

export const bcra: BureauAdapter = adapter({
  name: 'bcra',
  note: 'Central de Deudores',
  rows: [
    { name: 'BCRA_URL', default: BCRA_URL, meaning: 'address of the Central de Deudores with its version' },
    {
      name: 'BCRA_CA',
      default: 'none',
      meaning:
        'file of certificates in PEM that complete the chain of the Central de Deudores; trusted there and nowhere else, beside those of the machine',
    },
  ],
  read: ({ read, readUrl }): BcraSettings => ({
    url: readUrl('BCRA_URL', BCRA_URL),
    certificates: read('BCRA_CA', certificatesIn, 'a file with certificates in PEM that can be read'),
  }),
  open: (settings) => bcraBureau(settings),
  check: (settings) => checkBcra(settings),
})
