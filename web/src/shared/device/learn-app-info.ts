import { isInWrapper } from '../../bridge/in-wrapper.ts'
import { storage } from '../../lib/storage.ts'

/** Which wrapper this is, for the headers of every call and for Settings. It changes when the app is updated. */
export const learnAppInfo = async (): Promise<void> => {
  if (!isInWrapper()) return
  const info = await (await import('../../bridge/native.ts')).selfAppInfo()
  if ('refused' in info) return
  storage.set('app-info', { versionName: info.version_name, versionCode: info.version_code })
}
