import { registry } from '../registry.ts'
import { bcra } from './bcra.ts'
import type { Bureau, BureauMeans } from './port.ts'
import { sandbox } from './sandbox.ts'

/** Who can tell what a person owes elsewhere. */
export const bureauRegistry = registry<BureauMeans, Bureau>({
  setting: 'BUREAU',
  meaning: 'who tells what a person owes elsewhere: sandbox goes by the DNI',
  need: 'a bureau that knows real people',
  adapters: [sandbox, bcra],
})
