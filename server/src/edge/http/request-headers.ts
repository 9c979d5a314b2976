import { wireLanguages } from '@hola/core/language.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import * as z from 'zod/mini'
import type { SessionToken } from '../../person/account/public.ts'
import { parseSessionToken } from '../../person/account/public.ts'

/**
 * The headers of a call. They may all be absent; one that is there and malformed makes the whole request a
 * `bad request`. The same schema is printed in /openapi.json.
 */
export const callHeaders = z.object({
  language: z.optional(z.enum(wireLanguages)).check(z.describe('What to answer in; English when absent.')),
  'app-name': z.optional(z.string().check(z.regex(/^[\w .-]{1,64}$/))).check(z.describe('Which app is calling.')),
  version: z
    .optional(z.string().check(z.regex(/^\d{1,9}(\.\d{1,9}){1,4}$/)))
    .check(z.describe('App version plus web build, as in 2.3.0.101505.')),
  'version-code': z.optional(z.string().check(z.regex(/^\d{1,9}$/))).check(z.describe('As in 1.')),
  token: z.optional(z.string().check(z.regex(/^([\w-]{43}|[\w-]{64})$/))),
})

export type CallHeaders = {
  readonly language: WireLanguage
  /** The same, when the caller named one. */
  readonly namedLanguage: WireLanguage | undefined
  readonly token: SessionToken | undefined
}

export const DEFAULT_LANGUAGE: WireLanguage = 'en'

/** Undefined when a header is malformed. */
export const readCallHeaders = (headers: Record<string, unknown>): CallHeaders | undefined => {
  const read = callHeaders.safeParse(headers)
  if (!read.success) return undefined
  const { language: namedLanguage, token: text } = read.data
  const language = namedLanguage ?? DEFAULT_LANGUAGE
  if (text === undefined) return { language, namedLanguage, token: undefined }
  const token = parseSessionToken(text)
  return token && { language, namedLanguage, token }
}

/** The language to refuse in, for a request whose other headers may be anything. */
export const languageOf = (headers: Record<string, unknown>): WireLanguage =>
  wireLanguages.find((language) => language === headers['language']) ?? DEFAULT_LANGUAGE
