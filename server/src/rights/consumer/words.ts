import { brand } from '@hola/core/brand.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { formatPesos } from '@hola/core/money.ts'
import { writtenDay } from '@hola/core/written.ts'
import type { Sealer } from '../../platform/sealed/public.ts'
import type { Services } from '../services.ts'
import { openAnswer } from './sealed-fields.ts'
import { answerUntil } from './show.ts'
import type { Settled } from './settle.ts'
import type { SituationName } from './situation.ts'
import type { RequestKind, RequestRow, RequestState } from './store.ts'

type Filled = {
  readonly loan: string
  readonly amount: string
  readonly until: string
  /** What was agreed: all of it, and when it is due. */
  readonly repayment: string
  readonly dueDay: string
  readonly answerDay: string
}
type Words = Readonly<Record<WireLanguage, (filled: Filled) => string>>

const { phone, email } = brand.support

/** Carried out before anybody is told, or told in a person's own words. */
type Wordless = 'to_cancel' | 'to_end' | 'answered' | 'declined'

/**
 * What was done, or what to do now. The same sentences go out by SMS and so keep to the letters that fit 160 into one
 * message, which has é and ñ and no á, í, ó or ú.
 */
const situations: Readonly<Record<Exclude<SituationName, Wordless>, Words>> = {
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
    en: ({ loan, amount, until }) =>
      `The money of loan ${loan} was already on its way. If it arrives today, give back ${amount}, what you received, by ${until} in My loan, and you owe nothing else; if it arrives later, we tell you the date. Not given back in time, it is the loan you signed, with its cost.`,
    es: ({ loan, amount, until }) =>
      `El dinero de tu préstamo ${loan} ya estaba en camino. Si llega hoy, devolvé ${amount}, lo que recibiste, hasta el ${until} desde Mis préstamos, y no debés otra cosa; si llega después, te avisamos la fecha. Si no lo devolvés a tiempo, sigue el préstamo que firmaste, con su costo.`,
  },
  return: {
    en: ({ loan, amount, until }) =>
      `Give back ${amount}, what you received of loan ${loan}, by ${until}: no interest and no charges. You do it in My loan, on the page of that loan, or with a person on ${phone}. Not given back by then, it is the loan you signed, with its cost.`,
    es: ({ loan, amount, until }) =>
      `Devolvé ${amount}, lo que recibiste de tu préstamo ${loan}, hasta el ${until}: sin intereses ni cargos. Lo hacés en Mis préstamos, dentro de ese préstamo, o con una persona en el ${phone}. Si no lo devolvés hasta esa fecha, sigue el préstamo que firmaste, con su costo.`,
  },
  too_late: {
    en: ({ loan }) =>
      `The time to withdraw from loan ${loan} is over. You can repay it early at no cost: interest counts only up to then.`,
    es: ({ loan }) =>
      `Tu préstamo ${loan} ya tiene vencido el plazo para arrepentirse. Podés pagarlo antes sin costo: los intereses cuentan solo hasta ese momento.`,
  },
  not_returned: {
    en: ({ loan, until, repayment, dueDay }) =>
      `What you received of loan ${loan} was not back by ${until}, so it is the loan you signed: ${repayment}, due on ${dueDay}. What you have paid counts. You can repay it early at no cost: interest counts only up to then.`,
    es: ({ loan, until, repayment, dueDay }) =>
      `Lo que recibiste de tu préstamo ${loan} no fue devuelto hasta el ${until}. Por eso sigue el préstamo que firmaste: ${repayment}, que vence el ${dueDay}. Lo que ya pagaste se descuenta. Podés pagarlo antes sin costo: los intereses cuentan solo hasta ese momento.`,
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
  in_hand: {
    en: ({ answerDay }) =>
      `A person reads it and answers you by ${answerDay} at the latest. If you want to add something, write to ${email}.`,
    es: ({ answerDay }) =>
      `Una persona lo lee y te responde hasta el ${answerDay}. Si querés agregar algo, escribinos a ${email}.`,
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
  request.outcome === null || request.outcome === 'answered' || request.outcome === 'declined'
    ? openAnswer(sealer, request)
    : undefined

/** Whoever asks again is told first that it is done. */
const again: Readonly<Record<WireLanguage, (day: string) => string>> = {
  en: (day) => `You have already withdrawn, on ${day}: there is no need to ask again.`,
  es: (day) => `Ya te arrepentiste el ${day}: no hace falta volver a pedirlo.`,
}

/** For the person whose request it is; `isAgain`, she had withdrawn from the loan before she asked now. */
export const answerWords = (
  { sealer, reference }: Pick<Services, 'sealer' | 'reference'>,
  { request, situation }: Settled,
  {
    language = request.language,
    isAgain = false,
  }: { readonly language?: WireLanguage; readonly isAgain?: boolean } = {},
): string => {
  const { name, orderNumber, giveBack, agreed } = situation
  const byHand = handWords(sealer, request)
  if (byHand !== undefined) return byHand
  if (name === 'to_cancel' || name === 'to_end' || name === 'answered' || name === 'declined')
    throw new Error(`a request was left at ${name} without a word`)
  const until = giveBack?.untilDay ?? agreed?.untilDay
  const words = situations[name][language]({
    loan: orderNumber ?? '',
    amount: giveBack === null ? '' : formatPesos(giveBack.amount),
    until: until === undefined ? '' : writtenDay(until),
    repayment: agreed === null ? '' : formatPesos(agreed.repayment),
    dueDay: agreed === null ? '' : writtenDay(agreed.dueDay),
    answerDay: writtenDay(civilDayOf(answerUntil(request, reference.holidays))),
  })
  const { withdrawnDay, isWithdrawnBefore } = situation
  return withdrawnDay !== null && (isAgain || isWithdrawnBefore)
    ? `${again[language](writtenDay(withdrawnDay))} ${words}`
    : words
}

type PlainWords = Readonly<Record<WireLanguage, string>>

const states: Readonly<Record<RequestState, PlainWords>> = {
  received: {
    en: 'We have your request. We are sending this number and what comes next to the phone or e-mail you wrote.',
    es: 'Recibimos tu pedido. Te enviamos este número, con los pasos que siguen, al celular o correo que escribiste.',
  },
  acknowledged: {
    en: 'We answered to the phone or e-mail you wrote: what comes next is there. You also see it here when you log in.',
    es: 'Te respondimos al celular o correo que escribiste: ahí están los pasos que siguen. También los ves acá si ingresás.',
  },
  done: { en: 'It is done.', es: 'Ya está hecho.' },
  not_possible: {
    en: 'It is not possible. The reason is in the message to the phone or e-mail you wrote.',
    es: 'No es posible. El motivo está en el mensaje que te enviamos al celular o correo que escribiste.',
  },
}

/** Where a kind says it in words of its own. */
const statesOf: Readonly<Record<RequestKind, Partial<typeof states>>> = {
  regret: { done: { en: 'The loan has no effect any more.', es: 'El préstamo ya no tiene efecto.' } },
  unsubscribe: { done: { en: 'The service has ended.', es: 'La baja está hecha.' } },
  complaint: {
    received: {
      en: 'We have your complaint. We are sending this number to the phone or e-mail you wrote.',
      es: 'Recibimos tu reclamo. Te enviamos este número al celular o correo que escribiste.',
    },
    acknowledged: {
      en: 'A person is looking into it and answers to the phone or e-mail you wrote.',
      es: 'Una persona lo está viendo y te responde al celular o correo que escribiste.',
    },
    done: {
      en: 'We answered to the phone or e-mail you wrote. You also see the answer here when you log in.',
      es: 'Te respondimos al celular o correo que escribiste. También ves la respuesta acá si ingresás.',
    },
  },
}

/** For whoever has the number: nothing of it depends on whether there is an account or a loan. */
export const stateWords = (kind: RequestKind, state: RequestState, language: WireLanguage): string =>
  (statesOf[kind][state] ?? states[state])[language]
