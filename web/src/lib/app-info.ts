import { APP_VERSION, APP_VERSION_CODE, BUNDLED_CONFIG_VERSION, WEB_BUILD } from '@hola/core/constants.ts'
import { storage } from './storage.ts'
import type { AppInfo } from './storage.ts'

/** The wrapper leaves its own record in storage; a plain browser has the defaults. */
export const appInfo = (): AppInfo =>
  storage.get('app-info') ?? { versionName: APP_VERSION, versionCode: APP_VERSION_CODE }

/** `2.3.0.101505`: the app's version and the build of the web code inside it. */
export const versionHeaderOf = (info: AppInfo): string => `${info.versionName}.${WEB_BUILD}`

/** The version in the app configuration that travels with the web code. */
export const bundledVersion = BUNDLED_CONFIG_VERSION
