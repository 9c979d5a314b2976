import { describe, expect, test, vi } from 'vitest'
import { createLocationWatch, roundPlace, type Place } from './location-watch.ts'

const place = (latitude: number, minutes = 0): Place => roundPlace({ latitude, longitude: -58.3816 }, minutes * 60_000)

const watchWith = (state: { permitted: boolean; consented: boolean; visible: boolean }) => {
  let onPlace: ((place: Place) => void) | undefined
  const stop = vi.fn<() => void>()
  const follow = vi.fn<(tell: (place: Place) => void) => () => void>((tell) => {
    onPlace = tell
    return stop
  })
  const sent: Place[] = []
  const watch = createLocationWatch({
    source: { isPermitted: async () => state.permitted, follow },
    isConsented: () => state.consented,
    isVisible: () => state.visible,
    onPlace: (told) => sent.push(told),
  })
  return { state, stop, follow, sent, check: watch.check, tell: (told: Place) => onPlace?.(told) }
}

describe('the place is followed on launch and on show', () => {
  test.each([
    [true, true, true, 1],
    [false, true, true, 0],
    [true, false, true, 0],
    [true, true, false, 0],
  ])('permitted %s, consented %s, visible %s: started %i times', async (permitted, consented, visible, count) => {
    const { check, follow } = watchWith({ permitted, consented, visible })
    await Promise.all([check(), check()])
    await check()
    expect(follow).toHaveBeenCalledTimes(count)
  })

  test('it stops on hide and starts again on show', async () => {
    const watch = watchWith({ permitted: true, consented: true, visible: true })
    await watch.check()
    watch.state.visible = false
    await watch.check()
    expect(watch.stop).toHaveBeenCalledTimes(1)
    watch.state.visible = true
    await watch.check()
    expect(watch.follow).toHaveBeenCalledTimes(2)
  })

  test('it stops when the consent is taken back, and a place that was under way is not sent', async () => {
    const watch = watchWith({ permitted: true, consented: true, visible: true })
    await watch.check()
    watch.state.consented = false
    watch.tell(place(-34.6))
    await watch.check()
    expect(watch.stop).toHaveBeenCalledTimes(1)
    expect(watch.sent).toEqual([])
  })

  test('whoever hides the app while the phone is asked is not followed', async () => {
    const watch = watchWith({ permitted: true, consented: true, visible: true })
    const checking = watch.check()
    watch.state.visible = false
    await checking
    expect(watch.follow).not.toHaveBeenCalled()
  })

  test('an area is sent once, then when it changes or an hour later', async () => {
    const watch = watchWith({ permitted: true, consented: true, visible: true })
    await watch.check()
    for (const told of [place(-34.6037), place(-34.6041, 5), place(-34.61, 6), place(-34.61, 66)]) watch.tell(told)
    expect(watch.sent.map(({ latitude_centidegrees }) => latitude_centidegrees)).toEqual([-3460, -3461, -3461])
  })
})

test('a place leaves the phone in hundredths of a degree and nothing else', () => {
  const coords = { latitude: -34.603722, longitude: -58.381592, accuracy: 4, altitude: 25 }
  expect(roundPlace(coords, 0)).toEqual({
    latitude_centidegrees: -3460,
    longitude_centidegrees: -5838,
    taken_at: '1970-01-01T00:00:00.000Z',
  })
})
