import type { BodyOf } from '@hola/core/contract/contract.ts'
import { isFinanceApp } from '@hola/core/device/finance-apps.ts'
import type { DeviceDataKind } from '@hola/core/device/limits.ts'
import { deviceInfo, installAppInfo, permission, selfAppInfo, smsInfo } from '../../bridge/native.ts'
import { isInWrapper } from '../../bridge/in-wrapper.ts'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { appInfo, versionHeaderOf } from '../../lib/app-info.ts'
import { minimalEvents, withoutSent } from './behaviour.ts'
import { learnConsents, learnConsentsAgain, liveConsent, mayRead, rememberSent } from '../consents/consents.ts'
import { askForPlace } from './location-source.ts'
import type { Place } from './location-watch.ts'
import { session } from '../../lib/session.ts'
import { storage } from '../../lib/storage.ts'
import { createUpload, encodeEvents } from './uploads.ts'

type Device = BodyOf<'user/upload_device'>['data']
type Sms = BodyOf<'user/upload_sms'>['sms_list'][number]

/** Where a browser does not tell. */
const UNKNOWN = 'unknown'

/** What a browser says about itself when asked; few do. */
type UserAgentData = {
  readonly getHighEntropyValues?: (hints: readonly string[]) => Promise<{
    readonly model?: string
    readonly platform?: string
    readonly platformVersion?: string
  }>
}

const readBrowser = async (): Promise<Device> => {
  const { userAgentData } = navigator as Navigator & { readonly userAgentData?: UserAgentData }
  const told = await userAgentData?.getHighEntropyValues?.(['model', 'platformVersion']).catch(() => undefined)
  return {
    manufacturer: UNKNOWN,
    model: told?.model || UNKNOWN,
    os_version: [told?.platform, told?.platformVersion].filter(Boolean).join(' ').slice(0, 30) || UNKNOWN,
    app_version: versionHeaderOf(appInfo()).slice(0, 30),
    locale: navigator.language || UNKNOWN,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone || UNKNOWN,
  }
}

const readDevice = async (version: string): Promise<Device | undefined> => {
  if (!isInWrapper()) return readBrowser()
  const told = await deviceInfo(version)
  return 'model' in told ? minimalDevice(told) : undefined
}

// The wrapper hands over the minimal records already. Whatever else a faulty one sent stays here.

const minimalDevice = ({ manufacturer, model, os_version, app_version, locale, time_zone }: Device): Device => ({
  manufacturer,
  model,
  os_version,
  app_version,
  locale,
  time_zone,
})

const readSms = async (version: string): Promise<Sms[] | undefined> => {
  const told = await smsInfo(version)
  if (!('sms_list' in told)) return undefined
  return told.sms_list.map(({ sender, received_at, kind, amount_centavos }) => ({
    sender,
    received_at,
    kind,
    amount_centavos: amount_centavos as Sms['amount_centavos'],
  }))
}

const readApps = async (version: string): Promise<string[] | undefined> => {
  const told = await installAppInfo(version)
  return 'packages' in told ? told.packages.filter(isFinanceApp) : undefined
}

/** An upload of one kind: with a live consent of whoever is logged in, or not at all. */
const uploadOf = <Data>(
  kind: DeviceDataKind,
  read: (version: string) => Promise<Data | undefined>,
  send: (data: Data) => Promise<unknown>,
): (() => Promise<boolean>) =>
  createUpload({
    permit: () => {
      const consent = liveConsent(kind)
      return consent && `${session().userId ?? ''} ${consent.version} ${consent.expiresAt}`
    },
    read: async () => {
      // She may have taken it back on another device since this one heard of it.
      if (!mayRead(kind)) await learnConsents()
      const consent = liveConsent(kind)
      return consent && read(consent.version)
    },
    send: async (data) => {
      try {
        await send(data)
      } catch (problem) {
        if (problem instanceof ApiError && problem.kind === 'silent') learnConsentsAgain()
        throw problem
      }
      rememberSent(kind)
    },
  })

const quiet = { quiet: true }

/** The last place that was told, until it is sent. */
let place: Place | undefined

const uploads = {
  device: uploadOf('device', readDevice, (data) => api.call('user/upload_device', { data }, quiet)),
  sms: uploadOf('sms', readSms, (sms_list) => api.call('user/upload_sms', { sms_list }, quiet)),
  apps: uploadOf('apps', readApps, (data) => api.call('user/upload_app', { data }, quiet)),
  location: uploadOf(
    'location',
    async () => place,
    (data) => api.call('user/upload_location', { data }, quiet),
  ),
  behaviour: uploadOf(
    'behaviour',
    async () => {
      const events = minimalEvents(storage.get('event-list') ?? [])
      return events.length > 0 ? events : undefined
    },
    async (events) => {
      await api.call('user/upload_behavior', { data: encodeEvents(events) }, quiet)
      const left = withoutSent(storage.get('event-list') ?? [], events)
      if (left.length > 0) storage.set('event-list', left)
      else storage.remove('event-list')
    },
  ),
} satisfies Record<DeviceDataKind, () => Promise<boolean>>

/** Sends what there is of a kind; answers whether it arrived. */
export const upload = (kind: DeviceDataKind): Promise<boolean> => uploads[kind]()

export const uploadPlace = (told: Place): Promise<boolean> => {
  place = told
  return upload('location')
}

/** What is sent once, as long as it has not arrived. */
export const uploadOnce = (): void => {
  for (const kind of ['device', 'sms', 'apps'] as const) {
    if (liveConsent(kind)?.isSent === false) void upload(kind)
  }
}

/** Apps are seen by the wrapper alone; SMS are read by one of its two builds. */
export const canRead = async (kind: DeviceDataKind): Promise<boolean> => {
  if (kind !== 'sms' && kind !== 'apps') return true
  if (!isInWrapper()) return false
  if (kind === 'apps') return true
  const told = await selfAppInfo()
  return 'build' in told && told.build === 'direct'
}

/** Whether the phone itself lets us; it shows its own question where it has one. */
export const askPhone = async (kind: DeviceDataKind): Promise<boolean> => {
  if (kind === 'location') return askForPlace()
  if (kind !== 'sms') return true
  const state = await permission.request('sms')
  return 'granted' in state && state.granted
}
