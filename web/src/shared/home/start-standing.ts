import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { stepUrls } from './step-urls.ts'
import type { Standing } from './standing.ts'

/** Where somebody stands who has typed nothing yet. */
export const startStanding = (): Standing => ({
  title: m.home_init_title(),
  text: m.home_init_text(),
  action: { name: m.home_start(), ...linkTo(stepUrls.basic) },
})
