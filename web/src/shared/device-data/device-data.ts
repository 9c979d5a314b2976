import type { UploadCredentials, Uploaded } from '@hola/core/bridge/protocol.ts'
import type { BodyOf } from '@hola/core/contract/contract.ts'
import type { DeviceDataKind } from '@hola/core/device/limits.ts'
import type { Refused } from '../../bridge/ask.ts'
import { nativeUpload, permission, selfAppInfo } from '../../bridge/native.ts'
import { isInWrapper } from '../../bridge/in-wrapper.ts'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { appInfo, versionHeaderOf } from '../../lib/app-info.ts'
import { minimalEvents, withoutSent } from './behaviour.ts'
import { uploadCredentials } from '../device/upload-credentials.ts'
import { learnConsents, learnConsentsAgain, liveConsent, mayRead, rememberSent } from '../consents/consents.ts'
import { askForPlace } from './location-source.ts'
import type { Place } from './location-watch.ts'
import { session } from '../../lib/session.ts'
import { storage } from '../../lib/storage.ts'
import { createUpload, encodeEvents } from './uploads.ts'

type Device = BodyOf<'user/upload_device'>['data']

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

const permitOf = (kind: DeviceDataKind) => (): string | undefined => {
  const consent = liveConsent(kind)
  return consent && `${session().userId ?? ''} ${consent.version} ${consent.expiresAt}`
}

/** The version of the consent under which data of this kind may be read now. */
const agreedVersion = async (kind: DeviceDataKind): Promise<string | undefined> => {
  // She may have taken it back on another device since this one heard of it.
  if (!mayRead(kind)) await learnConsents()
  return liveConsent(kind)?.version
}

/** An upload of one kind: with a live consent of whoever is logged in, or not at all. */
const uploadOf = <Data>(
  kind: DeviceDataKind,
  read: () => Promise<Data | undefined>,
  send: (data: Data) => Promise<unknown>,
): (() => Promise<boolean>) =>
  createUpload({
    permit: permitOf(kind),
    read: async () => ((await agreedVersion(kind)) === undefined ? undefined : read()),
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

type AskToUpload = (version: string, credentials: UploadCredentials) => Promise<Uploaded | Refused>

/**
 * The same by the wrapper (`native_upload`): it reads and sends by itself, three times at most, also when this page is closed
 * meanwhile, and what it read never comes into the page.
 */
const uploadByWrapper = (kind: DeviceDataKind, ask: AskToUpload): (() => Promise<boolean>) =>
  createUpload({
    permit: permitOf(kind),
    read: async () => {
      const version = await agreedVersion(kind)
      const credentials = uploadCredentials()
      if (version === undefined || !credentials) return undefined
      const told = await ask(version, credentials)
      // Not allowed by the phone, for instance: nothing was read, and it may be tried again when that has changed.
      return 'refused' in told && told.refused !== 'upload_failed' ? undefined : told
    },
    send: async (told) => {
      if ('refused' in told) {
        learnConsentsAgain()
        throw new Error(told.refused)
      }
      rememberSent(kind)
    },
    attemptsMax: 1,
  })

const quiet = { quiet: true }

/** The last place that was told, until it is sent. */
let place: Place | undefined

const deviceByWrapper = uploadByWrapper('device', nativeUpload.deviceInfo)
const deviceOfBrowser = uploadOf('device', readBrowser, (data) => api.call('user/upload_device', { data }, quiet))

const uploads = {
  device: () => (isInWrapper() ? deviceByWrapper() : deviceOfBrowser()),
  sms: uploadByWrapper('sms', nativeUpload.smsInfo),
  apps: uploadByWrapper('apps', nativeUpload.installAppInfo),
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
