import type { WireLanguage } from '@hola/core/language.ts'
import type { ReviewReason } from '@hola/core/review/reasons.ts'

type Words = Readonly<Record<WireLanguage, string>>

/** Behind what comes from the bureau: where to see it, and how to have it corrected. */
const correct: Words = {
  en: 'Data of the BCRA weighed in this decision. You can see your own record for free at bcra.gob.ar, "Central de Deudores", with your CUIL. If something is wrong, ask the entity that reported it to correct it: by Ley 25.326, art. 16, it has five business days.',
  es: 'En esta decisión pesaron datos del BCRA. Podés ver gratis tu propio registro en bcra.gob.ar, "Central de Deudores", con tu CUIL. Si algo está mal, pedile a la entidad que lo informó que lo corrija: por la Ley 25.326, art. 16, tiene cinco días hábiles.',
}

const fromBureau: readonly ReviewReason[] = [
  'bureau_situation_now',
  'bureau_situation_past',
  'bureau_rejected_cheques',
  'bureau_situation_2',
]

/** What a person is told about each reason: what it is, and what she can do. The one place where it is said. */
const reasonWords: Readonly<Record<ReviewReason, Words>> = {
  identity_photos_do_not_match: {
    en: 'Identity photos do not match: the face in the selfie is not the one on the DNI. When you try again, take the selfie yourself, facing the light, without glasses or cap.',
    es: 'Las fotos de identidad no coinciden: la cara de la selfie no es la del DNI. Cuando vuelvas a intentar, sacate vos la selfie, de frente a la luz, sin anteojos ni gorra.',
  },
  identity_card_expired: {
    en: 'The DNI in the photos has expired. When you try again, take photos of one that is valid; Renaper or a Registro Civil renews it.',
    es: 'El DNI de las fotos está vencido. Cuando vuelvas a intentar, sacale fotos a uno vigente; lo renovás en el Renaper o en un Registro Civil.',
  },
  identity_other_dni: {
    en: 'The DNI in the photos has another number than the one you typed. When you try again, check the number in the basic information and take photos of your own DNI.',
    es: 'El DNI de las fotos tiene otro número que el que escribiste. Cuando vuelvas a intentar, revisá el número en los datos básicos y sacale fotos a tu propio DNI.',
  },
  identity_sides_differ: {
    en: 'The front and the back in the photos are of different cards. When you try again, take both sides of your own DNI.',
    es: 'El frente y el dorso de las fotos son de documentos distintos. Cuando vuelvas a intentar, sacá los dos lados de tu DNI.',
  },
  identity_needs_a_person: {
    en: 'A person on our team looks at your identity photos. You need not do anything.',
    es: 'Una persona de nuestro equipo mira tus fotos de identidad. No tenés que hacer nada.',
  },
  identity_not_read: {
    en: 'We could not read your identity photos by ourselves, so a person on our team looks at them. You need not do anything.',
    es: 'No pudimos leer tus fotos de identidad de forma automática, así que las mira una persona de nuestro equipo. No tenés que hacer nada.',
  },
  age_not_accepted: {
    en: 'We lend to people from 18 to 75 years of age.',
    es: 'Prestamos a personas de 18 a 75 años.',
  },
  dni_in_another_account: {
    en: 'There is an approval or an open loan with this DNI under another account. Log in with the phone or e-mail of that account; if you cannot, or it is not yours, please contact us.',
    es: 'Hay una aprobación o un préstamo abierto con este DNI en otra cuenta. Ingresá con el celular o el correo de esa cuenta; si no podés, o no es tuya, escribinos.',
  },
  bureau_situation_now: {
    en: 'A lender reports a debt of yours that is more than 90 days late (situation 3 or worse).',
    es: 'Una entidad informa una deuda tuya con más de 90 días de atraso (situación 3 o peor).',
  },
  bureau_situation_past: {
    en: 'In the last 24 months a lender reported a debt of yours that was more than 180 days late (situation 4 or 5).',
    es: 'En los últimos 24 meses una entidad informó una deuda tuya con más de 180 días de atraso (situación 4 o 5).',
  },
  bureau_rejected_cheques: {
    en: 'There are rejected cheques in your name that are not paid.',
    es: 'Hay cheques rechazados a tu nombre que no están pagados.',
  },
  bureau_situation_2: {
    en: 'Your limit is lower for now, because a lender reports a debt of yours that is more than 30 days late (situation 2).',
    es: 'Por ahora tu límite es más bajo, porque una entidad informa una deuda tuya con más de 30 días de atraso (situación 2).',
  },
  bureau_thin_file: {
    en: 'Your limit is lower for the first loan, because the BCRA has no debts of yours on record from which we could learn. Each loan repaid on time raises it.',
    es: 'Tu límite es más bajo para el primer préstamo, porque el BCRA no tiene deudas tuyas registradas de las que podamos aprender. Sube con cada préstamo que devolvés a tiempo.',
  },
  bureau_in_review: {
    en: 'Something in your record at the BCRA is being reviewed or disputed, so a person on our team looks at it before we decide. You need not do anything.',
    es: 'Algo de tu registro en el BCRA está en revisión o en discusión, así que lo mira una persona de nuestro equipo antes de decidir. No tenés que hacer nada.',
  },
  bureau_unavailable: {
    en: 'The BCRA did not answer us, so a person on our team takes care of your application. You need not do anything.',
    es: 'El BCRA no nos respondió, así que una persona de nuestro equipo se ocupa de tu solicitud. No tenés que hacer nada.',
  },
  declared_overdue: {
    en: 'You told us about a payment in the last six months that was more than 90 days late. Once it is settled and some time has passed, you can try again.',
    es: 'Nos contaste de un pago de los últimos seis meses con más de 90 días de atraso. Cuando esté resuelto y haya pasado un tiempo, podés volver a intentar.',
  },
  own_overdue: {
    en: 'You have a loan with us that is overdue. Once it is repaid, you can apply again.',
    es: 'Tenés un préstamo con nosotros que está vencido. Cuando lo devuelvas, podés volver a pedir.',
  },
  score_low: {
    en: 'From all that you told us and that is on record together, we cannot offer a loan now. Fewer loans at once and payments on time improve it.',
    es: 'Por el conjunto de lo que nos contaste y lo que está registrado, ahora no podemos ofrecerte un préstamo. Mejora con menos préstamos a la vez y pagos a tiempo.',
  },
  not_affordable: {
    en: 'With your income and the debts you have, repaying even our smallest loan would be too heavy. We count debts that you told us about and those on record at the BCRA; you can see yours for free at bcra.gob.ar, "Central de Deudores", and ask the entity to correct what is wrong (Ley 25.326, art. 16). When the debts are lower, try again.',
    es: 'Con tus ingresos y las deudas que tenés, devolver hasta nuestro préstamo más chico sería demasiado. Contamos las deudas que nos dijiste y las registradas en el BCRA; podés ver las tuyas gratis en bcra.gob.ar, "Central de Deudores", y pedirle a la entidad que corrija lo que esté mal (Ley 25.326, art. 16). Cuando las deudas bajen, volvé a intentar.',
  },
  limited_by_income: {
    en: 'Your limit is what you can repay with your income beside the debts you have, those on record at the BCRA included.',
    es: 'Tu límite es lo que podés devolver con tus ingresos además de las deudas que tenés, incluidas las registradas en el BCRA.',
  },
  decided_by_a_person: {
    en: 'A person on our team looked at your application and could not approve it. If you want to know more, please contact us.',
    es: 'Una persona de nuestro equipo miró tu solicitud y no pudo aprobarla. Si querés saber más, escribinos.',
  },
  income_not_plausible: {
    en: 'A person on our team looked at your application and could not follow the income that you told us. When you try again, please write what you receive each month.',
    es: 'Una persona de nuestro equipo miró tu solicitud y no pudo comprobar los ingresos que nos contaste. Cuando vuelvas a intentar, escribí lo que cobrás por mes.',
  },
  facts_missing: {
    en: 'Something that we need to decide is missing, so a person on our team looks at your application. You need not do anything.',
    es: 'Falta algo que necesitamos para decidir, así que una persona de nuestro equipo mira tu solicitud. No tenés que hacer nada.',
  },
}

/** What a person is told about the reasons of a decision, a text for each. What goes for several is said once. */
export const reasonTexts = (reasons: readonly ReviewReason[], language: WireLanguage): string[] => {
  const last = reasons.findLast((code) => fromBureau.includes(code))
  return reasons.map((code) => {
    const text = reasonWords[code][language]
    return code === last ? `${text} ${correct[language]}` : text
  })
}
