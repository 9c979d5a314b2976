import { location, permission } from '../../bridge/native.ts'
import { isInWrapper } from '../../bridge/in-wrapper.ts'
import { liveConsent } from '../consents/consents.ts'
import { roundPlace, type PlaceSource } from './location-watch.ts'

/** An area changes slowly, and an old place is as good as a new one. */
const ASKED_EVERY_MS = 60_000
const options: PositionOptions = { enableHighAccuracy: false, maximumAge: 10 * ASKED_EVERY_MS, timeout: ASKED_EVERY_MS }

const browserSource: PlaceSource = {
  async isPermitted() {
    // A browser that cannot say would have to ask the person, out of nowhere.
    if (!('permissions' in navigator) || !('geolocation' in navigator)) return false
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  },
  follow(onPlace) {
    const watch = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => onPlace(roundPlace(coords, timestamp)),
      // No place can be found now; another one may come.
      () => undefined,
      options,
    )
    return () => navigator.geolocation.clearWatch(watch)
  },
}

/** The wrapper rounds by itself. It is asked for the place again and again, since it answers once for each question. */
const wrapperSource: PlaceSource = {
  async isPermitted() {
    const state = await permission.check('location')
    return 'granted' in state && state.granted
  },
  follow(onPlace) {
    const version = liveConsent('location')?.version ?? ''
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const ask = async (): Promise<void> => {
      const place = await location.read(version)
      if (isOver) return
      if ('taken_at' in place) onPlace(place)
      timer = setTimeout(() => void ask(), ASKED_EVERY_MS)
    }
    void location.start(version).then(() => (isOver ? undefined : ask()))
    return () => {
      isOver = true
      clearTimeout(timer)
      void location.stop()
    }
  },
}

export const placeSource: PlaceSource = {
  isPermitted: () => (isInWrapper() ? wrapperSource : browserSource).isPermitted(),
  follow: (onPlace) => (isInWrapper() ? wrapperSource : browserSource).follow(onPlace),
}

/** The system's own question, put once the person has agreed to ours. Answers whether she allowed it. */
export const askForPlace = async (): Promise<boolean> => {
  if (isInWrapper()) {
    const state = await permission.request('location')
    return 'granted' in state && state.granted
  }
  if (!('geolocation' in navigator)) return false
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      () => resolve(true),
      // Allowed, but there is no place to be found: that is no refusal.
      (problem) => resolve(problem.code !== problem.PERMISSION_DENIED),
      options,
    )
  })
}
