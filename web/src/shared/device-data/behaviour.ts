import {
  behaviourActs,
  behaviourFields,
  behaviourScreens,
  BEHAVIOUR_ACTS_MAX,
  type BehaviourAct,
  type BehaviourEvent,
  type BehaviourField,
  type BehaviourScreen,
} from '@hola/core/device/behaviour.ts'

// How a visit of a screen went: when, which fields were corrected, whether it was finished. Never what was typed: there
// is no place for it.

/** Of the list on the phone, as JSON; the oldest visits make room. A third of what one upload may carry. */
const LIST_CHARS_MAX = 64 * 1024

type Act = NonNullable<BehaviourEvent['events']>[number]

const isOneOf =
  <Name extends string>(names: readonly Name[]) =>
  (name: unknown): name is Name =>
    (names as readonly unknown[]).includes(name)

const isScreen = isOneOf<BehaviourScreen>(behaviourScreens)
const isAct = isOneOf<BehaviourAct>(behaviourActs)
const isField = isOneOf<BehaviourField>(behaviourFields)

/** The field of a form that a place on the page belongs to: `address.street` is in the group `address`. */
export const behaviourField = (name: string | undefined): BehaviourField | undefined => {
  const [group] = name?.split('.') ?? []
  return isField(group) ? group : undefined
}

/** Nothing but names of the lists and times, whatever else stands in the storage of the phone. */
export const minimalEvents = (events: readonly BehaviourEvent[]): readonly BehaviourEvent[] =>
  events.flatMap(({ key, time, events: acts = [] }) =>
    isScreen(key)
      ? {
          key,
          time,
          events: acts
            .filter((act) => isAct(act.key) && typeof act.time === 'number')
            .slice(0, BEHAVIOUR_ACTS_MAX)
            .map((act): Act => ({ key: act.key, time: act.time, ...(isField(act.field) && { field: act.field }) })),
        }
      : [],
  )

const isSame = (one: BehaviourEvent, other: BehaviourEvent): boolean => one.key === other.key && one.time === other.time

/** The list with this visit in it, in the place of what was known of it before, and never too long. */
export const withVisit = (
  list: readonly BehaviourEvent[],
  visit: BehaviourEvent,
  charsMax = LIST_CHARS_MAX,
): readonly BehaviourEvent[] => {
  let kept = [...list.filter((other) => !isSame(other, visit)), visit]
  while (kept.length > 0 && JSON.stringify(kept).length > charsMax) kept = kept.slice(1)
  return kept
}

/** What came into the list while the upload was under way stays in it. */
export const withoutSent = (
  list: readonly BehaviourEvent[],
  sent: readonly BehaviourEvent[],
): readonly BehaviourEvent[] => list.filter((event) => !sent.some((gone) => isSame(gone, event)))

export type Visits = {
  /** Another page is on the screen; undefined is one that nobody looks at. */
  readonly open: (screen: BehaviourScreen | undefined) => void
  readonly note: (act: BehaviourAct, field?: BehaviourField) => void
  /** The screen that is open, if it is looked at. */
  readonly screen: () => BehaviourScreen | undefined
  /** The consent is gone, and so is what it allowed. */
  readonly drop: () => void
}

/** Follows one visit after the other. `keep` gets a visit when it ends, and when the app is put away. */
export const followVisits = ({ now, keep }: { now: () => number; keep: (visit: BehaviourEvent) => void }): Visits => {
  let visit: { key: BehaviourScreen; time: number; events: Act[] } | undefined

  const note: Visits['note'] = (act, field) => {
    if (!visit) return
    if (visit.events.length < BEHAVIOUR_ACTS_MAX) {
      visit.events.push({ key: act, time: now(), ...(field !== undefined && { field }) })
    }
    // A phone may end an app that is out of sight.
    if (act === 'hide') keep({ ...visit, events: [...visit.events] })
  }

  return {
    note,
    open(screen) {
      if (screen === visit?.key) return
      if (visit) {
        note('leave')
        keep(visit)
      }
      visit = screen && { key: screen, time: now(), events: [] }
    },
    screen: () => visit?.key,
    drop() {
      visit = undefined
    },
  }
}
