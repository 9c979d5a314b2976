import { refuse } from '@hola/core/errors.ts'
import { consentKinds, giveConsent, withdrawConsent } from '../../person/consent/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { deleteRecords } from '../../person/device-data/public.ts'
import type { Handler } from '../services.ts'
import { logAccess } from '../../platform/access-log.ts'
import { showConsents } from './consents.ts'
import { forgetPhotosOf } from './photos.ts'

/** Gives or withdraws one consent. What was stored under one that is withdrawn is gone when the answer leaves. */
export const consent: Handler<'privacy/consent'> = async ({ services, user: { userId } }, body) => {
  const { kind } = body
  if (body.give && body.version !== consentKinds[kind].textVersion) return refuse('consent_text_changed')
  const { shown, files } = await inTransaction(services.pool, async (tx) => {
    const unneeded: string[] = []
    if (body.give) await giveConsent(tx, services, userId, body)
    else
      await withdrawConsent(tx, services, { userId, kind }, async () => {
        let deletedCount: number
        if (kind === 'biometric') {
          const names = await forgetPhotosOf(tx, services, userId)
          if (names === undefined) return null
          unneeded.push(...names)
          deletedCount = names.length
        } else deletedCount = await deleteRecords(tx, userId, kind)
        if (deletedCount > 0)
          await logAccess(tx, services, {
            userId,
            actor: 'you',
            categories: [kind === 'biometric' ? 'photos' : 'device_data'],
            purpose: 'consent_withdrawn',
          })
        return deletedCount
      })
    const all = await showConsents(tx, services, userId)
    return { shown: all.find((one) => one.kind === kind), files: unneeded }
  })
  if (shown === undefined) throw new Error(`no consent of the kind ${kind}`)
  for (const name of files) await services.files.delete(name)
  return { consent: shown }
}
