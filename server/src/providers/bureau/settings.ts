import type { SettingsReader } from '../settings-reader.ts'
import { baseUrl, oneOf } from '../settings-reader.ts'
import type { BcraSettings } from './bcra.ts'

/** Who tells what a person owes elsewhere. */
export type BureauProvider = { readonly provider: 'sandbox' } | ({ readonly provider: 'bcra' } & BcraSettings)

const BCRA_URL = 'https://api.bcra.gob.ar/centraldedeudores/v1.0'

/** The rows of the one table of settings that this room reads. */
export const bureauSettingsTable = [
  {
    name: 'BUREAU',
    default: 'sandbox',
    meaning:
      'who tells what a person owes elsewhere: sandbox goes by the DNI; bcra (Central de Deudores) in production',
  },
  { name: 'BCRA_URL', default: BCRA_URL, meaning: 'address of the Central de Deudores with its version' },
] as const

export const readBureauProvider = ({ inProduction, given, read, complain }: SettingsReader): BureauProvider => {
  const chosen = read('BUREAU', oneOf('sandbox', 'bcra'), 'sandbox or bcra') ?? 'sandbox'
  const schemes = inProduction ? ['https:'] : ['https:', 'http:']
  const url = read('BCRA_URL', baseUrl(schemes), `like ${BCRA_URL}`) ?? BCRA_URL
  if (inProduction && chosen === 'sandbox' && (given('BUREAU') ?? 'sandbox') === 'sandbox') {
    const is = given('BUREAU') === undefined ? 'missing' : '"sandbox"'
    complain('BUREAU', `BUREAU is ${is}: production needs a bureau that knows real people, bcra`)
  }
  return chosen === 'bcra' ? { provider: 'bcra', url } : { provider: 'sandbox' }
}
