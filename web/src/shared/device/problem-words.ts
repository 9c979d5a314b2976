import type { BridgeProblem } from '../../bridge/ask.ts'
import { m } from '@hola/i18n/compiled/messages.js'

const words: Readonly<Record<BridgeProblem, () => string>> = {
  outside: m.device_outside,
  unavailable: m.device_unavailable,
  permission_denied: m.device_permission_denied,
  no_consent: m.device_no_consent,
  cancelled: m.device_cancelled,
  busy: m.device_busy,
  not_ready: m.device_not_ready,
  no_answer: m.device_no_answer,
  upload_failed: m.device_upload_failed,
  failed: m.device_failed,
  too_large: m.device_not_understood,
  invalid_answer: m.device_not_understood,
  invalid_data: m.device_unknown,
  unknown_event: m.device_unknown,
}

/** What a person can do about it. */
export const sayDeviceProblem = (problem: BridgeProblem): string => words[problem]()
