import { storage, type Drafts } from './storage.ts'

/** What a form holds while somebody types: texts, in groups. */
export type TextTree = { readonly [name: string]: string | TextTree }

export type DraftName = 'basic' | 'social' | 'withdrawal' | 'loan' | 'repay'

/** Raised when the fields of a form change their meaning: a draft of another version is not read. */
const VERSION = 1

/**
 * Under `draft` in local storage. It belongs to one person, and to nobody else who uses this phone. `savedAt` says when
 * the server's copy was saved that the typing began from; null when there was none.
 */
const draftsOf = (userId: string): Drafts => {
  const stored = storage.get('draft')
  return stored?.version === VERSION && stored.userId === userId ? stored : { version: VERSION, userId, forms: {} }
}

const put = (drafts: Drafts): void => {
  if (Object.keys(drafts.forms).length === 0) storage.remove('draft')
  else storage.set('draft', drafts)
}

/** Takes the texts that the form has too: anybody can edit local storage, and forms change. */
export const takeTexts = <Tree extends TextTree>(empty: Tree, typed: unknown): Tree => {
  const given = (typeof typed === 'object' && typed !== null ? typed : {}) as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(empty).map(([name, value]) => {
      const own = Object.hasOwn(given, name) ? given[name] : undefined
      if (typeof value !== 'string') return [name, takeTexts(value, own)]
      return [name, typeof own === 'string' ? own : value]
    }),
  ) as Tree
}

/**
 * What was typed and not saved, if it began from what the server holds now. Saved from another device since, the
 * server's copy is newer and the draft goes.
 */
export const readDraft = <Tree extends TextTree>(
  name: DraftName,
  { userId, savedAt, empty }: { userId: string; savedAt: string | null; empty: Tree },
): { readonly values: Tree; readonly typedAt: string } | undefined => {
  const draft = draftsOf(userId).forms[name]
  if (!draft) return undefined
  if (draft.savedAt === savedAt) return { values: takeTexts(empty, draft.values), typedAt: draft.typedAt }
  clearDraft(name, userId)
  return undefined
}

export const writeDraft = (
  name: DraftName,
  { userId, ...draft }: { userId: string; savedAt: string | null; typedAt: string; values: TextTree },
): void => {
  const drafts = draftsOf(userId)
  put({ ...drafts, forms: { ...drafts.forms, [name]: draft } })
}

export const clearDraft = (name: DraftName, userId: string): void => {
  const drafts = draftsOf(userId)
  const { [name]: _, ...forms } = drafts.forms
  put({ ...drafts, forms })
}

/** After a log-in: what somebody else typed on this phone goes. */
export const keepDraftsOf = (userId: string): void => put(draftsOf(userId))

/** Somebody who logs out leaves nothing that she typed on the phone; a session that merely ends keeps it for her. */
export const forgetDrafts = (): void => storage.remove('draft')
