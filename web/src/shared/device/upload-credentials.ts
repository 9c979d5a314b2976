import { brand } from '@hola/core/brand.ts'
import type { UploadCredentials } from '@hola/core/bridge/protocol.ts'
import { wireLanguage } from '@hola/i18n/locale.ts'
import { appInfo, versionHeaderOf } from '../../lib/app-info.ts'
import { storage } from '../../lib/storage.ts'

/** What the wrapper needs to make a call in the name of whoever is logged in. */
export const uploadCredentials = (): UploadCredentials | undefined => {
  const token = storage.get('token')
  const info = appInfo()
  return token === undefined
    ? undefined
    : {
        token,
        language: wireLanguage(),
        app_name: brand.name,
        version: versionHeaderOf(info),
        version_code: info.versionCode,
      }
}
