import type { WireLanguage } from './language.ts'

type Entry = { readonly code: string; readonly status: number } & Readonly<Record<WireLanguage, string>>

/**
 * The closed list of refusals: everything the server can answer other than a success. `code` is what the client
 * decides by, `status` is for proxies and logs, the words are for the person. Each says what to do next.
 *
 * Three are fixed by the specification's section 8: code 301 is silent in the client, the texts `bad request` (logs
 * out) and `invalid loan_daycount` (the client gets null) are compared letter by letter and so never translated.
 */
export const refusals = {
  bad_request: { code: '400', status: 400, en: 'bad request', es: 'bad request' },
  invalid_body: {
    code: '40000',
    status: 400,
    en: 'Please check "{field}": {problem}',
    es: 'Revisá "{field}": {problem}',
  },
  login_needed: {
    code: '10001',
    status: 401,
    en: 'Your session has ended. Please log in again.',
    es: 'Tu sesión terminó. Volvé a ingresar.',
  },
  account_blocked: {
    code: '403',
    status: 403,
    en: 'Your account is blocked. Please contact us so that we can look at it together.',
    es: 'Tu cuenta está bloqueada. Escribinos y lo vemos juntos.',
  },
  not_ready: {
    code: '301',
    status: 200,
    en: 'There is no result yet. Please check again in a moment.',
    es: 'Todavía no hay resultado. Volvé a consultar en un rato.',
  },
  no_consent: {
    code: '301',
    status: 200,
    en: 'You have not agreed to share this data, so nothing was stored.',
    es: 'No aceptaste compartir estos datos, así que no guardamos nada.',
  },
  unknown_path: {
    code: '404',
    status: 404,
    en: 'This address does not exist. Please go back to Home.',
    es: 'Esta dirección no existe. Volvé al inicio.',
  },
  body_too_large: {
    code: '413',
    status: 413,
    en: 'What you are sending is too large. Please send a smaller file.',
    es: 'Lo que querés enviar es demasiado grande. Probá con un archivo más chico.',
  },
  too_many_requests: {
    code: '429',
    status: 429,
    en: 'Too many attempts. Please try again in {seconds} seconds.',
    es: 'Fueron demasiados intentos. Volvé a probar en {seconds} segundos.',
  },
  internal: {
    code: '500',
    status: 500,
    en: 'Something went wrong on our side. Please try again; if it happens again, tell us this number: {request_id}',
    es: 'Algo falló de nuestro lado. Volvé a intentar; si vuelve a pasar, pasanos este número: {request_id}',
  },
  not_built_yet: {
    code: '501',
    status: 200,
    en: 'This part is not available yet. Please come back later.',
    es: 'Esta parte todavía no está disponible. Volvé más adelante.',
  },
  unavailable: {
    code: '503',
    status: 503,
    en: 'The service is not available right now. Please try again in a few minutes.',
    es: 'El servicio no está disponible en este momento. Volvé a intentar en unos minutos.',
  },
  timed_out: {
    code: '504',
    status: 503,
    en: 'This is taking too long. Please try again.',
    es: 'Está tardando demasiado. Volvé a intentar.',
  },

  wrong_code: {
    code: '20101',
    status: 200,
    en: 'That is not the code we sent. Please check it and type it again.',
    es: 'Ese no es el código que te enviamos. Revisalo y volvé a escribirlo.',
  },
  code_expired: {
    code: '20102',
    status: 200,
    en: 'That code is no longer valid. Please ask for a new one.',
    es: 'Ese código ya no vale. Pedí uno nuevo.',
  },
  different_phone_needed: {
    code: '20201',
    status: 200,
    en: 'Please select a different phone number',
    es: 'Elegí un número distinto',
  },
  id_photo_needed: {
    code: '20202',
    status: 200,
    en: 'To request a loan it is necessary to take a photograph of your ID Card',
    es: 'Para pedir un préstamo necesitamos una foto de tu DNI',
  },
  application_refused: {
    code: '20203',
    status: 200,
    en: 'Sorry, your application has been refused, please try again {days} days later.',
    es: 'No pudimos aprobar tu solicitud. Podés volver a intentar dentro de {days} días.',
  },
  invalid_loan_daycount: { code: '20301', status: 200, en: 'invalid loan_daycount', es: 'invalid loan_daycount' },
  quota_too_small: {
    code: '20302',
    status: 200,
    en: 'The amount is more than you can borrow now. You can ask for up to {available}.',
    es: 'El monto supera lo que podés pedir ahora. Podés pedir hasta {available}.',
  },
  order_not_found: {
    code: '20303',
    status: 200,
    en: 'We could not find that loan. Please look for it in My loan.',
    es: 'No encontramos ese préstamo. Buscalo en Mis préstamos.',
  },
  request_id_reused: {
    code: '20304',
    status: 200,
    en: 'This request was already sent with other details. Please go back and start again.',
    es: 'Este pedido ya se envió con otros datos. Volvé atrás y empezá de nuevo.',
  },
} as const satisfies Record<string, Entry>

export type RefusalName = keyof typeof refusals

type PlaceholderIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never

type WordsOf<Name extends RefusalName> = PlaceholderIn<(typeof refusals)[Name]['en']>

/** The words that a refusal's text needs: none, or one for each placeholder, and no others. */
type WordArguments<Name extends RefusalName> = [WordsOf<Name>] extends [never]
  ? []
  : [words: Readonly<Record<WordsOf<Name>, string | number>>]

/** A refusal on its way to the client. It is a value to return, never thrown: only bugs throw. */
export class Refusal {
  readonly name: RefusalName
  readonly words: Readonly<Record<string, string | number>>

  constructor(name: RefusalName, words: Readonly<Record<string, string | number>>) {
    this.name = name
    this.words = words
  }
}

export const refuse = <Name extends RefusalName>(name: Name, ...[words]: WordArguments<Name>): Refusal =>
  new Refusal(name, words ?? {})

/** The refusal's sentence in a language, its placeholders filled. */
export const messageOf = (refusal: Refusal, language: WireLanguage): string =>
  refusals[refusal.name][language].replaceAll(/\{(\w+)\}/g, (_, word: string) => {
    const value = refusal.words[word]
    if (value === undefined) throw new Error(`refusal ${refusal.name} has no word for {${word}}`)
    return String(value)
  })
