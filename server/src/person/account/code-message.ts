import { CODE_VALID_MS } from '@hola/core/codes.ts'
import { brand } from '@hola/core/brand.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Message } from '../../providers/messages/public.ts'
import type { Address } from './address.ts'
import type { CodePurpose } from './code.ts'

const minutes = CODE_VALID_MS / 60_000

type Words = {
  readonly subject: string
  readonly sms: (code: string) => string
  readonly mail: (code: string) => string
}

const closing: Readonly<Record<WireLanguage, string>> = {
  en: `It is valid for ${minutes} minutes. Do not share it with anybody: we never ask for it.\n\nIf you did not ask for it, you can ignore this message.`,
  es: `Vale ${minutes} minutos. No lo compartas con nadie: nosotros nunca te lo pedimos.\n\nSi no lo pediste, podés ignorar este mensaje.`,
}

/**
 * The SMS keep to the letters that fit 160 into one message, which has é and ñ and no ó, á or í: so the Spanish ones do
 * without the word "código".
 */
const words: Readonly<Record<CodePurpose, Readonly<Record<WireLanguage, Words>>>> = {
  login: {
    en: {
      subject: `Your code to log in to ${brand.name}`,
      sms: (code) => `${brand.name}: ${code} to log in. Valid for ${minutes} minutes. Do not share it with anybody.`,
      mail: (code) => `Your code to log in to ${brand.name} is ${code}.\n\n${closing.en}`,
    },
    es: {
      subject: `Tu código para entrar a ${brand.name}`,
      sms: (code) => `${brand.name}: ${code} para entrar. Vale ${minutes} minutos. No lo compartas con nadie.`,
      mail: (code) => `Tu código para entrar a ${brand.name} es ${code}.\n\n${closing.es}`,
    },
  },
  sign: {
    en: {
      subject: `Your code to sign with ${brand.name}`,
      sms: (code) =>
        `${brand.name}: ${code} to sign your loan. Valid for ${minutes} minutes. Do not share it with anybody.`,
      mail: (code) => `Your code to sign your loan with ${brand.name} is ${code}.\n\n${closing.en}`,
    },
    es: {
      subject: `Tu código para firmar con ${brand.name}`,
      sms: (code) =>
        `${brand.name}: ${code} para firmar tu préstamo. Vale ${minutes} minutos. No lo compartas con nadie.`,
      mail: (code) => `Tu código para firmar tu préstamo con ${brand.name} es ${code}.\n\n${closing.es}`,
    },
  },
  erase: {
    en: {
      subject: `Your code to erase your ${brand.name} account`,
      sms: (code) =>
        `${brand.name}: ${code} to erase your account. Valid for ${minutes} minutes. Do not share it with anybody.`,
      mail: (code) => `Your code to erase your ${brand.name} account is ${code}.\n\n${closing.en}`,
    },
    es: {
      subject: `Tu código para borrar tu cuenta de ${brand.name}`,
      sms: (code) =>
        `${brand.name}: ${code} para borrar tu cuenta. Vale ${minutes} minutos. No lo compartas con nadie.`,
      mail: (code) => `Tu código para borrar tu cuenta de ${brand.name} es ${code}.\n\n${closing.es}`,
    },
  },
}

/** The last line lets a browser offer the code, and only on our own pages (WebOTP). */
const boundLine = (publicUrl: string, code: string): string => `@${new URL(publicUrl).hostname} #${code}`

export const codeMessage = (
  { kind, value }: Address,
  {
    purpose,
    code,
    language,
    publicUrl,
  }: { purpose: CodePurpose; code: string; language: WireLanguage; publicUrl: string },
): Message => {
  const { subject, sms, mail } = words[purpose][language]
  return {
    channel: kind,
    to: value,
    language,
    subject,
    text: kind === 'mail' ? mail(code) : `${sms(code)}\n\n${boundLine(publicUrl, code)}`,
    code,
  }
}
