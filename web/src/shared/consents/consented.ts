import type { DeviceDataKind } from '@hola/core/device/limits.ts'
import type { Router } from '../../router/router.ts'
import { watchBehaviour } from '../device-data/behaviour-watch.ts'
import { learnConsents, liveConsent, mayRead, onConsentsChange } from './consents.ts'
import { askPhone, upload, uploadOnce, uploadPlace } from '../device-data/device-data.ts'
import { placeSource } from '../device-data/location-source.ts'
import { createLocationWatch } from '../device-data/location-watch.ts'
import { onSessionChange } from '../../lib/session.ts'

let follow: (() => void) | undefined

/**
 * Does what somebody has agreed to, for as long as she does; called on launch, and when a first consent is given.
 * Nothing is read before the server has said, in this visit, that the consent stands. Hearing of the consents again
 * begins or ends what is watched, and starts no upload: one that the server refused would be refused without end.
 */
export const startConsented = (router: Router): void => {
  if (follow) return
  const behaviour = watchBehaviour(router)
  const place = createLocationWatch({
    source: placeSource,
    isConsented: () => mayRead('location'),
    isVisible: () => !document.hidden,
    onPlace: (told) => void uploadPlace(told),
  })
  follow = () => {
    behaviour.check()
    void place.check()
  }
  const begin = (): void => {
    follow?.()
    // Without a connection it begins when there is one.
    learnConsents().then(uploadOnce, () => undefined)
  }
  onConsentsChange(follow)
  onSessionChange(begin)
  document.addEventListener('visibilitychange', () => void place.check())
  window.addEventListener('online', begin)
  begin()
}

/** What a consent that was just given leads to: the phone's own question, then what was agreed to. */
export const beginConsented = async (router: Router, kind: DeviceDataKind): Promise<'begun' | 'phone_refused'> => {
  const isAllowed = await askPhone(kind)
  startConsented(router)
  // Already watching, it has to hear that the phone allows it now.
  follow?.()
  if (!isAllowed) return 'phone_refused'
  // What has begun by itself meanwhile is not sent once more.
  if (liveConsent(kind)?.isSent === false) await upload(kind)
  return 'begun'
}
