import type { Frozen } from '@hola/core/stored/versions.ts'
import type { SavedBasic } from '@hola/core/stored/steps.ts'
import { keptIdentity } from '@hola/core/stored/person.ts'
import { findApplicant } from '../../person/application/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { listAllFiles } from '../../person/identity/public.ts'
import type { AssociatedData } from '../../platform/sealed/public.ts'
import type { Services } from '../services.ts'

export const associatedDataOf = (userId: string, column: 'sealed_owner' | 'sealed_identity'): AssociatedData => ({
  table: 'erasure',
  column,
  row: [userId],
})

/** What a lender has to know of whoever it lent to: who she is, how she was reached, what she lives on, her DNI. */
type Identity = Frozen<ReturnType<typeof keptIdentity.read>>

/** The least of it: neither the selfie nor the contacts, and none of the answers about money. */
export const identityOf = async (tx: Tx, services: Services, userId: string): Promise<Identity> => {
  const { steps, addresses } = await findApplicant(tx, services, userId)
  const card: Identity['card'][number][] = []
  for (const { kind, fileName } of await listAllFiles(tx, userId))
    if (kind !== 'selfie') card.push({ kind, jpeg_base64: (await services.files.get(fileName)).toString('base64') })
  return { person: steps.basic === null ? null : personOf(steps.basic.info), addresses, card }
}

export const sealIdentity = ({ sealer }: Pick<Services, 'sealer'>, userId: string, identity: Identity): Buffer =>
  sealer.seal(keptIdentity.writeText(identity), associatedDataOf(userId, 'sealed_identity'))

export const openIdentity = ({ sealer }: Pick<Services, 'sealer'>, userId: string, sealed: Buffer): Identity =>
  keptIdentity.readText(sealer.open(sealed, associatedDataOf(userId, 'sealed_identity')).toString())

const personOf = ({
  first_name,
  last_name,
  national_id_number,
  cuil,
  birth_day,
  gender_id,
  address,
  industry_id,
}: SavedBasic): NonNullable<Identity['person']> => ({
  first_name,
  last_name,
  national_id_number,
  cuil,
  birth_day,
  gender_id,
  address,
  industry_id,
})
