/**
 * Pull-to-refresh as a table: what a finger, the code and the end of a movement do in each state. Nothing here knows
 * the page; the component beside it draws the state and carries out the effect.
 */
export const PULL_TRIGGER_PX = 150
export const PULL_REST_PX = 70

export type PullState =
  | { phase: 'idle'; finger: { id: number; startY: number; dead: boolean } | null }
  | { phase: 'pulling' | 'reached'; finger: { id: number; zeroY: number }; pullPx: number }
  | { phase: 'aborting' | 'refreshing' | 'restoring' }

export type PullEvent =
  | { type: 'touchstart'; id: number; y: number }
  | { type: 'touchmove'; id: number; y: number; scrollTop: number }
  | { type: 'touchend' | 'touchcancel'; id: number }
  | { type: 'start' | 'stop' | 'settled' }

/** hold: keep the browser from scrolling; refresh: call the hook now; refresh-soon: call it after 50 ms. */
export type PullEffect = 'hold' | 'refresh' | 'refresh-soon'

export type PullStep = { state: PullState; effect?: PullEffect }

export const idlePull: PullState = { phase: 'idle', finger: null }

export function stepPull(state: PullState, event: PullEvent): PullStep {
  switch (state.phase) {
    case 'idle':
      return stepIdle(state, event)
    case 'pulling':
    case 'reached':
      return stepPulling(state, event)
    case 'refreshing':
      return { state: event.type === 'stop' ? { phase: 'restoring' } : state }
    default:
      return { state: event.type === 'settled' ? idlePull : state }
  }
}

function stepIdle(state: PullState & { phase: 'idle' }, event: PullEvent): PullStep {
  const { finger } = state
  switch (event.type) {
    case 'start':
      return { state: { phase: 'refreshing' }, effect: 'refresh-soon' }
    case 'touchstart':
      return { state: finger ? state : { phase: 'idle', finger: { id: event.id, startY: event.y, dead: false } } }
    case 'touchend':
    case 'touchcancel':
      return { state: finger?.id === event.id ? idlePull : state }
    case 'touchmove':
      if (finger?.id !== event.id || finger.dead) return { state }
      if (event.scrollTop !== 0) return { state: { phase: 'idle', finger: { ...finger, dead: true } } }
      if (event.y < finger.startY) return { state }
      return {
        state: { phase: 'pulling', finger: { id: finger.id, zeroY: event.y }, pullPx: 0 },
        effect: 'hold',
      }
    default:
      return { state }
  }
}

function stepPulling(state: PullState & { phase: 'pulling' | 'reached' }, event: PullEvent): PullStep {
  if (!('id' in event) || event.id !== state.finger.id) return { state }
  if (event.type === 'touchmove') {
    const pullPx = Math.max(0, event.y - state.finger.zeroY)
    const phase = pullPx >= PULL_TRIGGER_PX ? 'reached' : 'pulling'
    return { state: { phase, finger: state.finger, pullPx }, effect: 'hold' }
  }
  if (event.type === 'touchstart') return { state }
  return state.phase === 'reached'
    ? { state: { phase: 'refreshing' }, effect: 'refresh' }
    : { state: { phase: 'aborting' } }
}

/** How far below its start the disc stands. There is no maximum: it follows the finger at 70/150. */
export function discOffsetPx(state: PullState): number {
  if ('pullPx' in state) return Math.round((state.pullPx * PULL_REST_PX) / PULL_TRIGGER_PX)
  return state.phase === 'refreshing' || state.phase === 'restoring' ? PULL_REST_PX : 0
}

/** One whole turn at the trigger, slow at first; more pull turns no further. */
export function discTurnDegrees(state: PullState): number {
  return 'pullPx' in state ? Math.min(360, 360 * (state.pullPx / PULL_TRIGGER_PX) ** 3) : 0
}
