import { brand } from '@hola/core/brand.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import type { ContactTemplate } from '@hola/core/contact.ts'
import { AGENCY_NOTICE_DAYS, PROMISE_DAYS_MAX } from '@hola/core/contact.ts'
import type { Centavos } from '@hola/core/money.ts'
import { writtenDay } from '@hola/core/written.ts'
import { say } from '@hola/i18n/words.ts'
import type { Around } from '../reminder/public.ts'
import { inPlainSpaces, messageOf } from '../reminder/public.ts'

/** What a text about a late loan says of it. */
export type ContactWordsFacts = {
  readonly orderNumber: string
  readonly dueDay: CivilDay
  /** To pay everything today. */
  readonly payoff: Centavos
}

/** The words of a template as she will read them: always the same ones, and always how to have no more of them. */
export const contactWords = (
  template: ContactTemplate,
  { orderNumber, dueDay, payoff }: ContactWordsFacts,
  { language, channel, publicUrl }: Around,
): { readonly subject: string; readonly text: string } => {
  const filled = {
    number: orderNumber,
    day: writtenDay(dueDay),
    payoff: inPlainSpaces(payoff),
    email: brand.support.email,
    days: String(template === 'pause' ? PROMISE_DAYS_MAX : AGENCY_NOTICE_DAYS),
  }
  return {
    subject: say(`desk_care_text_${template}_subject`, language, filled),
    text: messageOf(
      [
        say('desk_care_text_owed', language, filled),
        say(`desk_care_text_${template}`, language, filled),
        say('desk_care_text_paid', language),
        // Last, so that nothing sticks to the address.
        say('desk_care_text_stop', language, { address: publicUrl }),
      ],
      channel,
    ),
  }
}
