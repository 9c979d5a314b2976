import { civilDayOf } from '@hola/core/calendar.ts'
import type { Clock } from '@hola/core/clock.ts'
import { REFUSAL_RETRY_MS } from '@hola/core/constants.ts'
import type { PhotoStatus, Photos } from '../application/public.ts'
import type { Jobs } from '../../platform/jobs/public.ts'
import type { Sealer } from '../../platform/sealed/public.ts'
import { isIndexOf } from '../../platform/sealed/public.ts'
import { cardSides, openCard } from './card.ts'
import { checkCard } from './card-check.ts'
import { indexForm, personOf } from './form.ts'
import type { PhotoKind } from './images.ts'
import { photoKinds, wireKinds } from './photo-kinds.ts'
import { reasonsAt } from './reason-words.ts'
import type { IdentityRules } from './rules.ts'
import type { Judged, PhotoSummary } from './store.ts'
import { findVerdict, listPhotoSummaries, listReadPhotos } from './store.ts'
import type { IdentityVerdict } from './verdict.ts'

/** As far back as retakes and reasons count: who tries again after a refusal has waited that long, and begins anew. */
export const historySince = (now: Date): Date => new Date(now.getTime() - REFUSAL_RETRY_MS)

type Verdict = IdentityVerdict & Judged

const stateOf = (
  kind: PhotoKind,
  photo: PhotoSummary | undefined,
  verdict: Verdict | undefined,
): PhotoStatus['state'] => {
  if (photo === undefined) return 'missing'
  switch (verdict?.outcome) {
    case 'pass':
      return 'accepted'
    case 'retake':
    case 'correct':
      return verdict.retake.includes(kind) ? 'retake' : 'accepted'
    default:
      // Not judged yet; or left to whoever reviews the application, and until then neither accepted nor refused.
      return 'checking'
  }
}

/** The photographs as an application sees them. */
export const openPhotos = ({
  sealer,
  clock,
  jobs,
  rules: { thresholds },
}: {
  readonly sealer: Sealer
  readonly clock: Clock
  readonly jobs: Jobs
  readonly rules: IdentityRules
}): Photos => ({
  find: async (tx, { userId, language, basic }) => {
    const now = clock.now()
    const [summaries, last, read, form] = await Promise.all([
      listPhotoSummaries(tx, userId, historySince(now)),
      findVerdict(tx, userId),
      listReadPhotos(tx, userId),
      basic,
    ])
    const formIndex = form === null ? undefined : indexForm(sealer, personOf(form))
    /** A verdict holds as long as what it judged is what is there. */
    const isAbout = (photo: PhotoSummary, verdict: Verdict): boolean =>
      verdict.uploadIds[photo.kind] === photo.uploadId &&
      formIndex !== undefined &&
      isIndexOf(verdict.formIndex, formIndex) === true
    const photos = photoKinds.map((kind): PhotoStatus => {
      const photo = summaries.find((summary) => summary.kind === kind)
      const verdict = photo && last && isAbout(photo, last) ? last : undefined
      return {
        kind: wireKinds[kind],
        state: stateOf(kind, photo, verdict),
        reasons: verdict === undefined ? [] : reasonsAt(kind, verdict, language),
        retakes_left_count: Math.max(
          // Whoever looked and asks for it has a place for one more, however many there were.
          verdict?.reasons.includes(`${kind}_asked_again`) === true ? 1 : 0,
          thresholds.maxRetakes - (photo?.retakesCount ?? 0),
        ),
      }
    })
    const storedAt = summaries.map((summary) => summary.storedAt.getTime())
    return {
      photos,
      card: checkCard(openCard(sealer, userId, read), {
        basic: form,
        today: civilDayOf(now),
        isReading: cardSides.some(
          (kind) => summaries.some((one) => one.kind === kind) && !read.some((one) => one.kind === kind),
        ),
      }),
      savedAt: storedAt.length === 0 ? null : new Date(Math.max(...storedAt)),
    }
  },

  formChanged: (tx, userId) => jobs.enqueue(tx, 'identity-judge', { user_id: userId }),
})
