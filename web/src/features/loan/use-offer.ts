import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocale } from '@hola/i18n/locale.ts'
import { askOffer, type Answer, type Closed, type Dropped, type Preview } from './ask-offer.ts'
import { queryOf, type Choice } from './choice.ts'
import { createNewestAsker } from './newest-asker.ts'

/** A hand moves a slider faster than anybody reads; this often is live enough and spares the phone's data. */
const ASK_EVERY_MS = 200

/** Longer than the next answer takes while a finger moves: one that comes sooner needs no sign. */
const SLOW_MS = 400

type Known = {
  readonly shown?: { readonly preview: Preview; readonly of: Choice; readonly readAt: Date }
  readonly problem?: (Extract<Answer, { kind: 'closed' | 'failed' }> & { readonly of: Choice }) | undefined
}

export type Offer =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly problem: string | undefined }
  | { readonly status: 'closed'; readonly why: Closed; readonly text: string }
  | {
      readonly status: 'ready'
      readonly preview: Preview
      readonly readAt: Date
      /** What is shown was asked for with this choice; it may be older than the choice of now. */
      readonly isOfNow: boolean
      /** The newest question could not be answered. */
      readonly isFailed: boolean
    }

const isSame = (one: Choice, other: Choice): boolean => queryOf(one) === queryOf(other)

const offerOf = ({ shown, problem }: Known, choice: Choice): Offer => {
  if (problem?.kind === 'closed') return { status: 'closed', why: problem.why, text: problem.text }
  if (!shown) return problem ? { status: 'failed', problem: problem.problem } : { status: 'loading' }
  return {
    status: 'ready',
    preview: shown.preview,
    readAt: shown.readAt,
    isOfNow: isSame(shown.of, choice),
    isFailed: problem !== undefined && isSame(problem.of, choice),
  }
}

/**
 * The offer for a choice, asked anew when the choice changes, in each language, each time the page is shown and when
 * the connection is back. What was shown stays until the newest answer is there. `keep` hears every choice.
 */
export const useOffer = (begin: () => Choice, keep?: (choice: Choice) => void) => {
  const language = useLocale()
  const [choice, setChoice] = useState(begin)
  const [known, setKnown] = useState<Known>({})
  const [dropped, setDropped] = useState<Dropped>()
  const [attempt, setAttempt] = useState(0)
  const asker = useRef<ReturnType<typeof createNewestAsker<Choice, Answer>>>(undefined)

  const change = (next: Choice): void => {
    setChoice(next)
    keep?.(next)
  }

  const hear = useEffectEvent((of: Choice, answer: Answer) => {
    if (answer.kind === 'offer') {
      setKnown({ shown: { preview: answer.preview, of, readAt: new Date() } })
    } else if (answer.kind === 'dropped') {
      // If the choice has moved on meanwhile, the answer to the newer one decides.
      if (!isSame(of, choice)) return
      change(answer.choice)
      if (answer.part !== 'term') setDropped(answer.part)
    } else {
      setKnown(({ shown }) => ({ ...(shown && { shown }), problem: { ...answer, of } }))
    }
  })

  useEffect(() => {
    const made = createNewestAsker<Choice, Answer>({ ask: askOffer, onAnswer: hear, everyMs: ASK_EVERY_MS })
    asker.current = made
    return () => made.stop()
  }, [])

  useEffect(() => {
    asker.current?.wish(choice)
  }, [choice, language, attempt])

  useEffect(() => {
    const again = (): void => {
      if (!document.hidden) setAttempt((before) => before + 1)
    }
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [])

  return {
    choice,
    offer: offerOf(known, choice),
    /** What was taken out of the choice because it is not offered any more. */
    dropped,
    choose: (next: Choice): void => {
      setDropped(undefined)
      change(next)
    },
    retry: (): void => {
      setKnown(({ shown }) => (shown ? { shown } : {}))
      setAttempt((before) => before + 1)
    },
  }
}

/** Whether the figures on the screen have been old for so long that it is worth a sign. */
export const useSlow = (isOld: boolean, shown: Preview | undefined): boolean => {
  const [slow, setSlow] = useState<Preview>()
  useEffect(() => {
    if (!isOld) return undefined
    const timer = setTimeout(setSlow, SLOW_MS, shown)
    return () => clearTimeout(timer)
  }, [isOld, shown])
  return isOld && slow !== undefined && slow === shown
}
