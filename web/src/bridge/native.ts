import type { BridgeData, NativePermission, UploadCredentials } from '@hola/core/bridge/protocol.ts'
import { ask, askToUpload } from './ask.ts'

/**
 * Every event of the wrapper as a function. Each answers with what it says it does, or with `{refused: why}`; none
 * throws. Whoever must have agreed first names the version of the text that she agreed to.
 */

type PhotoKind = BridgeData<'takePhoto'>['kind']

export const liveness = (consentVersion: string) => ask('liveness', { consent_version: consentVersion })

export const takePhoto = (kind: PhotoKind, consentVersion: string) =>
  ask('takePhoto', { kind, consent_version: consentVersion })

export const deviceInfo = (consentVersion: string) => ask('deviceInfo', { consent_version: consentVersion })

export const smsInfo = (consentVersion: string) => ask('smsInfo', { consent_version: consentVersion })

export const installAppInfo = (consentVersion: string) => ask('installAppInfo', { consent_version: consentVersion })

/** The three above in the mode `native_upload`. */
export const nativeUpload = {
  deviceInfo: (consentVersion: string, upload: UploadCredentials) =>
    askToUpload('deviceInfo', { consent_version: consentVersion }, upload),
  smsInfo: (consentVersion: string, upload: UploadCredentials) =>
    askToUpload('smsInfo', { consent_version: consentVersion }, upload),
  installAppInfo: (consentVersion: string, upload: UploadCredentials) =>
    askToUpload('installAppInfo', { consent_version: consentVersion }, upload),
}

export const selfAppInfo = () => ask('selfAppInfo', {})

export const pickerContact = () => ask('pickerContact', {})

export const afEvent = (name: BridgeData<'afEvent'>['name']) => ask('afEvent', { name })

/** One-shot answers: the place is asked for, it does not stream. */
export const location = {
  start: (consentVersion: string) => ask('location.start', { consent_version: consentVersion }),
  stop: () => ask('location.stop', {}),
  read: (consentVersion: string) => ask('location.data', { consent_version: consentVersion }),
}

export const permission = {
  check: (name: NativePermission) => ask('permission.check', { name }),
  request: (name: NativePermission) => ask('permission.request', { name }),
}

export const localCache = {
  get: (key: string) => ask('localCache.get', { key }),
  set: (key: string, value: string) => ask('localCache.set', { key, value }),
  clear: () => ask('localCache.clear', {}),
}

export const intentUriOpen = {
  checkSupport: (uri: string) => ask('intentUriOpen.check_support', { uri }),
  start: (uri: string) => ask('intentUriOpen.start', { uri }),
}
