import * as z from 'zod/mini'
import { instant, line, listOf, typed, uuid, whole } from '../contract/fields.ts'
import { deskCalls } from './call.ts'
import { payoutHalt } from './payouts.ts'

/** What can be stopped: new applications, payouts, or one way to pay, like `method:transfer`. */
export const switchTarget = z
  .string()
  .check(z.maxLength(47), z.regex(/^(applications|payouts|method:[a-z0-9_-]{1,40})$/))

/** The ways to pay that there are. The desk does not read the keys of their providers, and so cannot ask which are set up. */
export const payMethods = ['transfer', 'checkout', 'rapipago', 'pagofacil'] as const

/** Longer than this is a decision about the product, not a switch. */
const STOP_HOURS_MAX = 168

const stop = z.strictObject({
  stop_id: uuid,
  target: switchTarget,
  why: line(500),
  stopped_by: uuid,
  /** By name. */
  stopper: line(60),
  stopped_at: instant,
  until_at: instant,
})

export const switchCalls = deskCalls({
  'switches/list': {
    power: 'be_signed_in',
    kind: 'read',
    summary: 'What can be stopped, what is stopped now, by whom, why and until when, and what changed last.',
    body: z.strictObject({}),
    ret: z.strictObject({
      now: instant,
      /** New applications, payouts, and the ways to pay. */
      targets: listOf(switchTarget, 50),
      stops: listOf(stop, 100),
      /** What stands still by itself. */
      payout_halt: z.nullable(payoutHalt),
      /** The newest first. `ended_at`: two people started it again before its time. */
      history: listOf(z.strictObject({ ...stop.shape, ended_at: z.nullable(instant) }), 20),
    }),
  },
  'switches/stop': {
    power: 'stop',
    kind: 'confirmed',
    summary: 'Stops something for some hours. Starting it again sooner takes two people: a proposal.',
    body: z.strictObject({
      target: switchTarget,
      hours_count: whole(1, STOP_HOURS_MAX),
      why: typed(500),
    }),
    ret: stop,
  },
})
