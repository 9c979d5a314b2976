import { DEVICE_DATA_KEPT_DAYS, deviceDataRecordsMax } from '@hola/core/device/limits.ts'
import type { DeviceDataKind } from '@hola/core/device/limits.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { keptDeviceRecords } from '@hola/core/stored/person.ts'
import { refuseField } from '../../platform/refuse-field.ts'
import { demandConsent } from '../consent/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { BlindIndex } from '../../platform/sealed/public.ts'
import type { Caller } from '../../platform/handler.ts'
import type { CallContext, Handler } from '../services.ts'
import { associatedDataOf, indexRecord } from './sealed-record.ts'
import { minimalApps, minimalBehaviour, minimalSms } from './minimal.ts'
import type { RecordRow } from './store.ts'
import {
  deleteOldestUploads,
  deleteOverflow,
  deleteRecords,
  insertRecords,
  insertUpload,
  listKnownIndexes,
} from './store.ts'

const KEPT_MS = DEVICE_DATA_KEPT_DAYS * 24 * 3_600_000

/** Of each kind; she is shown the last of them. */
const UPLOADS_KEPT_MAX = 50

/** What is stored, and when it happened; null for what is so now. */
type Fresh<Kind extends DeviceDataKind> = {
  readonly record: Parameters<(typeof keptDeviceRecords)[Kind]['writeText']>[0]
  readonly at: Date | null
}

type Context = CallContext & { readonly user: Caller }

/**
 * Stores what came of one kind, if the person agrees to it: without a live consent nothing is written, not even that
 * something came. What happened longer ago than things are kept is not stored at all.
 */
const store = <Kind extends DeviceDataKind>(context: Context, kind: Kind, fresh: readonly Fresh<Kind>[]) =>
  inTransaction(context.services.pool, async (tx): Promise<{ stored_count: number } | Refusal> => {
    const { services, user } = context
    const { userId } = user
    const refusal = await demandConsent(tx, services, userId, kind)
    if (refusal !== undefined) return refusal
    const { sealer, clock, random } = services
    const storedAt = clock.now()
    const shapes: {
      readonly [One in DeviceDataKind]: { readonly writeText: (record: Fresh<One>['record']) => string }
    } = keptDeviceRecords
    const shape = shapes[kind]
    const rows = new Map<string, RecordRow & { readonly recordIndex: BlindIndex }>()
    for (const { record, at } of fresh) {
      const keepUntil = new Date(Math.min(at?.getTime() ?? Infinity, storedAt.getTime()) + KEPT_MS)
      if (keepUntil <= storedAt) continue
      const recordIndex = indexRecord(sealer, { userId, kind, record })
      const sealedRecord = sealer.seal(shape.writeText(record), associatedDataOf({ userId, kind, recordIndex }))
      rows.set(recordIndex.toString('hex'), { recordIndex, sealedRecord, keepUntil })
    }
    const max = deviceDataRecordsMax[kind]
    if (max === 1) await deleteRecords(tx, userId, kind)
    const storedCount = await insertRecords(tx, { userId, kind, storedAt }, await unknownOf(tx, { userId, kind }, rows))
    await deleteOverflow(tx, userId, kind, max)
    await insertUpload(tx, { userId, uploadId: random.uuid(), kind, sentAt: storedAt, storedCount })
    await deleteOldestUploads(tx, userId, kind, UPLOADS_KEPT_MAX)
    return { stored_count: storedCount }
  })

/** While a key is being replaced, what is stored under the other one is not stored again. */
const unknownOf = async <Row extends { readonly recordIndex: BlindIndex }>(
  tx: Tx,
  of: { readonly userId: string; readonly kind: DeviceDataKind },
  rows: ReadonlyMap<string, Row>,
): Promise<Row[]> => {
  const fresh = [...rows.values()]
  const others = fresh.flatMap(({ recordIndex }) => recordIndex.versions.filter((version) => version !== recordIndex))
  if (others.length === 0) return fresh
  const known = await listKnownIndexes(tx, of, others)
  return fresh.filter(({ recordIndex }) => !recordIndex.versions.some((version) => known.has(version.toString('hex'))))
}

export const uploadDevice: Handler<'user/upload_device'> = (context, { data }) =>
  store(context, 'device', [{ record: data, at: null }])

export const uploadApp: Handler<'user/upload_app'> = (context, { data }) =>
  store(context, 'apps', [{ record: { packages: minimalApps(data) }, at: null }])

export const uploadSms: Handler<'user/upload_sms'> = (context, { sms_list }) =>
  store(
    context,
    'sms',
    minimalSms(sms_list).map((record) => ({ record, at: new Date(record.received_at) })),
  )

export const uploadLocation: Handler<'user/upload_location'> = (context, { data }) =>
  store(context, 'location', [{ record: data, at: new Date(data.taken_at) }])

export const uploadBehavior: Handler<'user/upload_behavior'> = async (context, { data }) => {
  const events = minimalBehaviour(data)
  if (events === undefined) return refuseField({ path: 'data', problem: 'not_valid' }, context.language)
  return store(
    context,
    'behaviour',
    events.map((record) => ({ record, at: new Date(record.time) })),
  )
}
