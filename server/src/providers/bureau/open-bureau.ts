import type { Clock } from '@hola/core/clock.ts'
import { bcraBureau } from './bcra.ts'
import type { Bureau } from './port.ts'
import { sandboxBureau } from './sandbox.ts'
import type { BureauProvider } from './settings.ts'

/** The bureau that the settings name. */
export const openBureau = (settings: BureauProvider, ground: { readonly clock: Clock }): Bureau =>
  settings.provider === 'bcra' ? bcraBureau(settings) : sandboxBureau(ground)
