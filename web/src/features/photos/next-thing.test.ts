import { expect, test } from 'vitest'
import { countPhotos, nextThing } from './next-thing.ts'
import type { ApplyInfo, PhotoKind, PhotoStatus } from './photo-kinds.ts'
import type { KeptPhoto, QueueEntry, QueueState } from './photo-queue.ts'

type State = PhotoStatus['state']
type Open = 'basic' | 'social' | 'withdrawal'

const info = (states: readonly [State, State, State], open: readonly Open[] = [], left = 3): ApplyInfo => {
  const kinds = ['id_front', 'id_back', 'selfie'] as const
  const done = states.every((state) => state === 'accepted' || state === 'checking')
  const steps = (['basic', 'social', 'withdrawal'] as const).map((step) => ({
    step,
    complete: !open.includes(step),
    saved_at: null,
    missing: [],
  }))
  return {
    application: {
      state: 'in_progress',
      steps: [...steps, { step: 'photos', complete: done, saved_at: null, missing: [] }],
      next_step: open[0] ?? (done ? null : 'photos'),
      can_submit: done && open.length === 0,
    },
    photos: kinds.map((kind, at) => ({
      kind,
      state: states[at] ?? 'missing',
      reasons: [],
      retakes_left_count: left,
    })),
    submitted_at: null,
    decision_expected_at: null,
    decided_at: null,
    limit_centavos: null,
    expires_at: null,
    retry_at: null,
    reasons: [],
  }
}

const photo = {} as KeptPhoto
const waiting: QueueEntry = { status: 'waiting', photo, problem: undefined }
const offline: QueueEntry = { status: 'waiting', photo, problem: { kind: 'connection' } }
const sending: QueueEntry = { status: 'sending', photo, share: 0.5, elapsedMs: 0 }
const refused: QueueEntry = { status: 'refused', message: 'why' }

const take = (kind: PhotoKind, again = false) => ({ do: 'take', kind, again })
const none: QueueState['entries'] = {}

test.each([
  ['nothing there yet', info(['missing', 'missing', 'missing']), none, take('id_front')],
  ['the front is on its way', info(['missing', 'missing', 'missing']), { id_front: sending }, take('id_back')],
  ['only the selfie is missing', info(['accepted', 'checking', 'missing']), none, take('selfie')],
  ['the back must be taken again', info(['accepted', 'retake', 'accepted']), none, take('id_back', true)],
  [
    'a refused file must be replaced',
    info(['missing', 'missing', 'missing']),
    { id_front: refused },
    take('id_front', true),
  ],
  ['photos come before an open step', info(['accepted', 'accepted', 'missing'], ['basic']), none, take('selfie')],
  [
    'all taken, two still on their way',
    info(['accepted', 'missing', 'missing']),
    { id_back: sending, selfie: waiting },
    { do: 'wait', kinds: ['id_back', 'selfie'], stuck: false },
  ],
  [
    'all taken, no connection',
    info(['accepted', 'accepted', 'missing']),
    { selfie: offline },
    { do: 'wait', kinds: ['selfie'], stuck: true },
  ],
  [
    'the photo taken again is on its way',
    info(['accepted', 'accepted', 'retake']),
    { selfie: sending },
    { do: 'wait', kinds: ['selfie'], stuck: false },
  ],
  [
    'all photos there, a step open',
    info(['accepted', 'accepted', 'accepted'], ['social', 'withdrawal']),
    none,
    { do: 'step', step: 'social' },
  ],
  ['everything there', info(['accepted', 'checking', 'accepted']), none, { do: 'submit' }],
  ['no retake is left', info(['accepted', 'retake', 'accepted'], [], 0), none, { do: 'ask_person' }],
] as const)('%s', (_, application, entries, next) => {
  expect(nextThing(application, entries)).toEqual(next)
})

test.each([
  ['nothing yet', info(['missing', 'missing', 'missing']), none, { ready: 0, toTake: 3, offline: 0 }],
  ['picture 07', info(['accepted', 'missing', 'missing']), { id_back: sending }, { ready: 1, toTake: 1, offline: 0 }],
  [
    'being checked counts as here',
    info(['checking', 'checking', 'checking']),
    none,
    { ready: 3, toTake: 0, offline: 0 },
  ],
  [
    'a photo taken again is not here yet',
    info(['accepted', 'accepted', 'accepted']),
    { selfie: offline },
    { ready: 2, toTake: 0, offline: 1 },
  ],
])('counts: %s', (_, application, entries, counts) => {
  expect(countPhotos(application, entries)).toEqual(counts)
})
