import type { ReactNode } from 'react'
import { brand } from '@hola/core/brand.ts'
import {
  authorities,
  COMPLAINT_ANSWER_BUSINESS_DAYS,
  DATA_ACCESS_ANSWER_DAYS,
  DATA_CHANGE_ANSWER_BUSINESS_DAYS,
} from '@hola/core/consumer.ts'
import { WITHDRAWAL_BUSINESS_DAYS } from '@hola/core/loan/withdrawal.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { linkOutside } from '../../shared/device/link-outside.ts'
import { linkTo, linkToTab } from '../../lib/link.ts'
import { usePage, usePageTitle } from '../../router/page-context.ts'
import { Card } from '@hola/ui/layout/card.tsx'
import {
  bankIcon,
  chatIcon,
  docIcon,
  editIcon,
  helpIcon,
  mailIcon,
  phoneIcon,
  shieldIcon,
} from '@hola/ui/layout/icons.ts'
import { Question } from '@hola/ui/controls/question.tsx'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { ConsumerPage } from './consumer-page.tsx'
import css from './consumer.module.css'
import { pageUrls } from './request.ts'

const { whatsapp, phone, email, hours } = brand.support

/** As links want a number: its digits alone. */
const digitsOf = (number: string): string => number.replaceAll(/\D/g, '')

/** A person to talk to, answers that need none, and the complaint. */
export function CustomServiceScreen(): ReactNode {
  useLocale()
  const { view } = usePage().query
  if (view === 'complaint') return <Complaint />
  return view === 'data_access' || view === 'data_change' ? <DataRequest kind={view} /> : <Contact />
}

function Contact(): ReactNode {
  return (
    <div className={css.page}>
      <Card title={m.consumer_service_contact()}>
        <div className={css.contact}>
          <p className={css.soft}>{m.consumer_service_hours({ from: hours.fromHour, to: hours.toHour })}</p>
          <RowList>
            <Row
              icon={chatIcon}
              title={m.consumer_service_whatsapp()}
              detail={whatsapp}
              {...linkOutside(`https://wa.me/${digitsOf(whatsapp)}`)}
            />
            <Row
              icon={phoneIcon}
              title={m.consumer_service_phone()}
              detail={phone}
              {...linkOutside(`tel:${digitsOf(phone)}`)}
            />
            <Row icon={mailIcon} title={m.consumer_service_mail()} detail={email} {...linkOutside(`mailto:${email}`)} />
          </RowList>
        </div>
      </Card>
      <Questions />
      <Card title={m.consumer_service_complain()}>
        <div className={css.contact}>
          <p className={css.soft}>{m.consumer_service_complain_text({ days: COMPLAINT_ANSWER_BUSINESS_DAYS })}</p>
          <RowList>
            <Row
              icon={editIcon}
              title={m.consumer_service_complain_row()}
              detail={m.consumer_service_complain_follow()}
              {...linkTo(pageUrls.complaint)}
            />
          </RowList>
        </div>
      </Card>
      <Card title={m.consumer_data()}>
        <div className={css.contact}>
          <p className={css.soft}>{m.consumer_data_text()}</p>
          <RowList>
            <Row icon={docIcon} title={m.consumer_data_access_row()} {...linkTo(pageUrls.data_access)} />
            <Row icon={editIcon} title={m.consumer_data_change_row()} {...linkTo(pageUrls.data_change)} />
          </RowList>
        </div>
      </Card>
      <Further />
    </div>
  )
}

/** What people ask about a loan that they have; the help of Home has what they ask before. */
function Questions(): ReactNode {
  return (
    <Card title={m.consumer_service_questions()}>
      <Question question={m.consumer_service_credited_q()} answer={m.consumer_service_credited_a()}>
        <a {...linkTo('/pages/custom-service/repay_help')}>{m.consumer_service_credited_more()}</a>
      </Question>
      <Question question={m.consumer_service_hard_q()} answer={m.consumer_service_hard_a()}>
        <a {...linkToTab('/pages/my-loan/my-loan')}>{m.consumer_service_my_loan()}</a>
      </Question>
      <Question question={m.consumer_service_transfer_q()} answer={m.consumer_service_transfer_a()}>
        <a {...linkToTab('/pages/my-loan/my-loan')}>{m.consumer_service_my_loan()}</a>
      </Question>
      <Question
        question={m.consumer_service_regret_q()}
        answer={m.consumer_service_regret_a({ days: WITHDRAWAL_BUSINESS_DAYS })}
      >
        <a {...linkTo(pageUrls.regret)}>{m.consumer_service_regret_more()}</a>
      </Question>
      <Question question={m.consumer_service_code_q()} answer={m.consumer_service_code_a({ brand: brand.name })} />
      <div className={css.more}>
        <RowList>
          <Row
            icon={helpIcon}
            title={m.consumer_service_more_questions()}
            {...linkTo('/pages/index/home-components/home-help')}
          />
        </RowList>
      </div>
    </Card>
  )
}

/** Who else listens, free of charge, whatever we have answered. */
function Further(): ReactNode {
  return (
    <Card title={m.consumer_service_further()}>
      <div className={css.contact}>
        <p className={css.soft}>{m.consumer_service_further_text()}</p>
        <RowList>
          <Row
            icon={shieldIcon}
            title={m.consumer_service_defence()}
            detail={m.consumer_service_defence_text()}
            {...linkOutside(authorities.consumerDefence)}
          />
          <Row
            icon={bankIcon}
            title={m.consumer_service_bank()}
            detail={m.consumer_service_bank_text({ days: COMPLAINT_ANSWER_BUSINESS_DAYS })}
            {...linkOutside(authorities.centralBank)}
          />
          <Row
            icon={docIcon}
            title={m.consumer_service_contracts()}
            {...linkTo('/pages/policy/policy?type=adhesion')}
          />
        </RowList>
      </div>
    </Card>
  )
}

function Complaint(): ReactNode {
  usePageTitle(m.consumer_service_complain())
  return (
    <ConsumerPage
      kind="complaint"
      lead={m.consumer_complaint_lead()}
      facts={[
        m.consumer_complaint_number(),
        m.consumer_complaint_time({ days: COMPLAINT_ANSWER_BUSINESS_DAYS }),
        m.consumer_complaint_free(),
      ]}
    />
  )
}

/** What the law on personal data lets her ask for, for whoever cannot do it in "my data". */
function DataRequest({ kind }: { kind: 'data_access' | 'data_change' }): ReactNode {
  const isAccess = kind === 'data_access'
  usePageTitle(isAccess ? m.consumer_kind_data_access() : m.consumer_kind_data_change())
  return (
    <ConsumerPage
      key={kind}
      kind={kind}
      lead={isAccess ? m.consumer_data_access_lead() : m.consumer_data_change_lead()}
      facts={[
        m.consumer_complaint_number(),
        isAccess
          ? m.consumer_data_access_time({ days: DATA_ACCESS_ANSWER_DAYS })
          : m.consumer_data_change_time({ days: DATA_CHANGE_ANSWER_BUSINESS_DAYS }),
        m.consumer_complaint_free(),
      ]}
    />
  )
}
