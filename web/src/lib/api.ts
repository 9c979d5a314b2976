import { brand } from '@hola/core/brand.ts'
import { REQUEST_TIMEOUT_MS } from '@hola/core/constants.ts'
import type { BodyOf, CallPath, RetOf } from '@hola/core/contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { wireLanguage } from '@hola/i18n/locale.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { createApiClient } from './api-client.ts'
import type { CallOptions } from './api-client.ts'
import { appInfo, versionHeaderOf } from './app-info.ts'
import { logOut } from './session.ts'
import { storage } from './storage.ts'

const client = createApiClient({
  fetch: (url, init) => fetch(url, init),
  baseUrl: '/api/',
  timeoutMs: REQUEST_TIMEOUT_MS,
  token: () => storage.get('token'),
  headers: () => {
    const info = appInfo()
    return {
      language: wireLanguage(),
      'app-name': brand.name,
      version: versionHeaderOf(info),
      'version-code': String(info.versionCode),
    }
  },
  logOut,
  showToast,
  texts: {
    networkFailed: () => m.lib_network_failed(),
    timedOut: () => m.lib_timed_out(),
    sessionEnded: () => m.lib_session_ended(),
  },
})

/** A preview for a term that is not offered answers null: the screen falls back to the default term. */
type Answer<Path extends CallPath> = RetOf<Path> | (Path extends 'loan/preview' ? null : never)

const call = async <Path extends CallPath>(
  path: Path,
  body: BodyOf<Path>,
  options?: CallOptions,
): Promise<Answer<Path>> =>
  // The server validates what it answers against the same contract row; checking it again here would bring the
  // schemas into the first screen.
  (await client.call(path, body, options)) as Answer<Path>

export const api = { call }
