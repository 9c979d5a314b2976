import { refusals } from '@hola/core/errors.ts'
import type { Refusal } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { sayRefusal } from '@hola/i18n/say-refusal.ts'

/** The shape of every answer. `msg` is empty on success: to the client any message is an error. */
export type Envelope = { readonly code: string; readonly msg: string; readonly ret: unknown }

export const SUCCESS_CODE = '0'

export const successEnvelope = (ret: unknown): Envelope => ({ code: SUCCESS_CODE, msg: '', ret })

export const refusalEnvelope = (refusal: Refusal, language: WireLanguage): Envelope => ({
  code: refusals[refusal.name].code,
  msg: sayRefusal(refusal, language),
  ret: null,
})
