import type { WorkKind } from '@hola/core/desk-contract/queue.ts'
import type { Power, StaffRole } from '@hola/core/desk-contract/roles.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import type { IconShape } from '@hola/ui/layout/icon.tsx'
import {
  alertIcon,
  bankIcon,
  chartIcon,
  chatIcon,
  clockIcon,
  downloadIcon,
  homeIcon,
  idIcon,
  loansIcon,
  peopleIcon,
  shareIcon,
  shieldIcon,
  signIcon,
  slidersIcon,
  userIcon,
} from '@hola/ui/layout/icons.ts'
import type { ReactNode } from 'react'
import type { SignedIn } from '../lib/session.ts'
import { ActsPage } from '../pages/acts.tsx'
import { CasePage } from '../pages/cases/case.tsx'
import { CasesPage } from '../pages/cases/cases.tsx'
import { JobsPage } from '../pages/jobs.tsx'
import { MySessionPage } from '../pages/my-session.tsx'
import { PayoutsPage } from '../pages/payouts.tsx'
import { ProductsPage } from '../pages/products/products-page.tsx'
import { ProposalsPage } from '../pages/proposals.tsx'
import { ReceiptsPage } from '../pages/receipts/receipts-page.tsx'
import { ReconciliationPage } from '../pages/reconciliation.tsx'
import { LoanPage } from '../pages/loans/loan-page.tsx'
import { LoansPage } from '../pages/loans/loans-page.tsx'
import { codeOf } from '../pages/people/code.ts'
import { PeoplePage } from '../pages/people/people-page.tsx'
import { PersonPage } from '../pages/people/person-page.tsx'
import { ArrearsPage } from '../pages/arrears/arrears-page.tsx'
import { ExportsPage } from '../pages/exports.tsx'
import { PortfolioPage } from '../pages/portfolio/portfolio.tsx'
import { RequestPage } from '../pages/requests/request-page.tsx'
import { RequestsPage } from '../pages/requests/requests-page.tsx'
import { StaffPage } from '../pages/staff.tsx'
import { SwitchesPage } from '../pages/switches.tsx'
import { TodayPage } from '../pages/today/today.tsx'

export type DeskPage = {
  readonly path: string
  /** Who sees it: nobody else is shown that it exists. */
  readonly power: Power
  readonly name: () => string
  readonly group: () => string
  readonly icon: IconShape
  /** After G. */
  readonly letter: string
  readonly view: (me: SignedIn) => ReactNode
  /** Of how much of the queue the rail shows the number beside it. */
  readonly badge?: WorkKind | 'all'
  /** One of the things that the page lists, at `<path>/<id>`; `name` says which, above it. */
  readonly record?: { readonly name: (id: string) => string; readonly view: (me: SignedIn, id: string) => ReactNode }
}

/** Every page of the desk, in the order of the rail. The first that a role sees is where it begins. */
const pages: readonly DeskPage[] = [
  {
    path: '/today',
    power: 'see_queue',
    name: m.desk_queue_page,
    group: m.desk_group_work,
    icon: homeIcon,
    letter: 'h',
    badge: 'all',
    view: (me) => <TodayPage me={me} paths={pathsOf(me.role)} />,
  },
  {
    path: '/cases',
    power: 'see_cases',
    name: m.desk_queue_page_cases,
    group: m.desk_group_work,
    icon: idIcon,
    letter: 'c',
    badge: 'case',
    view: (me) => <CasesPage me={me} />,
    record: {
      name: (id) => m.desk_queue_name_case({ reference: id.slice(0, 8) }),
      view: (me, id) => <CasePage me={me} caseId={id} />,
    },
  },
  {
    path: '/people',
    power: 'see_people',
    name: m.desk_people_page,
    group: m.desk_group_work,
    icon: userIcon,
    letter: 'p',
    view: () => <PeoplePage />,
    record: { name: codeOf, view: (me, id) => <PersonPage me={me} userId={id} /> },
  },
  {
    path: '/loans',
    power: 'see_loans',
    name: m.desk_people_loans,
    group: m.desk_group_work,
    icon: loansIcon,
    letter: 'l',
    view: () => <LoansPage />,
    record: { name: (id) => id, view: (me, id) => <LoanPage me={me} orderNumber={id} /> },
  },
  {
    path: '/payouts',
    power: 'see_money',
    name: m.desk_money_page_payouts,
    group: m.desk_group_work,
    icon: shareIcon,
    letter: 'd',
    badge: 'payout',
    view: (me) => <PayoutsPage me={me} />,
    record: { name: (id) => id, view: (me, id) => <PayoutsPage me={me} chosen={id} /> },
  },
  {
    path: '/receipts',
    power: 'see_money',
    name: m.desk_money_page_receipts,
    group: m.desk_group_work,
    icon: downloadIcon,
    letter: 'o',
    badge: 'suspense',
    view: (me) => <ReceiptsPage me={me} />,
    record: { name: (id) => id, view: (me, id) => <ReceiptsPage me={me} chosen={id} /> },
  },
  {
    path: '/arrears',
    power: 'see_loans',
    name: m.desk_care_page_arrears,
    group: m.desk_group_work,
    icon: clockIcon,
    letter: 'm',
    view: (me) => <ArrearsPage me={me} />,
  },
  {
    path: '/requests',
    power: 'see_requests',
    name: m.desk_care_page_requests,
    group: m.desk_group_work,
    icon: chatIcon,
    letter: 'r',
    badge: 'request',
    view: () => <RequestsPage />,
    record: { name: (number) => number, view: (me, number) => <RequestPage key={number} me={me} number={number} /> },
  },
  {
    path: '/reconciliation',
    power: 'see_money',
    name: m.desk_money_page_reconciliation,
    group: m.desk_group_work,
    icon: bankIcon,
    letter: 'n',
    badge: 'difference',
    view: (me) => <ReconciliationPage me={me} />,
    record: { name: (id) => id, view: (me, id) => <ReconciliationPage me={me} chosen={id} /> },
  },
  {
    path: '/jobs',
    power: 'see_money',
    name: m.desk_money_page_jobs,
    group: m.desk_group_work,
    icon: alertIcon,
    letter: 't',
    badge: 'job',
    view: (me) => <JobsPage me={me} />,
    record: { name: (id) => id.slice(0, 8), view: (me, id) => <JobsPage me={me} chosen={id} /> },
  },
  {
    path: '/proposals',
    power: 'see_proposals',
    name: m.desk_page_proposals,
    group: m.desk_group_work,
    icon: signIcon,
    letter: 'f',
    badge: 'proposal',
    view: (me) => <ProposalsPage me={me} />,
  },
  {
    path: '/products',
    power: 'see_money',
    name: m.desk_money_page_products,
    group: m.desk_group_business,
    icon: slidersIcon,
    letter: 'u',
    view: (me) => <ProductsPage me={me} />,
  },
  {
    path: '/portfolio',
    power: 'see_portfolio',
    name: m.desk_book_page,
    group: m.desk_group_business,
    icon: chartIcon,
    letter: 'k',
    view: () => <PortfolioPage />,
  },
  {
    path: '/switches',
    power: 'be_signed_in',
    name: m.desk_care_page_switches,
    group: m.desk_group_business,
    icon: slidersIcon,
    letter: 'i',
    view: (me) => <SwitchesPage me={me} />,
  },
  {
    path: '/acts',
    power: 'see_acts',
    name: m.desk_page_acts,
    group: m.desk_group_record,
    icon: shieldIcon,
    letter: 'a',
    view: () => <ActsPage />,
  },
  {
    path: '/exports',
    power: 'see_portfolio',
    name: m.desk_book_exports_page,
    group: m.desk_group_record,
    icon: downloadIcon,
    letter: 'x',
    view: (me) => <ExportsPage me={me} />,
  },
  {
    path: '/staff',
    power: 'see_staff',
    name: m.desk_page_staff,
    group: m.desk_group_record,
    icon: peopleIcon,
    letter: 'e',
    view: (me) => <StaffPage me={me} />,
  },
  {
    path: '/session',
    power: 'be_signed_in',
    name: m.desk_page_session,
    group: m.desk_group_you,
    icon: userIcon,
    letter: 's',
    view: (me) => <MySessionPage me={me} />,
  },
]

/** Which pages a role has, and whether each has a page for one record. */
const pathsOf = (role: StaffRole): ReadonlyMap<string, boolean> =>
  new Map(pagesOf(role).map(({ path, record }) => [path, record !== undefined]))

export const pagesOf = (role: StaffRole): readonly DeskPage[] => pages.filter(({ power }) => may(role, power))
