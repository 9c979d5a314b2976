import type { Centavos } from '@hola/core/money.ts'
import { add, centavos } from '@hola/core/money.ts'
import type { BureauFile } from '@hola/core/review/inputs.ts'
import * as z from 'zod/mini'
import { isOverloaded } from '../request.ts'
import { BureauProblem } from './port.ts'

// How the answers of the Central de Deudores are read. The adapter and the sandbox's bureau both use it, so that what is
// tried in the sandbox is read as in production.

const HISTORY_MONTHS = 24
const THOUSAND_PESOS_CENTAVOS = 100_000
/** The register's own category of debts with entities that no longer exist, beyond "5, irrecoverable". */
const IRRECOVERABLE_BY_RULE = 6

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

export const debtsAnswer = z.object({
  results: z.object({
    identificacion: z.int(),
    periodos: list(
      z.object({
        periodo: period,
        entidades: list(
          z.object({
            entidad: z.nullish(z.string()),
            situacion: situation,
            monto: amount,
            situacionJuridica: flag,
            irrecDisposicionTecnica: flag,
            enRevision: flag,
            procesoJud: flag,
          }),
        ),
      }),
    ),
  }),
})

export const chequesAnswer = z.object({
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

export type BcraSchema = z.ZodMiniType<{ results: { identificacion: number } }>

/** What one of its three answers holds; `nothing` when it says itself that it has nothing about this person. */
export const readAnswer = <Schema extends BcraSchema>(
  path: string,
  cuil: string,
  schema: Schema,
  { status, json }: { readonly status: number; readonly json: unknown },
): z.output<Schema>['results'] | 'nothing' | BureauProblem => {
  if (status === 404) {
    // Only its own words mean that nothing is on file. A gateway that has lost the service answers 404 as well, in HTML or
    // in JSON of its own: taken for a clean file it would approve somebody whom nobody has looked up.
    return nothingOnFile.safeParse(json).success ? 'nothing' : unavailable(path, 'HTTP 404 that is not theirs')
  }
  if (isOverloaded(status)) return unavailable(path, `HTTP ${status}`)
  if (status !== 200) return new BureauProblem('rejected', `bcra ${path} HTTP ${status}`)
  const answer = schema.safeParse(json)
  if (!answer.success) return unavailable(path, 'answered in another shape')
  if (answer.data.results.identificacion !== Number(cuil)) return unavailable(path, 'answered about somebody else')
  return answer.data.results
}

const nothingOnFile = z.object({
  status: z.literal(404),
  errorMessages: z.array(z.string()).check(z.refine((lines) => lines.some((line) => /no se encontr/i.test(line)))),
})

export const unavailable = (path: string, reason: string): BureauProblem =>
  new BureauProblem('unavailable', `bcra ${path} ${reason}`)

export type Debts = z.output<typeof debtsAnswer>['results'] | 'nothing'
export type Cheques = z.output<typeof chequesAnswer>['results'] | 'nothing'

/** One file from the three answers. */
export const bureauFileOf = (current: Debts, history: Debts, rejected: Cheques): BureauFile => {
  if (current === 'nothing' && history === 'nothing' && rejected === 'nothing') return { kind: 'thin_file' }
  const now = periodsOf(current)
  const before = periodsOf(history)
  return {
    ...onFile(
      newestOfEach(now),
      newestPeriods(before, HISTORY_MONTHS),
      rejected === 'nothing' ? [] : chequesIn(rejected),
    ),
    months: monthsOf([...now, ...before]),
  }
}

type Periods = NonNullable<z.output<typeof debtsAnswer>['results']['periodos']>
type Entity = NonNullable<Periods[number]['entidades']>[number]
type Cheque = { readonly fechaPago?: string | null | undefined } & Pick<Entity, 'enRevision' | 'procesoJud'>

const periodsOf = (debts: Debts): Periods => (debts === 'nothing' ? [] : (debts.periodos ?? []))

/**
 * What each entity reported last. Entities report at different times: the debt of one that is a month behind the others
 * stands in an older period, and is as present as theirs. One without a name is nobody else's.
 */
const newestOfEach = (periods: Periods): Entity[] => {
  const reported = periods.flatMap(({ periodo, entidades }) => (entidades ?? []).map((entity) => ({ periodo, entity })))
  const named = Map.groupBy(reported, ({ entity }) => entity.entidad?.trim().toUpperCase() ?? '')
  return [...named].flatMap(([name, all]) => {
    const newest = Math.max(...all.map(({ periodo }) => periodo))
    return all.filter(({ periodo }) => name === '' || periodo === newest).map(({ entity }) => entity)
  })
}

/** What was reported in the newest so many periods. */
const newestPeriods = (periods: Periods, periodsMax: number): Entity[] => {
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

const chequesIn = ({ causales }: Exclude<Cheques, 'nothing'>): Cheque[] =>
  (causales ?? []).flatMap(({ entidades }) => (entidades ?? []).flatMap(({ detalle }) => detalle ?? []))

const onFile = (
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
  // Of the present alone: a bankruptcy that has ended is history.
  hasLegalSituation: now.some(({ situacionJuridica }) => situacionJuridica === true),
})

const situationOf = ({ situacion, irrecDisposicionTecnica }: Entity): number =>
  irrecDisposicionTecnica === true ? IRRECOVERABLE_BY_RULE : situacion

const worstOf = (entities: readonly Entity[]): number | null => {
  const worst = Math.max(0, ...entities.map(situationOf))
  return worst === 0 ? null : worst
}

const thousandPesos = (thousands: number): Centavos => centavos(Math.round(thousands * THOUSAND_PESOS_CENTAVOS))
