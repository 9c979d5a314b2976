import { useMemo, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { linkTo, linkToTab } from '../../lib/link.ts'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import { useRemote } from '../../lib/use-remote.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { chatIcon, refreshIcon } from '@hola/ui/layout/icons.ts'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { MethodDrawing } from './method-drawing.tsx'
import { MethodMark } from './method-mark.tsx'
import { MethodSteps } from './method-steps.tsx'
import css from './repay-page.module.css'

/** Every way to pay, explained to anybody: a drawing, the steps, and how long it takes. */
export function RepayHelpScreen(): ReactNode {
  useLocale()
  const { remote, refresh } = useRemote(
    'app/get_pay_option',
    useMemo(() => ({}), []),
  )
  if (remote.status === 'loading')
    return (
      <section className={css.page} aria-busy="true" aria-label={m.repay_help_loading()}>
        <Skeleton width="90%" />
        <Card>
          <div className={css.block}>
            <Skeleton shape="block" />
            <Skeleton width="70%" />
            <Skeleton width="90%" />
            <Skeleton width="80%" />
          </div>
        </Card>
      </section>
    )
  if (remote.status === 'failed')
    return (
      <div className={css.page}>
        <EmptyState
          drawing="night"
          title={m.repay_help_failed()}
          text={m.repay_failed_text()}
          action={
            <Button icon={refreshIcon} onClick={() => void refresh()}>
              {m.repay_again()}
            </Button>
          }
        />
      </div>
    )
  const { methods } = remote.data
  return (
    <div className={css.page}>
      <OutdatedNote remote={remote} />
      {methods.length === 0 ? (
        <EmptyState title={m.repay_help_none()} text={m.repay_help_none_text()} />
      ) : (
        <p className={css.lead}>{m.repay_help_intro()}</p>
      )}
      {methods.map((method) => (
        <Card key={method.method_id} title={method.name} aside={<MethodMark method={method} />}>
          <MethodDrawing kind={method.kind} />
          <MethodSteps method={method} />
        </Card>
      ))}
      <Card>
        <RowList>
          <Row icon={chatIcon} title={m.repay_help_ask()} {...linkTo('/pages/custom-service/custom-service')} />
        </RowList>
      </Card>
      <Dock>
        <ButtonLink {...linkToTab('/pages/my-loan/my-loan')}>{m.repay_help_start()}</ButtonLink>
      </Dock>
    </div>
  )
}
