import { brand } from '@hola/core/brand.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { formatPesos } from '@hola/core/money.ts'
import { writtenDay } from '@hola/core/written.ts'
import type { Sealer } from '../sealed/sealer.ts'
import { openAnswer } from './sealed-fields.ts'
import type { Settled } from './settle.ts'
import type { Situation, SituationName } from './situation.ts'
import type { RequestKind, RequestRow, RequestState } from './store.ts'

type Filled = { readonly loan: string; readonly amount: string; readonly until: string }
type Words = Readonly<Record<WireLanguage, (filled: Filled) => string>>

const { phone, email } = brand.support

/**
 * What was done, or what to do now. The same sentences go out by SMS and so keep to the letters that fit 160 into one
 * message, which has é and ñ and no á, í, ó or ú.
 */
const situations: Readonly<Record<Exclude<SituationName, 'to_cancel' | 'to_end' | 'declined'>, Words>> = {
  which_loan: {
    en: () => `We cannot tell which loan it is about. You can log in and choose it, or write to ${email}.`,
    es: () =>
      `Con estos datos no sabemos de qué préstamo se trata. Podés ingresar y elegirlo, o escribirnos a ${email}.`,
  },
  confirm_regret: {
    en: ({ loan }) =>
      `Please confirm it: log in with this same phone or e-mail and send it again, and loan ${loan} has no effect at once. If it was not you, there is nothing to do.`,
    es: ({ loan }) =>
      `Falta que lo confirmes: ingresar con este mismo celular o correo y volver a enviarlo deja tu préstamo ${loan} sin efecto en el momento. Si no lo pediste, no hace falta que hagas nada.`,
  },
  on_its_way: {
    en: ({ loan, amount }) =>
      `You have withdrawn from loan ${loan}. Its money was already on the way: if it arrives, you give back ${amount}, what you received, from My loan, and owe nothing else.`,
    es: ({ loan, amount }) =>
      `Ya te arrepentiste de tu préstamo ${loan}. El dinero estaba en camino: si llega a tu cuenta, devolvés ${amount}, lo que recibiste, desde Mis préstamos, y no debés otra cosa.`,
  },
  return: {
    en: ({ loan, amount, until }) =>
      `Give back ${amount}, what you received of loan ${loan}, by ${until}: no interest and no charges. You do it in My loan, on the page of that loan, or with a person on ${phone}.`,
    es: ({ loan, amount, until }) =>
      `Devolvé ${amount}, lo que recibiste de tu préstamo ${loan}, hasta el ${until}: sin intereses ni cargos. Lo hacés en Mis préstamos, dentro de ese préstamo, o con una persona en el ${phone}.`,
  },
  too_late: {
    en: ({ loan }) =>
      `The time to withdraw from loan ${loan} is over. You can repay it early at no cost: interest counts only up to then.`,
    es: ({ loan }) =>
      `Tu préstamo ${loan} ya tiene vencido el plazo para arrepentirse. Podés pagarlo antes sin costo: los intereses cuentan solo hasta ese momento.`,
  },
  paid: {
    en: ({ loan }) => `Loan ${loan} is paid off: there is nothing left to give back.`,
    es: ({ loan }) => `Tu préstamo ${loan} ya fue pagado: no queda nada para devolver.`,
  },
  no_loan: {
    en: () => 'You have no open loan: there is nothing to withdraw from and nothing to give back.',
    es: () => 'No tenés un préstamo abierto: no hay nada para dejar sin efecto ni para devolver.',
  },
  cancelled: {
    en: ({ loan }) => `Loan ${loan} has no effect any more. No money leaves, and you owe nothing.`,
    es: ({ loan }) => `Tu préstamo ${loan} ya no tiene efecto. No sale dinero y no debés nada.`,
  },
  withdrawn: {
    en: ({ loan }) => `Loan ${loan} has no effect any more: you gave back what you received and owe nothing.`,
    es: ({ loan }) => `Tu préstamo ${loan} ya no tiene efecto: devolviste lo que recibiste y no debés nada.`,
  },
  no_account: {
    en: () => 'There is no account with this address, so there is nothing to end.',
    es: () => 'No hay una cuenta con estos datos: no tenemos nada para dar de baja.',
  },
  confirm_end: {
    en: () =>
      'Please confirm it: log in with this same phone or e-mail and send it again. If it was not you, there is nothing to do.',
    es: () =>
      'Falta que lo confirmes: ingresar con este mismo celular o correo y volver a enviarlo. Si no lo pediste, no hace falta que hagas nada.',
  },
  after_loan: {
    en: () => 'It takes effect by itself when you have no open loan left. You need not ask again.',
    es: () => 'La baja se hace sola cuando no te quede un préstamo abierto. No hace falta que la vuelvas a pedir.',
  },
  ended: {
    en: () =>
      'The service has ended: you are logged out everywhere and we do not write to you. If you want to come back, just log in.',
    es: () =>
      'La baja ya tiene efecto: cerramos todas tus sesiones y no te escribimos. Si querés volver, alcanza con ingresar.',
  },
}

/** What a person at the desk has said; it stands until the facts end the request in another way. */
export const handWords = (sealer: Sealer, request: RequestRow): string | undefined =>
  request.outcome === null || request.outcome === 'declined' ? openAnswer(sealer, request) : undefined

/** For the person whose request it is. */
export const answerWords = (
  sealer: Sealer,
  { request, situation }: Settled,
  language: WireLanguage = request.language,
): string => handWords(sealer, request) ?? situationWords(situation, language)

const situationWords = ({ name, orderNumber, giveBack }: Situation, language: WireLanguage): string => {
  if (name === 'to_cancel' || name === 'to_end' || name === 'declined')
    throw new Error(`a request was left at ${name} without a word`)
  return situations[name][language]({
    loan: orderNumber ?? '',
    amount: giveBack === null ? '' : formatPesos(giveBack.amount),
    until: giveBack === null ? '' : writtenDay(giveBack.untilDay),
  })
}

type PlainWords = Readonly<Record<WireLanguage, string>>

const states: Readonly<Record<Exclude<RequestState, 'done'>, PlainWords>> = {
  received: {
    en: 'We have your request. We are sending this number and what comes next to the phone or e-mail you wrote.',
    es: 'Recibimos tu pedido. Te enviamos este número, con los pasos que siguen, al celular o correo que escribiste.',
  },
  acknowledged: {
    en: 'We answered to the phone or e-mail you wrote: what comes next is there. You also see it here when you log in.',
    es: 'Te respondimos al celular o correo que escribiste: ahí están los pasos que siguen. También los ves acá si ingresás.',
  },
  not_possible: {
    en: 'It is not possible. The reason is in the message to the phone or e-mail you wrote.',
    es: 'No es posible. El motivo está en el mensaje que te enviamos al celular o correo que escribiste.',
  },
}

const done: Readonly<Record<RequestKind, PlainWords>> = {
  regret: { en: 'The loan has no effect any more.', es: 'El préstamo ya no tiene efecto.' },
  unsubscribe: { en: 'The service has ended.', es: 'La baja está hecha.' },
}

/** For whoever has the number: nothing of it depends on whether there is an account or a loan. */
export const stateWords = (kind: RequestKind, state: RequestState, language: WireLanguage): string =>
  (state === 'done' ? done[kind] : states[state])[language]
