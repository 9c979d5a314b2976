import type { DeviceDataKind } from '@hola/core/device/limits.ts'
import { deviceConsents } from '@hola/core/consent/device.ts'
import type { CallPath } from '@hola/core/contract/contract.ts'
import type { Applicant } from '../application/test-application.ts'

const at = '2026-11-16T14:00:00.000Z'
const time = Date.parse(at)

const encoded = (events: unknown): string => Buffer.from(JSON.stringify(events)).toString('base64')

const sms = { sender: 'Banco Demo', received_at: at, kind: 'income', amount_centavos: 123_45 }
const device = {
  manufacturer: 'Marca',
  model: 'Modelo 5',
  os_version: '14',
  app_version: '2.3.0',
  locale: 'es-AR',
  time_zone: 'America/Argentina/Buenos_Aires',
}
const place = { latitude_centidegrees: -3460, longitude_centidegrees: -5838, taken_at: at }
const visit = { key: 'step_basic', time, events: [{ key: 'paste', time: time + 1, field: 'cuil' }] }

export type Upload = {
  readonly path: CallPath
  /** What a faulty phone sends, with words that must not be found anywhere afterwards. */
  readonly sent: object
  /** All that may be kept of it. */
  readonly kept: readonly object[]
}

/** For tests: of each kind what is sent, with far too much in it, and what is left of it. */
export const uploads: Readonly<Record<DeviceDataKind, Upload>> = {
  device: {
    path: 'user/upload_device',
    sent: { data: { ...device, imei: 'SECRET-IMEI', advertising_id: 'SECRET-AD' }, contacts: ['SECRET-CONTACT'] },
    kept: [device],
  },
  location: {
    path: 'user/upload_location',
    sent: { data: { ...place, accuracy: 'SECRET-ACCURACY', address: 'SECRET-STREET' } },
    kept: [place],
  },
  sms: {
    path: 'user/upload_sms',
    sent: {
      sms_list: [
        { ...sms, body: 'SECRET-BODY', text: 'SECRET-TEXT' },
        { ...sms, sender: '+5491155550000', body: 'SECRET-PERSON' },
        { ...sms, sender: 'SECRET-LONG-NAME-OF-A-PERSON' },
        { ...sms, sender: '22020' },
      ],
    },
    kept: [sms, { ...sms, sender: '22020' }],
  },
  apps: {
    path: 'user/upload_app',
    sent: {
      data: ['com.brubank', 'org.secret.dating', 'com.mercadopago.wallet', 'com.secret.health', 'com.brubank'],
      labels: { 'com.brubank': 'SECRET-LABEL' },
    },
    kept: [{ packages: ['com.brubank', 'com.mercadopago.wallet'] }],
  },
  behaviour: {
    path: 'user/upload_behavior',
    sent: {
      data: encoded([
        {
          ...visit,
          value: 'SECRET-VALUE',
          events: [
            ...visit.events,
            { key: 'typed', time, text: 'SECRET-TYPED' },
            { key: 'SECRET-ACT', time },
            'SECRET',
          ],
        },
        { key: 'SECRET-SCREEN', time },
        { key: 'sign', time: 'SECRET-TIME' },
        'SECRET-EVENT',
      ]),
      draft: 'SECRET-DRAFT',
    },
    kept: [visit],
  },
}

export const agree = async (person: Applicant, kind: DeviceDataKind): Promise<void> => {
  const { version } = deviceConsents[kind]
  const { code, msg } = await person.call('privacy/consent', { give: true, kind, version })
  if (code !== '0') throw new Error(`no consent to ${kind}: ${msg}`)
}
