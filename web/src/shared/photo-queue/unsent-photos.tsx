import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import type { IconShape } from '@hola/ui/layout/icon.tsx'
import { alertIcon, clockIcon, lockIcon, offlineIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { followHome } from '../home/follow-home.ts'
import { linkTo } from '../../lib/link.ts'
import { useSession } from '../../lib/session.ts'
import { photoQueue } from './our-queue.ts'
import type { QueueState } from './photo-queue.ts'
import css from './unsent-photos.module.css'

/** Photos that have not reached us: how many, what they wait for, and the way to their page. Here too they are sent. */
export function UnsentPhotos(): ReactNode {
  useLocale()
  const { userId = '' } = useSession()
  const queue = useSyncExternalStore(photoQueue.subscribe, photoQueue.snapshot)
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine)
  useEffect(() => void photoQueue.restore(userId), [userId])
  useEffect(
    () =>
      photoQueue.onStored(() => {
        // Which step comes next may be another one now.
        followHome()
        if (countUnsent(photoQueue.snapshot()) === 0) showToast({ title: m.photos_unsent_done() })
      }),
    [],
  )
  const told = tell(queue, isOnline)
  if (!told) return null
  const { text, ...look } = told
  return (
    <Note {...look} live>
      <p>{text}</p>
      <ButtonLink kind="quiet" className={css.link} {...linkTo('/pages/upload/upload-id-card/upload-id-card')}>
        {m.photos_unsent_see()}
      </ButtonLink>
    </Note>
  )
}

const onConnection = (listener: () => void): (() => void) => {
  const stop = new AbortController()
  for (const event of ['online', 'offline']) window.addEventListener(event, listener, { signal: stop.signal })
  return () => stop.abort()
}

const entriesOf = ({ entries }: QueueState) => Object.values(entries)

const countUnsent = (queue: QueueState): number => entriesOf(queue).filter(({ status }) => status !== 'refused').length

const tell = (queue: QueueState, isOnline: boolean): { text: string; icon: IconShape; tone?: 'warn' } | undefined => {
  const count = countUnsent(queue)
  const say = (one: () => string, some: (of: { count: number }) => string, of = count): string =>
    of === 1 ? one() : some({ count: of })
  if (count === 0) {
    const refused = entriesOf(queue).length
    if (refused === 0) return undefined
    const text = say(m.photos_unsent_again_one, m.photos_unsent_again_some, refused)
    return { tone: 'warn', icon: alertIcon, text }
  }
  if (queue.consentNeeded)
    return { tone: 'warn', icon: lockIcon, text: say(m.photos_unsent_consent_one, m.photos_unsent_consent_some) }
  const problems = entriesOf(queue).map((entry) => (entry.status === 'waiting' ? entry.problem?.kind : undefined))
  // Without a connection every attempt is one in name only.
  if (!isOnline || problems.includes('connection'))
    return { tone: 'warn', icon: offlineIcon, text: say(m.photos_unsent_offline_one, m.photos_unsent_offline_some) }
  if (problems.includes('server'))
    return { tone: 'warn', icon: clockIcon, text: say(m.photos_unsent_later_one, m.photos_unsent_later_some) }
  return { icon: clockIcon, text: say(m.photos_unsent_sending_one, m.photos_unsent_sending_some) }
}
