import type { WorkKind } from '@hola/core/desk-contract/queue.ts'
import type { Power, StaffRole } from '@hola/core/desk-contract/roles.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { caseCode, personCode } from '@hola/core/desk-contract/codes.ts'
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
import type { SignedIn } from '../lib/session.ts'
import type { LazyView } from './lazy-view.tsx'
import { lazyView } from './lazy-view.tsx'

export type DeskPage = {
  readonly path: string
  /** Who sees it: nobody else is shown that it exists. */
  readonly power: Power
  readonly name: () => string
  readonly group: () => string
  readonly icon: IconShape
  /** After G. */
  readonly letter: string
  readonly view: LazyView<{ readonly me: SignedIn }>
  /** Of how much of the queue the rail shows the number beside it. */
  readonly badge?: WorkKind | 'all'
  /** One of the things that the page lists, at `<path>/<id>`; `name` says which, above it. */
  readonly record?: {
    readonly name: (id: string) => string
    readonly view: LazyView<{ readonly me: SignedIn; readonly id: string }>
  }
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
    view: lazyView(
      () => import('../pages/today/today.tsx'),
      ({ TodayPage }, { me }) => <TodayPage me={me} paths={pathsOf(me.role)} />,
    ),
  },
  {
    path: '/cases',
    power: 'see_cases',
    name: m.desk_queue_page_cases,
    group: m.desk_group_work,
    icon: idIcon,
    letter: 'c',
    badge: 'case',
    view: lazyView(
      () => import('../pages/cases/cases.tsx'),
      ({ CasesPage }, { me }) => <CasesPage me={me} />,
    ),
    record: {
      name: (id) => m.desk_queue_name_case({ reference: caseCode(id) }),
      view: lazyView(
        () => import('../pages/cases/case.tsx'),
        ({ CasePage }, { me, id }) => <CasePage me={me} caseId={id} />,
      ),
    },
  },
  {
    path: '/people',
    power: 'see_people',
    name: m.desk_people_page,
    group: m.desk_group_work,
    icon: userIcon,
    letter: 'p',
    view: lazyView(
      () => import('../pages/people/people-page.tsx'),
      ({ PeoplePage }) => <PeoplePage />,
    ),
    record: {
      name: personCode,
      view: lazyView(
        () => import('../pages/people/person-page.tsx'),
        ({ PersonPage }, { me, id }) => <PersonPage me={me} userId={id} />,
      ),
    },
  },
  {
    path: '/loans',
    power: 'see_loans',
    name: m.desk_people_loans,
    group: m.desk_group_work,
    icon: loansIcon,
    letter: 'l',
    view: lazyView(
      () => import('../pages/loans/loans-page.tsx'),
      ({ LoansPage }) => <LoansPage />,
    ),
    record: {
      name: (id) => id,
      view: lazyView(
        () => import('../pages/loans/loan-page.tsx'),
        ({ LoanPage }, { me, id }) => <LoanPage me={me} orderNumber={id} />,
      ),
    },
  },
  {
    path: '/payouts',
    power: 'see_money',
    name: m.desk_money_page_payouts,
    group: m.desk_group_work,
    icon: shareIcon,
    letter: 'd',
    badge: 'payout',
    view: lazyView(
      () => import('../pages/payouts.tsx'),
      ({ PayoutsPage }, { me }) => <PayoutsPage me={me} />,
    ),
    record: {
      name: (id) => id,
      view: lazyView(
        () => import('../pages/payouts.tsx'),
        ({ PayoutsPage }, { me, id }) => <PayoutsPage me={me} chosen={id} />,
      ),
    },
  },
  {
    path: '/receipts',
    power: 'see_money',
    name: m.desk_money_page_receipts,
    group: m.desk_group_work,
    icon: downloadIcon,
    letter: 'o',
    badge: 'suspense',
    view: lazyView(
      () => import('../pages/receipts/receipts-page.tsx'),
      ({ ReceiptsPage }, { me }) => <ReceiptsPage me={me} />,
    ),
    record: {
      // Which provider it was stands beside it.
      name: (id) => id.slice(id.indexOf('/') + 1),
      view: lazyView(
        () => import('../pages/receipts/receipts-page.tsx'),
        ({ ReceiptsPage }, { me, id }) => <ReceiptsPage me={me} chosen={id} />,
      ),
    },
  },
  {
    path: '/arrears',
    power: 'see_loans',
    name: m.desk_care_page_arrears,
    group: m.desk_group_work,
    icon: clockIcon,
    letter: 'm',
    view: lazyView(
      () => import('../pages/arrears/arrears-page.tsx'),
      ({ ArrearsPage }, { me }) => <ArrearsPage me={me} />,
    ),
  },
  {
    path: '/requests',
    power: 'see_requests',
    name: m.desk_care_page_requests,
    group: m.desk_group_work,
    icon: chatIcon,
    letter: 'r',
    badge: 'request',
    view: lazyView(
      () => import('../pages/requests/requests-page.tsx'),
      ({ RequestsPage }) => <RequestsPage />,
    ),
    record: {
      name: (number) => number,
      view: lazyView(
        () => import('../pages/requests/request-page.tsx'),
        ({ RequestPage }, { me, id }) => <RequestPage key={id} me={me} number={id} />,
      ),
    },
  },
  {
    path: '/reconciliation',
    power: 'see_money',
    name: m.desk_money_page_reconciliation,
    group: m.desk_group_work,
    icon: bankIcon,
    letter: 'n',
    badge: 'difference',
    view: lazyView(
      () => import('../pages/reconciliation.tsx'),
      ({ ReconciliationPage }, { me }) => <ReconciliationPage me={me} />,
    ),
    record: {
      name: (id) => id,
      view: lazyView(
        () => import('../pages/reconciliation.tsx'),
        ({ ReconciliationPage }, { me, id }) => <ReconciliationPage me={me} chosen={id} />,
      ),
    },
  },
  {
    path: '/jobs',
    power: 'see_money',
    name: m.desk_money_page_jobs,
    group: m.desk_group_work,
    icon: alertIcon,
    letter: 't',
    badge: 'job',
    view: lazyView(
      () => import('../pages/jobs.tsx'),
      ({ JobsPage }, { me }) => <JobsPage me={me} />,
    ),
    record: {
      name: (id) => id.slice(0, 8),
      view: lazyView(
        () => import('../pages/jobs.tsx'),
        ({ JobsPage }, { me, id }) => <JobsPage me={me} chosen={id} />,
      ),
    },
  },
  {
    path: '/proposals',
    power: 'see_proposals',
    name: m.desk_page_proposals,
    group: m.desk_group_work,
    icon: signIcon,
    letter: 'f',
    badge: 'proposal',
    view: lazyView(
      () => import('../pages/proposals.tsx'),
      ({ ProposalsPage }, { me }) => <ProposalsPage me={me} />,
    ),
  },
  {
    path: '/products',
    power: 'see_money',
    name: m.desk_money_page_products,
    group: m.desk_group_business,
    icon: slidersIcon,
    letter: 'u',
    view: lazyView(
      () => import('../pages/products/products-page.tsx'),
      ({ ProductsPage }, { me }) => <ProductsPage me={me} />,
    ),
  },
  {
    path: '/portfolio',
    power: 'see_portfolio',
    name: m.desk_book_page,
    group: m.desk_group_business,
    icon: chartIcon,
    letter: 'k',
    view: lazyView(
      () => import('../pages/portfolio/portfolio.tsx'),
      ({ PortfolioPage }) => <PortfolioPage />,
    ),
  },
  {
    path: '/switches',
    power: 'be_signed_in',
    name: m.desk_care_page_switches,
    group: m.desk_group_business,
    icon: slidersIcon,
    letter: 'i',
    view: lazyView(
      () => import('../pages/switches.tsx'),
      ({ SwitchesPage }, { me }) => <SwitchesPage me={me} />,
    ),
  },
  {
    path: '/acts',
    power: 'see_acts',
    name: m.desk_page_acts,
    group: m.desk_group_record,
    icon: shieldIcon,
    letter: 'a',
    view: lazyView(
      () => import('../pages/acts.tsx'),
      ({ ActsPage }) => <ActsPage />,
    ),
  },
  {
    path: '/exports',
    power: 'see_portfolio',
    name: m.desk_book_exports_page,
    group: m.desk_group_record,
    icon: downloadIcon,
    letter: 'x',
    view: lazyView(
      () => import('../pages/exports.tsx'),
      ({ ExportsPage }, { me }) => <ExportsPage me={me} />,
    ),
  },
  {
    path: '/staff',
    power: 'see_staff',
    name: m.desk_page_staff,
    group: m.desk_group_record,
    icon: peopleIcon,
    letter: 'e',
    view: lazyView(
      () => import('../pages/staff.tsx'),
      ({ StaffPage }, { me }) => <StaffPage me={me} />,
    ),
  },
  {
    path: '/session',
    power: 'be_signed_in',
    name: m.desk_page_session,
    group: m.desk_group_you,
    icon: userIcon,
    letter: 's',
    view: lazyView(
      () => import('../pages/my-session.tsx'),
      ({ MySessionPage }, { me }) => <MySessionPage me={me} />,
    ),
  },
]

/** Which pages a role has, and whether each has a page for one record. */
const pathsOf = (role: StaffRole): ReadonlyMap<string, boolean> =>
  new Map(pagesOf(role).map(({ path, record }) => [path, record !== undefined]))

export const pagesOf = (role: StaffRole): readonly DeskPage[] => pages.filter(({ power }) => may(role, power))
