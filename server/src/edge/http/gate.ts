/** To be called when it is over; calling it again changes nothing. */
export type Leave = () => void

export type Gate = {
  /** Waits for its turn. Undefined when too many wait already, or when the signal says that nobody waits any more. */
  readonly enter: (key: string, gone?: AbortSignal) => Promise<Leave | undefined>
}

type Crowd = { inside: number; readonly waiting: (() => void)[] }

/** Lets so many of one key in at the same time; the next ones wait in the order in which they came, up to a bound. */
export const openGate = ({ insideMax, waitingMax }: { insideMax: number; waitingMax: number }): Gate => {
  const crowds = new Map<string, Crowd>()

  const leaveOnce = (key: string, crowd: Crowd): Leave => {
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      const next = crowd.waiting.shift()
      // Whoever waits longest takes over the place as it is.
      if (next !== undefined) return next()
      crowd.inside -= 1
      if (crowd.inside === 0) crowds.delete(key)
    }
  }

  return {
    enter: (key, gone) =>
      new Promise((resolve) => {
        const crowd = crowds.get(key) ?? { inside: 0, waiting: [] }
        if (gone?.aborted === true) return resolve(undefined)
        if (crowd.inside < insideMax) {
          crowd.inside += 1
          crowds.set(key, crowd)
          return resolve(leaveOnce(key, crowd))
        }
        if (crowd.waiting.length >= waitingMax) return resolve(undefined)
        const admit = (): void => {
          gone?.removeEventListener('abort', giveUp)
          resolve(leaveOnce(key, crowd))
        }
        const giveUp = (): void => {
          crowd.waiting.splice(crowd.waiting.indexOf(admit), 1)
          resolve(undefined)
        }
        crowd.waiting.push(admit)
        gone?.addEventListener('abort', giveUp, { once: true })
      }),
  }
}
