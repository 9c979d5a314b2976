import type { CallPath } from '@hola/core/contract/contract.ts'
import { WEB_BUILD } from '@hola/core/constants.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { session } from './session.ts'
import { storage } from './storage.ts'

/** What Home says, to a guest and to a user: enough to know where one stands without a connection. */
const keptCalls: ReadonlySet<CallPath> = new Set(['app/home', 'app/get_product_list'])

/** Another person, or another build that may expect another shape, knows nothing of it. */
const owner = (): string => `${session().userId ?? 'guest'} ${WEB_BUILD}`

const answers = () => {
  const kept = storage.get('last-known')
  return kept?.owner === owner() ? kept.answers : {}
}

const nameOf = (path: CallPath, language: WireLanguage): string => `${path} ${language}`

export const keepAnswer = (path: CallPath, language: WireLanguage, data: unknown): void => {
  if (!keptCalls.has(path)) return
  const answer = { data, readAt: Date.now() }
  storage.set('last-known', { owner: owner(), answers: { ...answers(), [nameOf(path, language)]: answer } })
}

/** The last answer that came, for when none comes now. It is never shown without saying from when it is. */
export const lastKnown = (path: CallPath, language: WireLanguage): { data: unknown; readAt: Date } | undefined => {
  const answer = answers()[nameOf(path, language)]
  return answer && { data: answer.data, readAt: new Date(answer.readAt) }
}
