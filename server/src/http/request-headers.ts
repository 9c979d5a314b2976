import { wireLanguages } from '@hola/core/language.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import * as z from 'zod/mini'
import { parseToken } from '../account/token.ts'

/**
 * The headers of a call. They may all be absent; one that is there and malformed makes the whole request a
 * `bad request`. The same schema is printed in /openapi.json.
 */
export const callHeaders = z.object({
  language: z.optional(z.enum(wireLanguages)),
  'app-name': z.optional(z.string().check(z.regex(/^[\w .-]{1,64}$/))),
  version: z.optional(z.string().check(z.regex(/^\d{1,9}(\.\d{1,9}){1,4}$/))),
  'version-code': z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  token: z.optional(z.string().check(z.regex(/^([\w-]{43}|[0-9a-fA-F]{64})$/))),
})

export type CallHeaders = { readonly language: WireLanguage; readonly token: Uint8Array | undefined }

export const DEFAULT_LANGUAGE: WireLanguage = 'en'

/** Undefined when a header is malformed. */
export const readCallHeaders = (headers: Record<string, unknown>): CallHeaders | undefined => {
  const read = callHeaders.safeParse(headers)
  if (!read.success) return undefined
  const { language = DEFAULT_LANGUAGE, token: text } = read.data
  if (text === undefined) return { language, token: undefined }
  const token = parseToken(text)
  return token && { language, token }
}

/** The language to refuse in, for a request whose other headers may be anything. */
export const languageOf = (headers: Record<string, unknown>): WireLanguage =>
  wireLanguages.find((language) => language === headers['language']) ?? DEFAULT_LANGUAGE
