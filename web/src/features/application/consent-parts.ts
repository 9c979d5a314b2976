import { lazyPart } from '../../lib/lazy-part.ts'

// What asks for a consent comes when the form stands: a step shows sooner without it.

export const ConsentQuestion = lazyPart(
  async () => (await import('../../shared/consents/consent-question.tsx')).ConsentQuestion,
)

export const ConsentOffer = lazyPart(
  async () => (await import('../../shared/consents/consent-question.tsx')).ConsentOffer,
)
