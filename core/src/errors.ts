import type { WireLanguage } from './language.ts'

type Texts = Readonly<Record<WireLanguage, string>>
/** `one`: what it says instead when a count among its words is one. */
type Entry = Texts & { readonly code: string; readonly status: number; readonly one?: Texts }

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
  unauthorised: {
    code: '401',
    status: 401,
    en: 'Unauthorised: this message is not signed with the secret that we share. Please check the secret and send it again.',
    es: 'No autorizado: este mensaje no está firmado con el secreto que compartimos. Revisá el secreto y volvé a enviarlo.',
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
    one: {
      en: 'Too many attempts. Please try again in {seconds} second.',
      es: 'Fueron demasiados intentos. Volvé a probar en {seconds} segundo.',
    },
  },
  internal: {
    code: '500',
    status: 500,
    en: 'Something went wrong on our side. Please try again; if it happens again, tell us this number: {request_id}',
    es: 'Algo falló de nuestro lado. Volvé a intentar; si vuelve a pasar, pasanos este número: {request_id}',
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
    en: 'That is not the code we sent. Please check it and type it again. Tries left: {tries}.',
    es: 'Ese no es el código que te enviamos. Revisalo y volvé a escribirlo. Intentos que te quedan: {tries}.',
  },
  code_expired: {
    code: '20102',
    status: 200,
    en: 'That code is no longer valid. Please ask for a new one.',
    es: 'Ese código ya no vale. Pedí uno nuevo.',
  },
  code_resend_too_soon: {
    code: '20103',
    status: 200,
    en: 'We have just sent you a code. You can ask for another in {seconds} seconds.',
    es: 'Recién te enviamos un código. Podés pedir otro en {seconds} segundos.',
    one: {
      en: 'We have just sent you a code. You can ask for another in {seconds} second.',
      es: 'Recién te enviamos un código. Podés pedir otro en {seconds} segundo.',
    },
  },
  too_many_codes: {
    code: '20104',
    status: 200,
    en: 'We have sent several codes already. Please use the newest, or ask for another in {minutes} min.',
    es: 'Ya enviamos varios códigos. Usá el más nuevo o pedí otro en {minutes} min.',
  },
  too_many_tries: {
    code: '20105',
    status: 200,
    en: 'That code was tried too many times and no longer works. Please ask for a new one.',
    es: 'Ese código se probó demasiadas veces y ya no sirve. Pedí uno nuevo.',
  },
  message_not_sent: {
    code: '20106',
    status: 200,
    en: 'We could not send the code. Please check the number or address, or try again in a few minutes.',
    es: 'No pudimos enviar el código. Revisá el número o el correo, o volvé a probar en unos minutos.',
  },
  texts_changed: {
    code: '20107',
    status: 200,
    en: 'The privacy policy or the terms have changed. Please read them and agree again.',
    es: 'Cambiaron la política de privacidad o los términos. Leelos y volvé a aceptarlos.',
  },
  no_address_on_file: {
    code: '20108',
    status: 200,
    en: 'We have no address of that kind from you. Please get the code the other way.',
    es: 'No tenemos un dato tuyo de ese tipo. Pedí el código por la otra vía.',
  },
  codes_paused: {
    code: '20109',
    status: 200,
    en: 'So many codes are being asked for right now that we cannot send one here. Please try again in {minutes} min, or from a phone or connection you have logged in with before.',
    es: 'En este momento se piden tantos códigos que no podemos enviarte uno. Volvé a probar en {minutes} min, o desde un celular o una conexión con los que ya hayas ingresado.',
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
    one: {
      en: 'Sorry, your application has been refused, please try again {days} day later.',
      es: 'No pudimos aprobar tu solicitud. Podés volver a intentar dentro de {days} día.',
    },
  },
  unknown_option: {
    code: '20204',
    status: 200,
    en: 'What you chose in "{field}" is not in the list any more. Please select again.',
    es: 'Lo que elegiste en "{field}" ya no está en la lista. Elegí de nuevo.',
  },
  locality_not_in_district: {
    code: '20205',
    status: 200,
    en: 'That town is in another district. Please select province, district and town again.',
    es: 'Esa localidad es de otro partido o departamento. Elegí de nuevo provincia, partido y localidad.',
  },
  application_incomplete: {
    code: '20206',
    status: 200,
    en: 'Something is still missing. Please complete the steps that are open, then submit.',
    es: 'Todavía falta algo. Completá los pasos que quedan y después enviá la solicitud.',
  },
  application_locked: {
    code: '20207',
    status: 200,
    en: 'Your application is in review, so it cannot be changed now. Please check the result in a moment.',
    es: 'Tu solicitud está en evaluación y ahora no se puede cambiar. Consultá el resultado en un rato.',
  },
  biometric_consent_needed: {
    code: '20208',
    status: 200,
    en: 'Before the photos we need your consent to compare your face with your ID card. Please read it and agree.',
    es: 'Antes de las fotos necesitamos tu permiso para comparar tu cara con tu DNI. Leelo y aceptalo.',
  },
  image_not_an_image: {
    code: '20209',
    status: 200,
    en: 'That file is not a photo that we can read. Please send a JPEG, PNG or WebP photo.',
    es: 'Ese archivo no es una foto que podamos leer. Enviá una foto JPEG, PNG o WebP.',
  },
  image_too_small: {
    code: '20210',
    status: 200,
    en: 'The photo is too small to read. Please take it again from nearer.',
    es: 'La foto es demasiado chica para leerla. Sacala de nuevo más de cerca.',
  },
  image_too_large: {
    code: '20211',
    status: 200,
    en: 'The photo is too large. Please take it again with the camera of this page.',
    es: 'La foto es demasiado grande. Sacala de nuevo con la cámara de esta página.',
  },
  image_damaged: {
    code: '20212',
    status: 200,
    en: 'The photo arrived damaged. Please send it again, or take a new one.',
    es: 'La foto llegó dañada. Volvé a enviarla o sacá una nueva.',
  },
  no_retakes_left: {
    code: '20213',
    status: 200,
    en: 'This photo was taken as many times as we can accept. A person will look at it.',
    es: 'Esta foto ya se sacó todas las veces posibles. La va a mirar una persona.',
  },
  account_holder_mismatch: {
    code: '20214',
    status: 200,
    en: 'That account is in another name. Please use one in your own name.',
    es: 'Esa cuenta está a nombre de otra persona. Usá una que esté a tu nombre.',
  },
  application_decided: {
    code: '20215',
    status: 200,
    en: 'Your application is approved, so what it was decided by cannot be changed now. If something is wrong, please contact us.',
    es: 'Tu solicitud está aprobada y ahora no se puede cambiar lo que se evaluó. Si hay un error, escribinos.',
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
  not_approved: {
    code: '20305',
    status: 200,
    en: 'There is no approval to borrow with yet. Please look at Home for what comes next.',
    es: 'Todavía no hay una aprobación para pedir el préstamo. Mirá en Inicio qué sigue.',
  },
  approval_expired: {
    code: '20306',
    status: 200,
    en: 'Your approval has expired. You can ask again from Home with the data we have.',
    es: 'Tu aprobación venció. Podés volver a pedirla desde Inicio con los datos que ya tenemos.',
  },
  amount_not_offered: {
    code: '20307',
    status: 200,
    en: 'That amount is not offered. Please choose one from {min} to {max}, in steps of {step}.',
    es: 'Ese monto no se ofrece. Elegí uno de {min} a {max}, de a {step}.',
  },
  agreement_changed: {
    code: '20308',
    status: 200,
    en: 'The agreement has changed since you opened it. Please read the new one before you sign. Nothing was signed.',
    es: 'El contrato cambió desde que lo abriste. Leé el nuevo antes de firmar. No se firmó nada.',
  },
  coupon_not_usable: {
    code: '20309',
    status: 200,
    en: 'That coupon can no longer be used. Please choose again, with another or without one.',
    es: 'Ese cupón ya no se puede usar. Elegí de nuevo, con otro o sin cupón.',
  },
  payment_too_small: {
    code: '20401',
    status: 200,
    en: 'The smallest payment is {min}. Please choose that or more.',
    es: 'El pago mínimo es de {min}. Elegí ese monto o uno mayor.',
  },
  nothing_to_pay: {
    code: '20402',
    status: 200,
    en: 'There is nothing to pay on this loan now.',
    es: 'Ahora no hay nada para pagar en este préstamo.',
  },
  pay_method_not_offered: {
    code: '20403',
    status: 200,
    en: 'That way to pay is not available now. Please choose another.',
    es: 'Esa forma de pago no está disponible ahora. Elegí otra.',
  },
  pay_method_failed: {
    code: '20404',
    status: 200,
    en: 'The payment service does not answer. Nothing was charged. Please try again, or choose another way to pay.',
    es: 'El servicio de pago no responde. No se cobró nada. Volvé a intentar o elegí otra forma de pago.',
  },
  extension_not_possible: {
    code: '20405',
    status: 200,
    en: 'The due date of this loan cannot be moved: a coupon works once for a loan, until the due date.',
    es: 'El vencimiento de este préstamo no se puede mover: el cupón sirve una vez por préstamo, hasta el día del vencimiento.',
  },
  withdrawal_not_possible: {
    code: '20406',
    status: 200,
    en: 'The time to withdraw from this loan is over. You can repay it early: interest counts only up to that day.',
    es: 'Ya pasó el plazo para arrepentirte de este préstamo. Podés pagarlo antes: los intereses cuentan solo hasta ese día.',
  },
  withdrawn_already: {
    code: '20409',
    status: 200,
    en: 'You have already withdrawn from this loan: it has no effect any more, and you owe nothing.',
    es: 'Ya te arrepentiste de este préstamo: no tiene efecto y no debés nada.',
  },
  not_cleared_yet: {
    code: '20407',
    status: 200,
    en: 'The certificate is ready when the loan is paid off.',
    es: 'El libre deuda está listo cuando el préstamo está pagado.',
  },
  payout_not_failed: {
    code: '20408',
    status: 200,
    en: 'The transfer of this loan did not fail, so its account cannot be changed.',
    es: 'La transferencia de este préstamo no falló, así que su cuenta no se puede cambiar.',
  },
  consumer_request_not_found: {
    code: '20501',
    status: 200,
    en: 'We could not find a request with that number. Please check it and type it again.',
    es: 'No encontramos un trámite con ese número. Revisalo y volvé a escribirlo.',
  },
  consent_text_changed: {
    code: '20601',
    status: 200,
    en: 'This text has changed since you opened it. Please read the new one and decide again. Nothing was changed.',
    es: 'Este texto cambió desde que lo abriste. Leé el nuevo y volvé a decidir. No se cambió nada.',
  },
  erasure_loan_open: {
    code: '20602',
    status: 200,
    en: 'You have an open loan, so your account cannot be erased yet. You can do it as soon as the loan is settled.',
    es: 'Tenés un préstamo abierto y por eso tu cuenta todavía no se puede borrar. Podés hacerlo apenas esté saldado.',
  },
  erasure_credit_open: {
    code: '20603',
    status: 200,
    en: 'We still owe you money. Please write to us so that we return it first; then you can erase your account.',
    es: 'Todavía tenemos dinero tuyo. Escribinos para que te lo devolvamos y después podés borrar tu cuenta.',
  },
  erasure_review_open: {
    code: '20604',
    status: 200,
    en: 'Your application is in review. You can erase your account as soon as there is a result.',
    es: 'Tu solicitud está en evaluación. Podés borrar tu cuenta apenas haya un resultado.',
  },
  erasure_request_open: {
    code: '20605',
    status: 200,
    en: 'A request of yours is still open. You can erase your account as soon as we have answered it.',
    es: 'Tenés un trámite abierto. Podés borrar tu cuenta apenas te lo hayamos respondido.',
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
  /** When asking again can help, for machines: the Retry-After header. */
  readonly retryAfterSeconds: number | undefined

  constructor(name: RefusalName, words: Readonly<Record<string, string | number>>, retryAfterSeconds?: number) {
    this.name = name
    this.words = words
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const refuse = <Name extends RefusalName>(name: Name, ...[words]: WordArguments<Name>): Refusal =>
  new Refusal(name, words ?? {})

export const withRetryAfter = ({ name, words }: Refusal, seconds: number): Refusal => new Refusal(name, words, seconds)

/** The refusal's sentence in a language, its placeholders filled. */
export const messageOf = (refusal: Refusal, language: WireLanguage): string => {
  const entry: Entry = refusals[refusal.name]
  const isOne = Object.values(refusal.words).includes(1)
  return ((isOne ? entry.one : undefined) ?? entry)[language].replaceAll(/\{(\w+)\}/g, (_, word: string) => {
    const value = refusal.words[word]
    if (value === undefined) throw new Error(`refusal ${refusal.name} has no word for {${word}}`)
    return String(value)
  })
}
