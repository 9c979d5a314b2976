import { civilDayOf } from '@hola/core/calendar.ts'
import { adapter } from '../registry.ts'
import type { Cheques, Debts } from './bcra-answers.ts'
import { bureauFileOf, chequesAnswer, debtsAnswer, readAnswer } from './bcra-answers.ts'
import type { Bureau, BureauAdapter, BureauMeans } from './port.ts'
import { BureauProblem } from './port.ts'

/** How long the bureau is down for who asks about such a person, counted from the first question. */
export const SANDBOX_DOWN_MS = 10 * 60_000

/** Somebody in the sandbox's register, as the Central de Deudores would have her. */
type Person = {
  /** Her situation with the one bank that she owes to. */
  readonly situation?: number
  /** Once in the two years it was this. */
  readonly situationBefore?: number
  readonly thousandPesos?: number
  readonly unpaidCheques?: number
  readonly isInReview?: true
  readonly hasLegalSituation?: true
  /** Her situation with a second lender, which is a month behind with its reports. */
  readonly lateReport?: number
}

/** The test people of docs/SANDBOX.md, by the last four digits of the DNI. Everybody else has a clean file. */
const people: Readonly<Record<string, Person | 'nothing'>> = {
  '9001': { situation: 2 },
  '9002': 'nothing',
  '9003': { situation: 4 },
  '9004': { situationBefore: 5 },
  '9005': { unpaidCheques: 2 },
  '9007': { thousandPesos: 90_000 },
  '9008': { situation: 3, isInReview: true },
  '9009': { lateReport: 4 },
  '9010': { hasLegalSituation: true },
}

const BANK = 'BANCO DE PRUEBA S.A.'
const LATE_LENDER = 'FINANCIERA DE PRUEBA S.A.'
const MONTHS = 24
/** In which month before the last a worse past was worst. */
const WORST_MONTH = 9

export type SandboxAnswer = { readonly status: number; readonly json: unknown }

/** The three answers of the Central de Deudores about a person, in its own shape. */
export const sandboxAnswers = (
  cuil: string,
  now: Date,
): { readonly current: SandboxAnswer; readonly history: SandboxAnswer; readonly cheques: SandboxAnswer } => {
  const person = people[cuil.slice(6, 10)] ?? {}
  if (person === 'nothing') return { current: notFound, history: notFound, cheques: notFound }
  const { situation = 1, thousandPesos = 120, lateReport } = person
  const [year, month] = civilDayOf(now).split('-').map(Number)
  const periodOf = (back: number): string => {
    const at = (year ?? 0) * 12 + (month ?? 1) - 2 - back
    return `${Math.floor(at / 12)}${String((at % 12) + 1).padStart(2, '0')}`
  }
  const debt = { entidad: BANK, monto: thousandPesos, enRevision: person.isInReview ?? false, procesoJud: false }
  const present = {
    fechaSit1: '2020-01-31',
    diasAtrasoPago: 0,
    refinanciaciones: false,
    recategorizacionOblig: false,
    situacionJuridica: false,
    irrecDisposicionTecnica: false,
  }
  const found = (results: object): SandboxAnswer => ({
    status: 200,
    json: { status: 200, results: { identificacion: Number(cuil), denominacion: 'PERSONA DE PRUEBA', ...results } },
  })
  const first = {
    ...debt,
    ...present,
    situacion: situation,
    situacionJuridica: person.hasLegalSituation ?? false,
  }
  const late = { ...debt, ...present, entidad: LATE_LENDER, situacion: lateReport ?? 1, monto: 0 }
  return {
    current: found({
      periodos: [
        { periodo: periodOf(0), entidades: [first] },
        ...(lateReport === undefined ? [] : [{ periodo: periodOf(1), entidades: [late] }]),
      ],
    }),
    history: found({
      periodos: Array.from({ length: MONTHS }, (_, back) => ({
        periodo: periodOf(back),
        entidades: [
          {
            ...debt,
            situacion: back === WORST_MONTH ? (person.situationBefore ?? situation) : back === 0 ? situation : 1,
          },
        ],
      })),
    }),
    cheques: person.unpaidCheques === undefined ? notFound : found(chequesOf(person.unpaidCheques)),
  }
}

const notFound: SandboxAnswer = {
  status: 404,
  json: { status: 404, errorMessages: ['No se encontró datos para la identificación ingresada.'] },
}

const chequesOf = (count: number): object => ({
  causales: [
    {
      causal: 'SIN FONDOS',
      entidades: [
        {
          entidad: 11,
          detalle: Array.from({ length: count }, (_, index) => ({
            nroCheque: 10_200_300 + index,
            fechaRechazo: '2020-01-31',
            monto: 250_000,
            fechaPago: null,
            fechaPagoMulta: null,
            estadoMulta: 'IMPAGA',
            ctaPersonal: true,
            denomJuridica: null,
            enRevision: false,
            procesoJud: false,
          })),
        },
      ],
    },
  ],
})

const DOWN = '9006'

/** Answers by the DNI inside the CUIL, so that every way through a review can be walked; read like the real register. */
export const sandboxBureau = ({ clock }: BureauMeans): Bureau => {
  const firstAskedAt = new Map<string, Date>()
  return {
    ask: async (cuil) => {
      const ending = cuil.slice(6, 10)
      if (ending === DOWN) {
        const first = firstAskedAt.get(cuil) ?? clock.now()
        firstAskedAt.set(cuil, first)
        if (clock.now().getTime() - first.getTime() < SANDBOX_DOWN_MS)
          return new BureauProblem('unavailable', 'sandbox: down')
      }
      const answers = sandboxAnswers(cuil, clock.now())
      const current: Debts | BureauProblem = readAnswer('Deudas', cuil, debtsAnswer, answers.current)
      if (current instanceof BureauProblem) return current
      const history: Debts | BureauProblem = readAnswer('Deudas/Historicas', cuil, debtsAnswer, answers.history)
      if (history instanceof BureauProblem) return history
      const cheques: Cheques | BureauProblem = readAnswer('ChequesRechazados', cuil, chequesAnswer, answers.cheques)
      return cheques instanceof BureauProblem ? cheques : bureauFileOf(current, history, cheques)
    },
  }
}

export const sandbox: BureauAdapter = adapter({
  name: 'sandbox',
  isSandbox: true,
  rows: [],
  read: () => ({}),
  open: (_settings, means) => sandboxBureau(means),
})
