import { CODE_VALID_MS } from '@hola/core/codes.ts'
import { brand } from '@hola/core/brand.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { say } from '@hola/i18n/words.ts'
import type { Message } from '../../providers/messages/public.ts'
import type { Address } from './address.ts'
import type { CodePurpose } from './code.ts'

const minutes = CODE_VALID_MS / 60_000

/** The last line lets a browser offer the code, and only on our own pages (WebOTP). */
const boundLine = (publicUrl: string, code: string): string => `@${new URL(publicUrl).hostname} #${code}`

export const codeMessage = (
  { kind, value }: Address,
  {
    purpose,
    code,
    deliveryId,
    language,
    publicUrl,
  }: { purpose: CodePurpose; code: string; deliveryId: string; language: WireLanguage; publicUrl: string },
): Message => {
  const filled = { brand: brand.name, code, minutes }
  const mail = (): string =>
    [
      say(`codes_${purpose}_mail`, language, filled),
      say('codes_mail_care', language, filled),
      say('codes_mail_not_asked', language),
    ].join('\n\n')
  const sms = (): string => say(`codes_${purpose}_sms`, language, filled)
  return {
    channel: kind,
    to: value,
    language,
    subject: say(`codes_${purpose}_subject`, language, filled),
    text: kind === 'mail' ? mail() : `${sms()}\n\n${boundLine(publicUrl, code)}`,
    code,
    deliveryId,
    validForMs: CODE_VALID_MS,
  }
}
