import type { GenderId } from '@hola/core/application/option-ids.ts'
import { NAME_LENGTH_MAX } from '@hola/core/identifiers/person-name.ts'
import type { Sealer } from '../../platform/sealed/public.ts'
import type { BarcodeReading } from './dni-barcode.ts'
import type { PhotoKind } from './images.ts'
import type { Person, Sex } from './person.ts'
import { openReading } from './reading.ts'
import type { MrzReading } from './td1.ts'

// What was read of an ID card, in the values of the form.

export const cardSides = ['front', 'back'] as const

/** Both sides of a card, as far as they were read. */
export type Card = { readonly mrz: MrzReading | null; readonly barcode: BarcodeReading | null }

type ReadPhoto = { readonly kind: PhotoKind; readonly uploadId: string; readonly sealedReading: Buffer }

/** What is known of the card so far: each side speaks as soon as it is read. */
export const openCard = (sealer: Sealer, userId: string, read: readonly ReadPhoto[]): Card => {
  const frontPhoto = read.find(({ kind }) => kind === 'front')
  const backPhoto = read.find(({ kind }) => kind === 'back')
  const front = frontPhoto && openReading(sealer, userId, 'front', frontPhoto)
  const back = backPhoto && openReading(sealer, userId, 'back', backPhoto)
  return { mrz: back?.ok === true ? back.mrz : null, barcode: front?.ok === true ? front.barcode : null }
}

/**
 * The better reading of a card: a barcode is read without fault or not at all and has whole names with their accents,
 * while sex and names of the machine-readable lines have no check digit of their own. `namesCut` says that a name filled
 * its line and may go on.
 */
export const bestOf = ({ mrz, barcode }: Card): { readonly person: Person; readonly namesCut: boolean } | null => {
  if (barcode !== null) return { person: barcode, namesCut: false }
  return mrz && { person: mrz, namesCut: mrz.namesTruncated }
}

export const genders: Readonly<Record<Sex, GenderId>> = { F: 'f', M: 'm', X: 'x' }

const particles = new Set(['de', 'del', 'la', 'las', 'los', 'y'])

/** Cards have names in capitals; people do not write themselves so: MARIA DE LOS ANGELES is Maria de los Angeles. */
export const writtenName = (capitals: string): string =>
  capitals
    .replaceAll(/[’`´]/g, "'")
    .replaceAll(/[^\p{L}\p{M}' -]/gu, ' ')
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .map((word, index) =>
      index > 0 && particles.has(word)
        ? word
        : word.replaceAll(/(^|['-])\p{L}/gu, (beginning) => beginning.toUpperCase()),
    )
    .join(' ')
    .slice(0, NAME_LENGTH_MAX)
