import { civilDay } from '@hola/core/calendar.ts'
import { expect, test } from 'vitest'
import type { KeptPhoto, PhotoKind, QueueEntry, QueueState } from '../../shared/photo-queue/photo-queue.ts'
import { countPhotos, nextThing } from './next-thing.ts'
import { infoOf } from './fake-application.ts'

const photo = {} as KeptPhoto
const waiting: QueueEntry = { status: 'waiting', photo, problem: undefined }
const offline: QueueEntry = { status: 'waiting', photo, problem: { kind: 'connection' } }
const sending: QueueEntry = { status: 'sending', photo, share: 0.5, elapsedMs: 0 }
const refused: QueueEntry = { status: 'refused', message: 'why' }

const take = (kind: PhotoKind, again = false) => ({ do: 'take', kind, again })
const retake = infoOf(['accepted', 'retake', 'accepted'])
const withoutRetakes = { ...retake, photos: retake.photos.map((one) => ({ ...one, retakes_left_count: 0 })) }

const none: QueueState['entries'] = {}

const cardSays = (card: Partial<ReturnType<typeof infoOf>['card_check']>) => ({
  ...infoOf(['accepted', 'accepted', 'accepted']),
  card_check: { is_reading: false, differences: [], expired_day: null, ...card },
})
const otherBirth = { field: 'birth_day', typed: '1983-08-15', on_card: '1983-08-14' } as const

test.each([
  ['the card says something else than the form', cardSays({ differences: [otherBirth] }), none, { do: 'mend' }],
  ['the card has run out', cardSays({ expired_day: civilDay('2026-11-15') }), none, take('id_back', true)],
  [
    'a photo is missing, and the card says something else',
    { ...infoOf(['accepted', 'accepted', 'missing']), card_check: cardSays({ differences: [otherBirth] }).card_check },
    none,
    take('selfie'),
  ],
  ['nothing there yet', infoOf(['missing', 'missing', 'missing']), none, take('id_front')],
  ['the front is on its way', infoOf(['missing', 'missing', 'missing']), { id_front: sending }, take('id_back')],
  ['only the selfie is missing', infoOf(['accepted', 'checking', 'missing']), none, take('selfie')],
  ['the back must be taken again', infoOf(['accepted', 'retake', 'accepted']), none, take('id_back', true)],
  [
    'a refused file must be replaced',
    infoOf(['missing', 'missing', 'missing']),
    { id_front: refused },
    take('id_front', true),
  ],
  [
    'photos come before an open step',
    infoOf(['accepted', 'accepted', 'missing'], { open: ['basic'] }),
    none,
    take('selfie'),
  ],
  [
    'all taken, two still on their way',
    infoOf(['accepted', 'missing', 'missing']),
    { id_back: sending, selfie: waiting },
    { do: 'wait', kinds: ['id_back', 'selfie'], stuck: false },
  ],
  [
    'all taken, no connection',
    infoOf(['accepted', 'accepted', 'missing']),
    { selfie: offline },
    { do: 'wait', kinds: ['selfie'], stuck: true },
  ],
  [
    'the photo taken again is on its way',
    infoOf(['accepted', 'accepted', 'retake']),
    { selfie: sending },
    { do: 'wait', kinds: ['selfie'], stuck: false },
  ],
  [
    'all photos there, a step open',
    infoOf(['accepted', 'accepted', 'accepted'], { open: ['social', 'withdrawal'] }),
    none,
    { do: 'step', step: 'social' },
  ],
  ['everything there', infoOf(['accepted', 'checking', 'accepted']), none, { do: 'submit' }],
  ['no retake is left', withoutRetakes, none, { do: 'ask_person' }],
] as const)('the next thing: %s', (_, application, entries, next) => {
  expect(nextThing(application, entries)).toEqual(next)
})

test.each([
  ['nothing yet', infoOf(['missing', 'missing', 'missing']), none, { ready: 0, toTake: 3, offline: 0 }],
  ['picture 07', infoOf(['accepted', 'missing', 'missing']), { id_back: sending }, { ready: 1, toTake: 1, offline: 0 }],
  [
    'being checked counts as here',
    infoOf(['checking', 'checking', 'checking']),
    none,
    { ready: 3, toTake: 0, offline: 0 },
  ],
  [
    'a photo taken again is not here yet',
    infoOf(['accepted', 'accepted', 'accepted']),
    { selfie: offline },
    { ready: 2, toTake: 0, offline: 1 },
  ],
])('counts: %s', (_, application, entries, counts) => {
  expect(countPhotos(application, entries)).toEqual(counts)
})
