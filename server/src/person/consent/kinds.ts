import { createHash } from 'node:crypto'
import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { deviceConsents } from '@hola/core/consent/device.ts'
import type { VersionedConsent } from '@hola/core/consent/text.ts'
import { wholeText } from '@hola/core/consent/text.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'

type KindRow = {
  /** What the data are for, in a word; the text says it in full. */
  readonly purpose: string
  /** The text that is shown now. */
  readonly textVersion: string
  readonly textSha256: Buffer
  /** What to answer where the consent is needed and is not there. */
  readonly refusal: Refusal
}

const row = (purpose: string, text: VersionedConsent, refusal: Refusal): KindRow => ({
  purpose,
  textVersion: text.version,
  textSha256: createHash('sha256').update(wholeText(text.es)).digest(),
  refusal,
})

const noConsent = refuse('no_consent')

/** Every kind of consent there is, in the order in which they are shown. */
export const consentKinds = {
  biometric: row('identity_check', biometricConsent, refuse('biometric_consent_needed')),
  device: row('find_faults', deviceConsents.device, noConsent),
  location: row('know_areas', deviceConsents.location, noConsent),
  sms: row('fit_due_days', deviceConsents.sms, noConsent),
  apps: row('add_pay_methods', deviceConsents.apps, noConsent),
  behaviour: row('simplify_steps', deviceConsents.behaviour, noConsent),
} as const satisfies Record<string, KindRow>

export type ConsentKind = keyof typeof consentKinds
