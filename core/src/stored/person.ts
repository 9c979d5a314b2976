import * as z from 'zod/mini'
import type { BehaviourEvent } from '../device/behaviour.ts'
import type { FinanceApp } from '../device/finance-apps.ts'
import type { DeviceDataKind } from '../device/limits.ts'
import type { WireLanguage } from '../language.ts'
import type { DataCategory } from '../privacy.ts'
import { day, idOf, money, text } from './fields.ts'
import { keptColumn, keptShape } from './versions.ts'

/** What is kept of a person beside her application and her loans. */

/** What she typed to the consumer desk besides her address. */
export const keptRequestWords = keptShape('request-words', z.object({ orderNumber: z.string(), note: z.string() }))

const address = z.object({ kind: idOf<'phone' | 'mail'>(), value: text })

/** Where somebody is still to be written to when her account is gone. */
export const keptOwner = keptShape('erasure-owner', z.object({ address, language: idOf<WireLanguage>() }))

/** What a lender has to know of whoever it lent to, ten years long. */
export const keptIdentity = keptShape(
  'erasure-identity',
  z.object({
    person: z.nullable(
      z.object({
        first_name: text,
        last_name: text,
        national_id_number: text,
        cuil: text,
        birth_day: text,
        gender_id: text,
        address: z.object({
          province_id: text,
          district_id: text,
          locality_id: z.nullable(text),
          locality_other: z.nullable(text),
          street: text,
          street_number: text,
          postal_code: text,
        }),
        industry_id: text,
      }),
    ),
    addresses: z.array(z.object({ kind: text, value: text })),
    card: z.array(z.object({ kind: text, jpeg_base64: z.string() })),
  }),
)

/** What stays of an erased account, and by which law. */
export const keptByLaw = keptColumn(
  'erasure-kept',
  z.array(z.object({ category: idOf<DataCategory>(), law: z.string(), until_day: day })),
)

/** What a phone sent, cut down. */
export const keptDeviceRecords = {
  device: keptShape(
    'device-device',
    z.object({
      manufacturer: text,
      model: text,
      os_version: text,
      app_version: text,
      locale: text,
      time_zone: text,
    }),
  ),
  location: keptShape(
    'device-location',
    z.object({ latitude_centidegrees: z.int(), longitude_centidegrees: z.int(), taken_at: text }),
  ),
  sms: keptShape(
    'device-sms',
    z.object({ sender: text, received_at: text, kind: text, amount_centavos: z.nullable(money) }),
  ),
  apps: keptShape('device-apps', z.object({ packages: z.array(idOf<FinanceApp>()) })),
  behaviour: keptShape(
    'device-behaviour',
    z.object({
      key: text,
      time: z.int(),
      events: z.optional(z.array(z.object({ key: text, time: z.int(), field: z.optional(text) }))),
    }) as unknown as z.ZodMiniType<BehaviourEvent>,
  ),
} as const satisfies Readonly<Record<DeviceDataKind, object>>

/** A message that the sandbox "sent". */
export const keptSandboxMessage = keptShape(
  'sandbox-message',
  z.object({ recipient: z.string(), text: z.string(), code: z.nullable(text) }),
)

/** What an act of the lender's staff was about, as words and numbers. */
export const keptActDetails = keptColumn(
  'act-details',
  z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
)

/** What a proposal of the staff says; each kind checks its own on top of it. */
export const keptProposalDetails = keptColumn(
  'proposal-details',
  z.record(
    z.string(),
    z.nullable(z.union([z.string(), z.number(), z.array(z.record(z.string(), z.union([z.string(), z.number()])))])),
  ),
)
