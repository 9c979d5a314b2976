import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import { followHome } from '../../shared/home/follow-home.ts'
import { ConsumerRow } from './consumer-row.tsx'
import type { Home, ReadyHome } from './home-data.ts'
import { LegalFoot } from './legal-foot.tsx'
import page from './page.module.css'

const ConsentsCard = lazyPart(async () => (await import('./consents-card.tsx')).ConsentsCard)

/** The money of a loan has come, and it is not late: nobody in trouble is asked for favours. */
const hasBorrowed = ({ state, active_order: order }: Home): boolean =>
  (state === 'in_repayment' || state === 'cleared') && order !== null && order.paid_out_at !== null
/** Only whoever has something to mend waits for it. */
const CardNote = lazyPart(() => import('../../shared/card-check/card-note.tsx').then((part) => part.CardNote))

const tones = { info: undefined, good: 'good', warning: 'warn' } as const

/** Below the ink of a user's Home: how fresh it is, what the lender has to say, the cards, her rights. */
export function HomeBody({
  home,
  lead,
  children,
}: {
  home: ReadyHome
  /** What comes before anything else that the lender has to say. */
  lead?: ReactNode
  children: ReactNode
}): ReactNode {
  return (
    <div className={`${page.column} ${page.padded}`}>
      <OutdatedNote remote={home} />
      {lead}
      {home.data.card_check && (
        <Suspense>
          <CardNote check={home.data.card_check} onMended={followHome} />
        </Suspense>
      )}
      <Notices notices={home.data.notices} />
      {children}
      {hasBorrowed(home.data) && (
        <Suspense>
          <ConsentsCard />
        </Suspense>
      )}
      <ConsumerRow />
      <LegalFoot />
    </div>
  )
}

function Notices({ notices }: Pick<Home, 'notices'>): ReactNode {
  return notices.map(({ notice_id: id, tone, text }) => (
    <Note key={id} tone={tones[tone]}>
      {text}
    </Note>
  ))
}
