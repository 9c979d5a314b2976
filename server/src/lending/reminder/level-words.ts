import type { WireLanguage } from '@hola/core/language.ts'
import { NO_BREAK_SPACE, writtenRate } from '@hola/core/written.ts'
import { say } from '@hola/i18n/words.ts'
import type { AddressKind } from '../../person/account/public.ts'
import type { NamedLevel } from '../membership/public.ts'
import { messageOf } from './words.ts'

const plainRate = (basisPoints: number): string =>
  writtenRate(basisPoints, { short: true }).replaceAll(NO_BREAK_SPACE, ' ')

/** That a new level is reached and what it gives: short, and nothing is asked for. */
export const levelWords = (
  { level, name, feeBasisPoints, limitOpenedBasisPoints }: NamedLevel,
  { language, channel, publicUrl }: { language: WireLanguage; channel: AddressKind; publicUrl: string },
): { readonly subject: string; readonly text: string } => {
  const filled = {
    level,
    name: name[language],
    fee: plainRate(feeBasisPoints),
    opened: plainRate(limitOpenedBasisPoints),
    address: publicUrl,
  }
  const sentences = [
    say('reminders_level_reached', language, filled),
    say('reminders_level_gives', language, filled),
    say('reminders_level_nothing_to_do', language, filled),
  ]
  return { subject: say('reminders_level_subject', language, filled), text: messageOf(sentences, channel) }
}
