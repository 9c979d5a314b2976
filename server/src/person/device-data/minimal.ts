import type { BodyOf } from '@hola/core/contract/contract.ts'
import type { BehaviourAct, BehaviourEvent, BehaviourField, BehaviourScreen } from '@hola/core/device/behaviour.ts'
import { BEHAVIOUR_ACTS_MAX, behaviourActs, behaviourFields, behaviourScreens } from '@hola/core/device/behaviour.ts'
import type { FinanceApp } from '@hola/core/device/finance-apps.ts'
import { isFinanceApp } from '@hola/core/device/finance-apps.ts'
import { deviceDataRecordsMax } from '@hola/core/device/limits.ts'

/**
 * What is left of what a phone sent. The phone has cut it down already; a faulty or a foreign one may not have, so
 * nothing reaches a table that has not come through here.
 */

type Sms = BodyOf<'user/upload_sms'>['sms_list'][number]

/** A short code, or a name as a network gives it to a business: what has neither is a person's number. */
const SHORT_CODE = /^\d{3,6}$/
const SENDER_NAME = /^(?=.*[A-Za-z])[A-Za-z0-9 .&_-]{1,11}$/

export const minimalSms = (list: readonly Sms[]): Sms[] =>
  list.filter(({ sender }) => SHORT_CODE.test(sender) || SENDER_NAME.test(sender))

/** In one order, so that the same apps are the same record. */
export const minimalApps = (packageNames: readonly string[]): FinanceApp[] =>
  [...new Set(packageNames.filter(isFinanceApp))].toSorted()

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const oneOf = <Name extends string>(names: readonly Name[], value: unknown): Name | undefined =>
  names.find((name) => name === value)

/** The year 2100, in milliseconds since 1970. */
const TIME_MAX = 4_102_444_800_000

const timeOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < TIME_MAX ? value : undefined

type Act = NonNullable<BehaviourEvent['events']>[number]

const actOf = (value: unknown): Act[] => {
  if (!isRecord(value)) return []
  const key = oneOf<BehaviourAct>(behaviourActs, value['key'])
  const time = timeOf(value['time'])
  const field = oneOf<BehaviourField>(behaviourFields, value['field'])
  return key === undefined || time === undefined ? [] : [{ key, time, ...(field === undefined ? {} : { field }) }]
}

const eventOf = (value: unknown): BehaviourEvent[] => {
  if (!isRecord(value)) return []
  const key = oneOf<BehaviourScreen>(behaviourScreens, value['key'])
  const time = timeOf(value['time'])
  if (key === undefined || time === undefined) return []
  const events = Array.isArray(value['events']) ? value['events'].slice(0, BEHAVIOUR_ACTS_MAX).flatMap(actOf) : []
  return [{ key, time, ...(events.length === 0 ? {} : { events }) }]
}

/** The newest of the events that were encoded; undefined when it is no list at all. */
export const minimalBehaviour = (base64: string): BehaviourEvent[] | undefined => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.slice(-deviceDataRecordsMax.behaviour).flatMap(eventOf) : undefined
  } catch {
    return undefined
  }
}
