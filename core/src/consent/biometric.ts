import { brand } from '../brand.ts'
import type { VersionedConsent } from './text.ts'

/** What a person agrees to before the camera opens. */
export const biometricConsent: VersionedConsent = {
  version: '2026-11.2',
  es: {
    title: 'Permiso para comparar tu cara con tu DNI',
    paragraphs: [
      `${brand.legalEntity}, CUIT ${brand.cuit}, con domicilio en ${brand.address}, te pide permiso para usar las fotos del frente y del dorso de tu DNI y una foto de tu cara.`,
      'Las usamos solo para completar tus datos con lo que dice tu DNI, si lo elegís, y para comprobar que el DNI es tuyo y que coincide con los datos de tu solicitud: leemos el texto y el código del DNI, y comparamos la foto del DNI con la de tu cara mediante un cálculo automático. El resultado se usa para evaluar tu solicitud.',
      'La comparación se hace en nuestros propios sistemas. No vendemos ni compartimos las fotos ni el cálculo, y no los usamos para publicidad ni para ningún otro fin.',
      'Guardamos las fotos y el cálculo cifrados mientras los necesitemos para esta comprobación y, después, solo por el tiempo que la ley nos obligue. Luego los borramos.',
      'Son datos sensibles y darlos no es obligatorio (Ley 25.326, artículo 7). Sin este permiso no podemos comprobar tu identidad con fotos ni recibir tu solicitud por la app.',
      `Podés retirar el permiso cuando quieras, y pedir acceso a tus datos, su corrección o su borrado, sin costo, escribiendo a ${brand.support.email}. La Agencia de Acceso a la Información Pública recibe los reclamos de quien vea afectados sus derechos.`,
    ],
  },
  en: {
    title: 'Consent to compare your face with your ID card',
    paragraphs: [
      `${brand.legalEntity}, CUIT ${brand.cuit}, at ${brand.address}, asks for your consent to use the photos of the front and back of your DNI and a photo of your face.`,
      'We use them only to fill in your details with what your DNI says, if you choose so, and to check that the DNI is yours and agrees with the details of your application: we read the text and the code of the DNI, and compare its photo with the one of your face by an automatic calculation. The result is used to assess your application.',
      'The comparison is made on our own systems. We neither sell nor share the photos or the calculation, and use them for no advertising and no other purpose.',
      'We keep the photos and the calculation encrypted while we need them for this check and, after that, only for as long as the law obliges us to. Then we delete them.',
      'They are sensitive data and giving them is not obligatory (Ley 25.326, section 7). Without this consent we cannot check your identity by photos, nor receive your application in the app.',
      `You may withdraw your consent at any time, and ask to see, correct or delete your data, free of charge, by writing to ${brand.support.email}. The Agencia de Acceso a la Información Pública takes complaints from anyone whose rights are affected.`,
    ],
  },
}
