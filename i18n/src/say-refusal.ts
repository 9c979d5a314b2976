import type { Refusal } from '@hola/core/errors.ts'
import { say } from './words.ts'

/** What a refusal says to the person. */
export const sayRefusal = ({ name, words }: Refusal, language: string): string => say(`errors_${name}`, language, words)
