import { photoKinds, type PhotoKind, type QueueEntry, type QueueState } from '../../shared/photo-queue/photo-queue.ts'
import type { ApplyInfo, Application, PhotoStatus } from '../../shared/camera/photo-words.ts'

type Entries = QueueState['entries']
export type FormStep = Exclude<Application['steps'][number]['step'], 'photos'>

/** The one thing that the person can do now. */
export type NextThing =
  | { readonly do: 'take'; readonly kind: PhotoKind; readonly again: boolean }
  /** Nothing to do but to wait for these, or to try them again when the connection is gone. */
  | { readonly do: 'wait'; readonly kinds: readonly PhotoKind[]; readonly stuck: boolean }
  | { readonly do: 'step'; readonly step: FormStep }
  /** What the card says is to be mended first; the note above says how. */
  | { readonly do: 'mend' }
  | { readonly do: 'submit' }
  | { readonly do: 'ask_person' }

/** What is known of a photo that nobody has sent. */
const unsent = (kind: PhotoKind): PhotoStatus => ({ kind, state: 'missing', reasons: [], retakes_left_count: 0 })

export const statusOf = ({ photos }: Pick<ApplyInfo, 'photos'>, kind: PhotoKind): PhotoStatus =>
  photos.find((photo) => photo.kind === kind) ?? unsent(kind)

const needsPhoto = ({ state, retakes_left_count: left }: PhotoStatus, entry: QueueEntry | undefined): boolean => {
  if (entry) return entry.status === 'refused'
  return state === 'missing' || (state === 'retake' && left > 0)
}

const isUnderway = (entry: QueueEntry | undefined): boolean => entry !== undefined && entry.status !== 'refused'

export const isForm = (step: Application['steps'][number]['step']): step is FormStep => step !== 'photos'

/** Steps before this one that are not complete. */
export const openSteps = ({ steps }: Application): readonly FormStep[] =>
  steps.filter(({ complete }) => !complete).flatMap(({ step }) => (isForm(step) ? [step] : []))

/** Photos first, since she is here for them; then what else is open; then sending. */
export const nextThing = (
  info: Pick<ApplyInfo, 'application' | 'photos' | 'card_check'>,
  entries: Entries,
): NextThing => {
  const toTake = photoKinds.find((kind) => needsPhoto(statusOf(info, kind), entries[kind]))
  if (toTake) {
    const again = statusOf(info, toTake).state !== 'missing' || entries[toTake] !== undefined
    return { do: 'take', kind: toTake, again }
  }
  const kinds = photoKinds.filter((kind) => isUnderway(entries[kind]))
  if (kinds.length > 0) {
    const stuck = kinds.some((kind) => {
      const entry = entries[kind]
      return entry?.status === 'waiting' && entry.problem !== undefined
    })
    return { do: 'wait', kinds, stuck }
  }
  const { differences, expired_day: expiredDay } = info.card_check
  // The end of a card is told by its back.
  if (expiredDay !== null) return { do: 'take', kind: 'id_back', again: true }
  if (differences.length > 0) return { do: 'mend' }
  const [step] = openSteps(info.application)
  if (step) return { do: 'step', step }
  return info.application.can_submit ? { do: 'submit' } : { do: 'ask_person' }
}

/** How many photos are with us, how many are still to be taken, and how many wait for a connection. */
export const countPhotos = (info: Pick<ApplyInfo, 'photos'>, entries: Entries) => {
  const count = (counts: (kind: PhotoKind) => boolean): number => photoKinds.filter(counts).length
  return {
    ready: count((kind) => !entries[kind] && ['accepted', 'checking'].includes(statusOf(info, kind).state)),
    toTake: count((kind) => needsPhoto(statusOf(info, kind), entries[kind])),
    offline: count((kind) => {
      const entry = entries[kind]
      return entry?.status === 'waiting' && entry.problem?.kind === 'connection'
    }),
  }
}
