import { isInWrapper } from '../../bridge/in-wrapper.ts'
import { storage } from '../../lib/storage.ts'

const learn = async (): Promise<boolean> => {
  const info = await (await import('../../bridge/native.ts')).selfAppInfo()
  if ('refused' in info) return false
  storage.set('app-info', { versionName: info.version_name, versionCode: info.version_code })
  return true
}

let asked: Promise<boolean> | undefined

/**
 * Which wrapper this is, for the headers of every call and for Settings. It changes when the app is updated, and an
 * update ends it: it is asked once at every launch, and again only when it did not answer.
 */
export const learnAppInfo = async (): Promise<void> => {
  if (!isInWrapper()) return
  asked ??= learn().catch(() => false)
  if (!(await asked)) asked = undefined
}
