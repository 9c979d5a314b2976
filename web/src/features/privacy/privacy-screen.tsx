import { useState, type ReactNode } from 'react'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { linkTo } from '../../lib/link.ts'
import { useSession } from '../../lib/session.ts'
import { usePage } from '../../router/page-context.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { EraseAccount } from './erase-account.tsx'
import { Erased } from './erased.tsx'
import { Facts } from './facts.tsx'
import { LegalCard } from './legal-card.tsx'
import { MyData } from './my-data.tsx'
import css from './privacy.module.css'

/** A person's own data: all of it, or with `view=erase` the way out. A guest reads what she could do here. */
export function PrivacyScreen(): ReactNode {
  useLocale()
  const { isLogged } = useSession()
  const isErasing = usePage().query['view'] === 'erase'
  // Held here, since with the account the session is gone.
  const [erased, setErased] = useState<RetOf<'privacy/erase'>>()
  return (
    <div className={css.page} data-columns>
      {erased ? (
        <Erased erased={erased} />
      ) : !isLogged ? (
        <Guest />
      ) : isErasing ? (
        <EraseAccount onErased={setErased} />
      ) : (
        <MyData />
      )}
    </div>
  )
}

function Guest(): ReactNode {
  const back = encodeURIComponent('/pages/privacy/privacy')
  return (
    <>
      <EmptyState
        drawing="padlock"
        title={m.privacy_guest_title()}
        text={m.privacy_guest_text()}
        action={
          <ButtonLink {...linkTo(`/pages/account/get-code-page/get-code-page?back=${back}`)}>
            {m.privacy_guest_log_in()}
          </ButtonLink>
        }
      />
      <Card title={m.privacy_guest_can()}>
        <Facts
          facts={[
            m.privacy_guest_see(),
            m.privacy_guest_consents(),
            m.privacy_guest_log(),
            m.privacy_guest_copy(),
            m.privacy_guest_erase(),
          ]}
        />
      </Card>
      <LegalCard />
    </>
  )
}
