import { bridgeExamples } from '@hola/core/bridge/examples.ts'
import { bridgeCalls } from '@hola/core/bridge/protocol.ts'
import type {
  BridgeCall,
  BridgeConsent,
  BridgeMessage,
  DataMode,
  UploadCredentials,
} from '@hola/core/bridge/protocol.ts'
import { messageOf } from '../../bridge/ask.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { liveConsent } from '../../shared/consents/consents.ts'

/** An event that does not exist: a wrapper must say so. */
export const UNKNOWN_CHECK = 'unknown'

export type Check = BridgeCall | typeof UNKNOWN_CHECK

export const checkWords: Readonly<Record<Check, () => string>> = {
  selfAppInfo: m.native_self_app_info,
  'permission.check': m.native_permission_check,
  'permission.request': m.native_permission_request,
  'localCache.set': m.native_cache_set,
  'localCache.get': m.native_cache_get,
  'localCache.clear': m.native_cache_clear,
  'intentUriOpen.check_support': m.native_uri_check,
  'intentUriOpen.start': m.native_uri_start,
  afEvent: m.native_af_event,
  takePhoto: m.native_take_photo,
  liveness: m.native_liveness,
  pickerContact: m.native_picker_contact,
  'location.start': m.native_location_start,
  'location.data': m.native_location_data,
  'location.stop': m.native_location_stop,
  deviceInfo: m.native_device_info,
  smsInfo: m.native_sms_info,
  installAppInfo: m.native_install_app_info,
  [UNKNOWN_CHECK]: m.native_unknown,
}

export const checkGroups: readonly { readonly title: () => string; readonly checks: readonly Check[] }[] = [
  {
    title: m.native_group_app,
    checks: ['selfAppInfo', 'localCache.set', 'localCache.get', 'localCache.clear', 'afEvent', UNKNOWN_CHECK],
  },
  { title: m.native_group_permissions, checks: ['permission.check', 'permission.request'] },
  { title: m.native_group_camera, checks: ['takePhoto', 'liveness'] },
  { title: m.native_group_others, checks: ['pickerContact', 'intentUriOpen.check_support', 'intentUriOpen.start'] },
  { title: m.native_group_location, checks: ['location.start', 'location.data', 'location.stop'] },
  { title: m.native_group_data, checks: ['deviceInfo', 'smsInfo', 'installAppInfo'] },
]

/** Those that open nothing, ask nothing and read nothing about anybody. */
export const quietChecks: readonly Check[] = [
  'selfAppInfo',
  'permission.check',
  'localCache.set',
  'localCache.get',
  'intentUriOpen.check_support',
  UNKNOWN_CHECK,
]

/** No text has this version: what was photographed by it, nobody can keep. */
const TEST_VERSION = 'device-test'

/** Device data is read with the owner's own consent and not without it, here as everywhere. */
const consentVersionFor = (kind: BridgeConsent): string | undefined =>
  kind === 'biometric' ? TEST_VERSION : liveConsent(kind)?.version

export const isUploadable = (check: Check): boolean => check !== UNKNOWN_CHECK && bridgeCalls[check].uploads !== null

/** The message of a check. Without a consent there is none in it, and the wrapper must refuse. */
export const messageFor = (check: Check, mode: DataMode, upload: UploadCredentials | undefined): BridgeMessage => {
  if (check === UNKNOWN_CHECK) return { event: 'nobodyKnowsThis' }
  const { consent_version: _, ...data }: Record<string, unknown> = { ...bridgeExamples[check].data }
  const { consent } = bridgeCalls[check]
  const version = consent === null ? undefined : consentVersionFor(consent)
  const asked = { ...data, ...(version !== undefined && { consent_version: version }) }
  if (!isUploadable(check)) return messageOf(check, { data: asked })
  return messageOf(check, { mode, data: mode === 'native_upload' ? { ...asked, upload } : asked })
}
