import { brand } from '../brand.ts'
import { financeApps } from '../device/finance-apps.ts'
import type { DeviceDataKind } from '../device/limits.ts'
import { CONSENT_VALID_DAYS, DEVICE_DATA_KEPT_DAYS } from '../device/limits.ts'
import type { WireLanguage } from '../language.ts'
import type { VersionedConsent } from './text.ts'

/** What differs between the kinds; around it stand the sentences that are the same for all. */
type Parts = { readonly title: string; readonly purpose: string; readonly reads: string; readonly never: string }

const apps = financeApps.map(({ name }) => name).join(', ')

const parts: Readonly<Record<DeviceDataKind, Readonly<Record<WireLanguage, Parts>>>> = {
  device: {
    es: {
      title: 'Permiso para saber qué teléfono usás',
      purpose: 'Lo usamos para saber en qué teléfonos funciona la app y corregir lo que falla en ellos.',
      reads:
        'Leemos exactamente esto: marca, modelo, versión de Android, versión de la app, idioma y huso horario. Guardamos solo lo último que se envió.',
      never:
        'No leemos el IMEI, el número de serie, el identificador de publicidad ni ningún otro dato que te identifique a vos o a tu teléfono.',
    },
    en: {
      title: 'Consent to know which phone you use',
      purpose: 'We use it to know on which phones the app works and to fix what fails on them.',
      reads:
        'We read exactly this: make, model, Android version, app version, language and time zone. We keep only what was sent last.',
      never:
        'We do not read the IMEI, the serial number, the advertising identifier or anything else that identifies you or your phone.',
    },
  },
  location: {
    es: {
      title: 'Permiso para saber en qué zona estás',
      purpose: 'La usamos para saber en qué zonas se usa la app y dónde hacen falta más formas de cobrar y de pagar.',
      reads:
        'Leemos exactamente esto: la latitud y la longitud redondeadas a dos decimales, una zona de alrededor de un kilómetro, y la hora.',
      never: 'La leemos solo mientras tenés la app a la vista. No leemos tu ubicación exacta ni te seguimos.',
    },
    en: {
      title: 'Consent to know about where you are',
      purpose:
        'We use it to know in which areas the app is used and where more ways to get paid and to pay are needed.',
      reads:
        'We read exactly this: latitude and longitude rounded to two decimals, an area of about a kilometre, and the time.',
      never: 'We read it only while the app is in view. We do not read your exact place and do not follow you.',
    },
  },
  sms: {
    es: {
      title: 'Permiso para resumir tus SMS de bancos y servicios',
      purpose:
        'Los usamos para entender, en conjunto, cuándo cobran y pagan las personas que usan la app y proponer vencimientos más cómodos.',
      reads:
        'Leemos solo los SMS que vienen de un número corto o de un nombre, como los de un banco. De cada uno, el teléfono arma este resumen y eso es todo lo que se envía: quién lo mandó, cuándo, de qué tipo es (cobro, pago, transferencia, préstamo, atraso u otro) y el monto, si lo tiene.',
      never:
        'El texto de los mensajes no sale de tu teléfono. No leemos los SMS de personas ni tus conversaciones de otras apps.',
    },
    en: {
      title: 'Consent to summarise your SMS from banks and services',
      purpose:
        'We use them to understand, over all, when the people who use the app get paid and pay, and to offer more convenient due dates.',
      reads:
        'We read only the SMS that come from a short number or from a name, like those of a bank. Of each the phone makes this summary, and nothing else is sent: who sent it, when, of what kind it is (income, payment, transfer, loan, arrears or other) and the amount, if it has one.',
      never:
        'The text of the messages does not leave your phone. We do not read SMS from people, nor your conversations in other apps.',
    },
  },
  apps: {
    es: {
      title: 'Permiso para saber qué billeteras y bancos usás',
      purpose: 'Lo usamos para sumar las formas de cobrar y de pagar que usa la gente.',
      reads: `Leemos exactamente esto: cuáles de estas apps están instaladas en tu teléfono: ${apps}. Guardamos solo lo último que se envió.`,
      never: 'No leemos qué otras apps tenés ni qué hacés en ninguna de ellas.',
    },
    en: {
      title: 'Consent to know which wallets and banks you use',
      purpose: 'We use it to add the ways to get paid and to pay that people use.',
      reads: `We read exactly this: which of these apps are installed on your phone: ${apps}. We keep only what was sent last.`,
      never: 'We do not read which other apps you have, nor what you do in any of them.',
    },
  },
  behaviour: {
    es: {
      title: 'Permiso para saber cómo te resultan las pantallas',
      purpose: 'Lo usamos para encontrar los pasos que cuestan y hacerlos más simples.',
      reads:
        'Anotamos exactamente esto: qué pantalla de la solicitud, del préstamo o del pago abriste y cuándo, en qué campos corregiste o pegaste algo, si apareció un aviso, si saliste de la app y volviste, y si terminaste.',
      never: 'No anotamos lo que escribís, pegás o elegís.',
    },
    en: {
      title: 'Consent to know how the screens work for you',
      purpose: 'We use it to find the steps that are hard and to make them simpler.',
      reads:
        'We note exactly this: which screen of the application, the loan or the payment you opened and when, in which fields you corrected or pasted something, whether a notice appeared, whether you left the app and came back, and whether you finished.',
      never: 'We do not note what you write, paste or choose.',
    },
  },
}

const lender: Readonly<Record<WireLanguage, string>> = {
  es: `${brand.legalEntity}, CUIT ${brand.cuit}, con domicilio en ${brand.address}, te pide este permiso.`,
  en: `${brand.legalEntity}, CUIT ${brand.cuit}, at ${brand.address}, asks for this consent.`,
}

const forAll: Readonly<Record<WireLanguage, readonly string[]>> = {
  es: [
    `Guardamos estos datos cifrados en nuestros propios sistemas durante ${DEVICE_DATA_KEPT_DAYS} días y después los borramos. No los vendemos ni los compartimos, y no los usamos para publicidad ni para ningún otro fin.`,
    'Darlos no es obligatorio (Ley 25.326, artículos 5 y 6). Decir que no, o retirar el permiso, no cambia la decisión sobre tu solicitud, tu límite ni el precio de tu préstamo: estos datos no se usan para decidirlos.',
    `Podés retirar el permiso cuando quieras en "Mis datos": borramos en el momento lo que se guardó y te decimos cuánto era. Si no lo retirás, vence solo a los ${CONSENT_VALID_DAYS} días.`,
    `En "Mis datos" también podés ver, descargar y borrar tus datos, sin costo, o escribirnos a ${brand.support.email}. La Agencia de Acceso a la Información Pública recibe los reclamos de quien vea afectados sus derechos.`,
  ],
  en: [
    `We keep these data encrypted on our own systems for ${DEVICE_DATA_KEPT_DAYS} days and then delete them. We neither sell nor share them, and use them for no advertising and no other purpose.`,
    'Giving them is not obligatory (Ley 25.326, sections 5 and 6). Saying no, or withdrawing the consent, does not change the decision on your application, your limit or the price of your loan: these data are not used to decide them.',
    `You may withdraw the consent at any time in "My data": we delete at once what was stored and tell you how much it was. If you do not, it ends by itself after ${CONSENT_VALID_DAYS} days.`,
    `In "My data" you can also see, download and delete your data, free of charge, or write to us at ${brand.support.email}. The Agencia de Acceso a la Información Pública takes complaints from anyone whose rights are affected.`,
  ],
}

const textOf = (kind: DeviceDataKind, language: WireLanguage) => {
  const { title, purpose, reads, never } = parts[kind][language]
  return { title, paragraphs: [`${lender[language]} ${purpose}`, reads, never, ...forAll[language]] }
}

const consentOf = (kind: DeviceDataKind, version: string): VersionedConsent => ({
  version,
  es: textOf(kind, 'es'),
  en: textOf(kind, 'en'),
})

/** What a person agrees to before data of her device leave it: one text for each kind, asked for one at a time. */
export const deviceConsents: Readonly<Record<DeviceDataKind, VersionedConsent>> = {
  device: consentOf('device', '2026-11'),
  location: consentOf('location', '2026-11'),
  sms: consentOf('sms', '2026-11'),
  apps: consentOf('apps', '2026-11'),
  behaviour: consentOf('behaviour', '2026-11'),
}
