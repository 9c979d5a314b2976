import type { BodyOf } from '@hola/core/contract/contract.ts'

/** About where the phone is: hundredths of a degree, around a kilometre. It is not held more exactly anywhere. */
export type Place = BodyOf<'user/upload_location'>['data']

export type PlaceSource = {
  /** Without asking anybody. */
  readonly isPermitted: () => Promise<boolean>
  /** Tells each place until it is stopped. */
  readonly follow: (onPlace: (place: Place) => void) => () => void
}

/** The same area is worth a record once in a while, not at every turn. */
const SAME_AREA_MS = 60 * 60 * 1000

export const roundPlace = (
  { latitude, longitude }: { latitude: number; longitude: number },
  takenAtMs: number,
): Place => ({
  latitude_centidegrees: Math.round(latitude * 100),
  longitude_centidegrees: Math.round(longitude * 100),
  taken_at: new Date(takenAtMs).toISOString(),
})

const isSameArea = (one: Place, other: Place): boolean =>
  one.latitude_centidegrees === other.latitude_centidegrees &&
  one.longitude_centidegrees === other.longitude_centidegrees &&
  Math.abs(Date.parse(one.taken_at) - Date.parse(other.taken_at)) < SAME_AREA_MS

/**
 * Follows the place while the app is in view and its owner has agreed; `check` is called on launch, on show, on hide
 * and whenever a consent or the session changes.
 */
export const createLocationWatch = ({
  source,
  isConsented,
  isVisible,
  onPlace,
}: {
  source: PlaceSource
  isConsented: () => boolean
  isVisible: () => boolean
  onPlace: (place: Place) => void
}): { readonly check: () => Promise<void> } => {
  let stop: (() => void) | undefined
  let last: Place | undefined

  const isWanted = (): boolean => isConsented() && isVisible()

  const tell = (place: Place): void => {
    if (!isWanted() || (last && isSameArea(last, place))) return
    last = place
    onPlace(place)
  }

  return {
    async check() {
      if (!isWanted()) {
        stop?.()
        stop = undefined
        if (!isConsented()) last = undefined
        return
      }
      if (stop || !(await source.isPermitted())) return
      // She may have gone meanwhile, or another check was quicker.
      if (!stop && isWanted()) stop = source.follow(tell)
    },
  }
}
