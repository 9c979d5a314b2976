import { brand } from '@hola/core/brand.ts'
import { REVIEW_ABOUT_MS } from '@hola/core/constants.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import type { TimeLineItem } from '@hola/ui/layout/time-line.tsx'

type Stage = RetOf<'app/home'>['review_stage']

/** A time that has passed, where the server's clock is known, is no longer expected. */
const answerBy = (expectedAt: string | null, nowAt: string | undefined): string =>
  expectedAt !== null && (nowAt === undefined || expectedAt > nowAt)
    ? m.photos_review_answer_by({ time: formatTime(expectedAt) })
    : m.photos_review_answer_soon()

/** Who has the application in hand, what that means, and when the answer comes: the same on Home and on its own page. */
export const reviewWords = ({
  stage,
  expectedAt,
  nowAt,
  sentDetail,
}: {
  stage: Stage
  expectedAt: string | null
  nowAt?: string | undefined
  sentDetail?: string | undefined
}): { title: string; text: string; items: readonly TimeLineItem[] } => {
  const sent: TimeLineItem = { state: 'done', title: m.photos_review_sent(), detail: sentDetail }
  const checked: TimeLineItem = { state: 'done', title: m.photos_review_checked() }
  const answer = (detail: string): TimeLineItem => ({ state: 'later', title: m.photos_review_answer(), detail })
  switch (stage) {
    case 'with_a_person': {
      const { fromHour: from, toHour: to } = brand.support.hours
      return {
        title: m.photos_review_person_title(),
        text: m.photos_review_person_text({ from, to }),
        items: [
          sent,
          checked,
          { state: 'now', title: m.photos_review_person_now() },
          answer(m.photos_review_person_answer()),
        ],
      }
    }
    case 'waiting_for_bureau':
      return {
        title: m.photos_review_bureau_title(),
        text: m.photos_review_bureau_text(),
        items: [sent, { state: 'now', title: m.photos_review_bureau_now() }, answer(m.photos_review_bureau_answer())],
      }
    case 'automatic':
    case null:
      return {
        title: m.photos_review_title(),
        text: m.photos_review_text({ minutes: REVIEW_ABOUT_MS / 60_000 }),
        items: [
          sent,
          { state: 'now', title: m.photos_review_checking(), detail: m.photos_review_checking_more() },
          answer(answerBy(expectedAt, nowAt)),
        ],
      }
  }
}
