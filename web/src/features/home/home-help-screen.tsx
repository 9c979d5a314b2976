import type { ReactNode } from 'react'
import { APPROVAL_VALID_MS, REFUSAL_RETRY_DAYS, REVIEW_ABOUT_MS } from '@hola/core/constants.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatUnit, formatUnits } from '@hola/i18n/format.ts'
import { useLocale } from '@hola/i18n/locale.ts'
import { linkTo } from '../../lib/link.ts'
import { spanOf } from '../../lib/span.ts'
import { WITHDRAWAL_BUSINESS_DAYS } from '@hola/core/loan/withdrawal.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { chatIcon } from '@hola/ui/layout/icons.ts'
import { Question } from '@hola/ui/controls/question.tsx'
import css from './home-help-screen.module.css'
import page from './page.module.css'

/** The questions people ask before they trust a lender, answered without a call to anybody. */
export function HomeHelpScreen(): ReactNode {
  useLocale()
  const valid = spanOf(APPROVAL_VALID_MS)
  return (
    <div className={`${page.column} ${page.padded}`}>
      <p className={css.intro}>{m.home_faq_intro()}</p>
      <Card>
        <Question as="h2" question={m.home_faq_cost_q()} answer={m.home_faq_cost_a()}>
          <a {...linkTo('/pages/product/product')}>{m.home_faq_see_products()}</a>
        </Question>
        <Question as="h2" question={m.home_faq_need_q()} answer={m.home_faq_need_a()}>
          <a {...linkTo('/pages/index/init-state/init-state')}>{m.home_faq_how_to_apply()}</a>
        </Question>
        <Question
          as="h2"
          question={m.home_faq_answer_q()}
          answer={m.home_faq_answer_a({
            review: formatUnit(REVIEW_ABOUT_MS / 60_000, 'minute'),
            valid: formatUnits([
              [valid.days, 'day'],
              [valid.hours, 'hour'],
              [valid.minutes, 'minute'],
              [valid.seconds, 'second'],
            ]),
          })}
        />
        <Question as="h2" question={m.home_faq_money_q()} answer={m.home_faq_money_a()} />
        <Question
          as="h2"
          question={m.home_faq_refused_q()}
          answer={m.home_faq_refused_a({ days: REFUSAL_RETRY_DAYS })}
        />
        <Question as="h2" question={m.home_faq_early_q()} answer={m.home_faq_early_a()} />
        <Question as="h2" question={m.home_faq_late_q()} answer={m.home_faq_late_a()}>
          <a {...linkTo('/pages/product/product')}>{m.home_faq_see_products()}</a>
        </Question>
        <Question
          as="h2"
          question={m.home_faq_regret_q()}
          answer={m.home_faq_regret_a({ days: WITHDRAWAL_BUSINESS_DAYS })}
        >
          <a {...linkTo('/pages/consumer/regret')}>{m.home_regret()}</a>
        </Question>
        <Question as="h2" question={m.home_faq_data_q()} answer={m.home_faq_data_a()}>
          <a {...linkTo('/pages/privacy/privacy')}>{m.home_faq_my_data()}</a>
        </Question>
        <Question as="h2" question={m.home_faq_complain_q()} answer={m.home_faq_complain_a()}>
          <a {...linkTo('/pages/custom-service/custom-service')}>{m.home_faq_ask_person()}</a>
        </Question>
      </Card>
      <ButtonLink kind="secondary" icon={chatIcon} {...linkTo('/pages/custom-service/custom-service')}>
        {m.home_faq_ask_person()}
      </ButtonLink>
    </div>
  )
}
