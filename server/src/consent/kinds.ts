import { createHash } from 'node:crypto'
import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { wholeText } from '@hola/core/consent/text.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'

type KindRow = {
  /** The text that is shown now. */
  readonly textVersion: string
  readonly textSha256: Buffer
  /** What to answer where the consent is needed and is not there. */
  readonly refusal: Refusal
}

/** Every kind of consent there is. */
export const consentKinds = {
  biometric: {
    textVersion: biometricConsent.version,
    textSha256: createHash('sha256').update(wholeText(biometricConsent.es)).digest(),
    refusal: refuse('biometric_consent_needed'),
  },
} as const satisfies Record<string, KindRow>

export type ConsentKind = keyof typeof consentKinds
