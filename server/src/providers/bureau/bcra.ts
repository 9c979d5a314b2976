import { setTimeout as waitFor } from 'node:timers/promises'
import type { Centavos } from '@hola/core/money.ts'
import { add, centavos } from '@hola/core/money.ts'
import type { BureauFile } from '@hola/core/review/inputs.ts'
import * as z from 'zod/mini'
import { NoAnswer, isOverloaded, request } from '../request.ts'
import { adapter } from '../registry.ts'
import type { Bureau, BureauAdapter } from './port.ts'
import { BureauProblem } from './port.ts'

export type BcraSettings = {
  /** The Central de Deudores with its version, or a service that speaks like it. */
  readonly url: string
}

export type BcraLimits = {
  /** How often each of the three questions is asked. */
  readonly attempts: number
  /** The first pause; each further one is twice as long. */
  readonly pauseMs: number
  readonly pauseMaxMs: number
  readonly attemptLimitMs: number
}

/** A job waits, nobody else: together below its limit of 300 s. */
export const bcraLimits: BcraLimits = { attempts: 3, pauseMs: 1_000, pauseMaxMs: 10_000, attemptLimitMs: 15_000 }

/** Two years of every entity of the country fit into far less. */
const ANSWER_LENGTH_MAX = 1024 * 1024
const HISTORY_MONTHS = 24
const THOUSAND_PESOS_CENTAVOS = 100_000

/** "2024-12" and "202412" are both seen; either way a number that grows with time. */
const period = z.pipe(
  z.string().check(z.regex(/^\d{4}-?(0[1-9]|1[0-2])$/)),
  z.transform((text) => Number(text.replace('-', ''))),
)
/** Zero: nothing reported. */
const situation = z.int().check(z.minimum(0), z.maximum(6))
/** In thousands of pesos. */
const amount = z.number().check(z.minimum(0), z.maximum(10_000_000_000))
const flag = z.nullish(z.boolean())
const list = <Item extends z.ZodMiniType>(item: Item) => z.nullish(z.array(item).check(z.maxLength(2_000)))

const debts = z.object({
  results: z.object({
    identificacion: z.int(),
    periodos: list(
      z.object({
        periodo: period,
        entidades: list(z.object({ situacion: situation, monto: amount, enRevision: flag, procesoJud: flag })),
      }),
    ),
  }),
})

const cheques = z.object({
  results: z.object({
    identificacion: z.int(),
    causales: list(
      z.object({
        entidades: list(
          z.object({
            detalle: list(z.object({ fechaPago: z.nullish(z.string()), enRevision: flag, procesoJud: flag })),
          }),
        ),
      }),
    ),
  }),
})

type Means = { readonly limits?: BcraLimits; readonly wait?: (ms: number) => Promise<unknown> }

/**
 * The Central de Deudores of the BCRA, v1.0: three questions about one CUIL. Nothing on file is an answer (404); what is
 * garbled, about somebody else, or no answer at all is a problem, never a clean file.
 */
export const bcraBureau = ({ url }: BcraSettings, { limits = bcraLimits, wait = waitFor }: Means = {}): Bureau => {
  const ask = async <Schema extends z.ZodMiniType<{ results: { identificacion: number } }>>(
    path: string,
    cuil: string,
    schema: Schema,
  ): Promise<z.output<Schema>['results'] | 'nothing' | BureauProblem> => {
    for (let number = 1; ; number += 1) {
      const signal = AbortSignal.timeout(limits.attemptLimitMs)
      const answer = await request(`${url}/${path}/${cuil}`, {
        method: 'GET',
        headers: { accept: 'application/json' },
        signal,
        answerLengthMax: ANSWER_LENGTH_MAX,
      })
      const found = answer instanceof NoAnswer ? unavailable(path, answer.reason) : read(path, cuil, schema, answer)
      if (!(found instanceof BureauProblem) || found.kind === 'rejected' || number === limits.attempts) return found
      const askedMs = answer instanceof NoAnswer ? 0 : answer.retryAfterMs
      if (askedMs > limits.pauseMaxMs) return found
      await wait(Math.min(limits.pauseMaxMs, Math.max(limits.pauseMs * 2 ** (number - 1), askedMs)))
    }
  }

  return {
    ask: async (cuil) => {
      // One after the other: it lets about a hundred questions a minute through, for everybody together.
      const current = await ask('Deudas', cuil, debts)
      if (current instanceof BureauProblem) return current
      const history = await ask('Deudas/Historicas', cuil, debts)
      if (history instanceof BureauProblem) return history
      const rejected = await ask('Deudas/ChequesRechazados', cuil, cheques)
      if (rejected instanceof BureauProblem) return rejected
      if (current === 'nothing' && history === 'nothing' && rejected === 'nothing') return { kind: 'thin_file' }
      const [now, before] = [current, history].map((one) => (one === 'nothing' ? [] : (one.periodos ?? [])))
      return {
        ...fileOf(
          entitiesOf(now ?? [], 1),
          entitiesOf(before ?? [], HISTORY_MONTHS),
          rejected === 'nothing' ? [] : chequesOf(rejected),
        ),
        months: monthsOf([...(now ?? []), ...(before ?? [])]),
      }
    },
  }
}

const unavailable = (path: string, reason: string): BureauProblem =>
  new BureauProblem('unavailable', `bcra ${path} ${reason}`)

const read = <Schema extends z.ZodMiniType<{ results: { identificacion: number } }>>(
  path: string,
  cuil: string,
  schema: Schema,
  { status, json }: { status: number; json: unknown },
): z.output<Schema>['results'] | 'nothing' | BureauProblem => {
  if (status === 404) {
    // Their own word for it is JSON; the page of a gateway that has lost them, or of a wrong address, is not.
    return notFound.safeParse(json).success ? 'nothing' : unavailable(path, 'HTTP 404 that is not theirs')
  }
  if (isOverloaded(status)) return unavailable(path, `HTTP ${status}`)
  if (status !== 200) return new BureauProblem('rejected', `bcra ${path} HTTP ${status}`)
  const answer = schema.safeParse(json)
  if (!answer.success) return unavailable(path, 'answered in another shape')
  if (answer.data.results.identificacion !== Number(cuil)) return unavailable(path, 'answered about somebody else')
  return answer.data.results
}

const notFound = z.looseObject({})

type Periods = NonNullable<z.output<typeof debts>['results']['periodos']>
type Entity = NonNullable<Periods[number]['entidades']>[number]
type Cheque = { readonly fechaPago?: string | null | undefined } & Pick<Entity, 'enRevision' | 'procesoJud'>

/** What was reported in the newest so many periods. */
const entitiesOf = (periods: Periods, periodsMax: number): Entity[] => {
  const newest = [...new Set(periods.map(({ periodo }) => periodo))].toSorted((a, b) => b - a).slice(0, periodsMax)
  return periods.filter(({ periodo }) => newest.includes(periodo)).flatMap(({ entidades }) => entidades ?? [])
}

/** The worst of each month that was reported, the newest first. */
const monthsOf = (periods: Periods): { month: string; worst: number }[] =>
  [...Map.groupBy(periods, ({ periodo }) => periodo)]
    .toSorted(([one], [other]) => other - one)
    .slice(0, HISTORY_MONTHS)
    .map(([period, all]) => ({
      month: `${Math.floor(period / 100)}-${String(period % 100).padStart(2, '0')}`,
      worst: worstOf(all.flatMap(({ entidades }) => entidades ?? [])) ?? 0,
    }))

const chequesOf = ({ causales }: z.output<typeof cheques>['results']): Cheque[] =>
  (causales ?? []).flatMap(({ entidades }) => (entidades ?? []).flatMap(({ detalle }) => detalle ?? []))

const fileOf = (
  now: readonly Entity[],
  history: readonly Entity[],
  rejected: readonly Cheque[],
): Extract<BureauFile, { kind: 'on_file' }> => ({
  kind: 'on_file',
  worstNow: worstOf(now),
  // The present belongs to the 24 months, also before it has become history.
  worst24Months: worstOf([...now, ...history]),
  debtTotalCentavos: add(...now.map(({ monto }) => thousandPesos(monto))),
  unpaidRejectedChequesCount: rejected.filter(({ fechaPago }) => !fechaPago).length,
  isInReview: [...now, ...history, ...rejected].some(
    ({ enRevision, procesoJud }) => enRevision === true || procesoJud === true,
  ),
})

const worstOf = (entities: readonly Entity[]): number | null => {
  const worst = Math.max(0, ...entities.map(({ situacion }) => situacion))
  return worst === 0 ? null : worst
}

const thousandPesos = (thousands: number): Centavos => centavos(Math.round(thousands * THOUSAND_PESOS_CENTAVOS))

const BCRA_URL = 'https://api.bcra.gob.ar/centraldedeudores/v1.0'

export const bcra: BureauAdapter = adapter({
  name: 'bcra',
  note: 'Central de Deudores',
  rows: [{ name: 'BCRA_URL', default: BCRA_URL, meaning: 'address of the Central de Deudores with its version' }],
  read: ({ readUrl }): BcraSettings => ({ url: readUrl('BCRA_URL', BCRA_URL) }),
  open: (settings) => bcraBureau(settings),
})
