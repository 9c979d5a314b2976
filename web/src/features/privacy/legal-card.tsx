import type { ReactNode } from 'react'
import { ACCESS_LEGEND, AUTHORITY_LEGEND } from '@hola/core/agreement/legends.ts'
import { ACCESS_DAYS, CORRECTION_BUSINESS_DAYS } from '@hola/core/privacy.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { Card } from '@hola/ui/layout/card.tsx'
import { chatIcon, docIcon } from '@hola/ui/layout/icons.ts'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import css from './privacy.module.css'

/** What the law gives her, and its two legends word for word, in the language that it wants them in. */
export function LegalCard(): ReactNode {
  return (
    <Card title={m.privacy_rights()}>
      <div className={css.stack}>
        <p className={css.soft}>
          {m.privacy_rights_text({ access: ACCESS_DAYS, correction: CORRECTION_BUSINESS_DAYS })}
        </p>
        <div className={css.legends} lang="es-AR">
          <p className={css.legend}>{ACCESS_LEGEND}</p>
          <p className={css.legend}>{AUTHORITY_LEGEND}</p>
        </div>
        <RowList>
          <Row icon={docIcon} title={m.privacy_rights_policy()} {...linkTo('/pages/policy/policy?type=privacy')} />
          <Row icon={chatIcon} title={m.privacy_rights_person()} {...linkTo('/pages/custom-service/custom-service')} />
        </RowList>
      </div>
    </Card>
  )
}
