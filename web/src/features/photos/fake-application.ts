import type { PhotoKind } from '../../shared/photo-queue/photo-queue.ts'
import type { ApplyInfo, PhotoStatus } from '../../shared/camera/photo-words.ts'

type Open = 'basic' | 'social' | 'withdrawal'

export const photoOf = (kind: PhotoKind, state: PhotoStatus['state'], reason?: string): PhotoStatus => ({
  kind,
  state,
  reasons: reason === undefined ? [] : [{ code: 'reason', text: reason }],
  retakes_left_count: state === 'retake' ? 2 : 3,
})

/** An answer of loan/apply_info with these photos and these steps still open. */
export const infoOf = (
  states: readonly [PhotoStatus['state'], PhotoStatus['state'], PhotoStatus['state']],
  {
    open = [],
    ...rest
  }: Partial<ApplyInfo> & { open?: readonly Open[]; state?: ApplyInfo['application']['state'] } = {},
): ApplyInfo => {
  const done = states.every((state) => state === 'accepted' || state === 'checking')
  const { state = 'in_progress', ...fields } = rest
  return {
    application: {
      state,
      steps: [
        ...(['basic', 'social', 'withdrawal'] as const).map((step) => ({
          step,
          complete: !open.includes(step),
          saved_at: null,
          missing: [],
        })),
        { step: 'photos', complete: done, saved_at: null, missing: [] },
      ],
      next_step: open[0] ?? (done ? null : 'photos'),
      can_submit: done && open.length === 0 && state === 'in_progress',
    },
    photos: [photoOf('id_front', states[0]), photoOf('id_back', states[1]), photoOf('selfie', states[2])],
    card_check: { is_reading: false, differences: [], expired_day: null },
    submitted_at: null,
    decision_expected_at: null,
    review_stage: null,
    decided_at: null,
    limit_centavos: null,
    expires_at: null,
    retry_at: null,
    reasons: [],
    ...fields,
  }
}
