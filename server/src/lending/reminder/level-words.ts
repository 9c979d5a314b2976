import type { WireLanguage } from '@hola/core/language.ts'
import { NO_BREAK_SPACE, writtenRate } from '@hola/core/written.ts'
import type { AddressKind } from '../../person/account/public.ts'
import type { NamedLevel } from '../membership/public.ts'
import { messageOf } from './words.ts'

type Written = { readonly [Field in 'name' | 'fee' | 'opened' | 'publicUrl']: string } & { readonly level: number }

type Words = { readonly subject: (written: Written) => string; readonly sentences: readonly ((w: Written) => string)[] }

/** By SMS too, and so with the letters that it has: é and ñ, and no á, í, ó or ú. */
const words: Readonly<Record<WireLanguage, Words>> = {
  en: {
    subject: ({ name }) => `You have reached the level “${name}”`,
    sentences: [
      ({ level, name }) => `Your loan is repaid, and you have reached level ${level}, ${name}.`,
      ({ fee, opened }) => `For your next loan: a fee of ${fee}, and ${opened} of your limit open.`,
      ({ publicUrl }) => `There is nothing to do. More in the app: ${publicUrl}`,
    ],
  },
  es: {
    subject: ({ name }) => `Llegaste al nivel «${name}»`,
    sentences: [
      ({ level, name }) => `Pagaste tu préstamo y llegaste al nivel ${level}, ${name}.`,
      ({ fee, opened }) => `Para el que sigue: gastos del ${fee} y el ${opened} de lo aprobado a tu alcance.`,
      ({ publicUrl }) => `No hace falta nada. Lo ves en la app: ${publicUrl}`,
    ],
  },
}

const plainRate = (basisPoints: number): string =>
  writtenRate(basisPoints, { short: true }).replaceAll(NO_BREAK_SPACE, ' ')

/** That a new level is reached and what it gives: short, and nothing is asked for. */
export const levelWords = (
  { level, name, feeBasisPoints, limitOpenedBasisPoints }: NamedLevel,
  { language, channel, publicUrl }: { language: WireLanguage; channel: AddressKind; publicUrl: string },
): { readonly subject: string; readonly text: string } => {
  const said = words[language]
  const written = {
    level,
    name: name[language],
    fee: plainRate(feeBasisPoints),
    opened: plainRate(limitOpenedBasisPoints),
    publicUrl,
  }
  const sentences = said.sentences.map((sentence) => sentence(written))
  return { subject: said.subject(written), text: messageOf(sentences, channel) }
}
