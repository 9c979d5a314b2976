import { m } from '@hola/i18n/compiled/messages.js'
import type { RouteRow } from '../router/register.ts'

/**
 * The whole route table; a tab has its title here, because the tab bar shows it at once. Home has the path `/` and its old address as an alias. Paths are the specification's, with its
 * spelling. The list is not checked against `RouteRow` here but below: the types of the screens depend on these paths.
 */
export const table = [
  {
    path: '/',
    alias: '/pages/index/index',
    kind: 'tab',
    access: 'guest',
    navBar: false,
    pullToRefresh: true,
    title: () => m.pages_index(),
  },
  {
    path: '/pages/my-loan/my-loan',
    kind: 'tab',
    access: 'guest',
    navBar: true,
    title: () => m.pages_my_loan(),
  },
  {
    path: '/pages/profile/profile',
    kind: 'tab',
    access: 'guest',
    navBar: true,
    title: () => m.pages_profile(),
  },
  {
    path: '/pages/step/step-basic/step-basic',
    kind: 'page',
    access: 'user',
    navBar: true,
  },
  {
    path: '/pages/step/step-social/step-social',
    kind: 'page',
    access: 'user',
    navBar: true,
  },
  {
    path: '/pages/step/step-withdrawal/step-withdrawal',
    kind: 'page',
    access: 'user',
    navBar: true,
  },
  {
    path: '/pages/step/step-withdrawal/step-withdrawal-new',
    kind: 'page',
    access: 'user',
    navBar: true,
  },
  {
    path: '/pages/landing/landing-application-submited/landing-application-submited',
    kind: 'page',
    access: 'user',
    navBar: true,
  },
  {
    path: '/pages/account/get-code-page/get-code-page',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/account/login-page/login-page',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/index/review-state/review-state',
    kind: 'page',
    access: 'user',
    navBar: true,
  },
  {
    path: '/pages/index/init-state/init-state',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/index/api-state/api-state',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/demo/live-push/live-push',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/upload/upload-id-card/upload-id-card',
    kind: 'page',
    access: 'user',
    navBar: true,
  },
  {
    path: '/pages/webview/webview',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/product/product',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/sign/sign',
    kind: 'page',
    access: 'user',
    navBar: true,
  },
  {
    path: '/pages/sign/auto-sign',
    kind: 'page',
    access: 'user',
    navBar: true,
  },
  {
    path: '/pages/landing/landing-sign-success/landing-sign-success',
    kind: 'page',
    access: 'user',
    navBar: true,
  },
  {
    path: '/pages/order-detail/order-detail',
    kind: 'page',
    access: 'user',
    navBar: true,
    wide: true,
  },
  {
    path: '/pages/settings/settings',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/settings/page_native_test',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/policy/policy',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/hola-app-list/hola-app-list',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/custom-service/custom-service',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/custom-service/repay_help',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/contract-new/contract-new',
    kind: 'page',
    access: 'user',
    navBar: true,
    wide: true,
  },
  {
    path: '/pages/contract-new/my-coupon',
    kind: 'page',
    access: 'user',
    navBar: true,
  },
  {
    path: '/pages/loan/loan-info-choose/loan-info-choose',
    kind: 'page',
    access: 'user',
    navBar: true,
  },
  {
    path: '/pages/loan/loan-information/loan-information',
    kind: 'page',
    access: 'user',
    navBar: true,
    wide: true,
  },
  {
    path: '/pages/index/home-components/home-help',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/index/home-components/home-top',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/vip/vip',
    kind: 'page',
    access: 'user',
    navBar: true,
  },
  {
    path: '/pages/privacy/privacy',
    kind: 'page',
    access: 'guest',
    navBar: true,
    wide: true,
  },
  {
    path: '/pages/consumer/regret',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/consumer/unsubscribe',
    kind: 'page',
    access: 'guest',
    navBar: true,
  },
  {
    path: '/pages/repay/repay',
    kind: 'page',
    access: 'user',
    navBar: true,
  },
] as const

table satisfies readonly (Omit<RouteRow, 'screen' | 'title'> & Partial<Pick<RouteRow, 'title'>>)[]

type Row = (typeof table)[number]

/** What is known of every page but Home only when the list of them has come; `screens.ts` is that list. */
export type LaterPages = Readonly<
  Record<Extract<Row, { kind: 'page' }>['path'], Pick<RouteRow, 'screen' | 'title'>> &
    Record<Exclude<Extract<Row, { kind: 'tab' }>['path'], '/'>, Pick<RouteRow, 'screen'>>
>

declare module '../router/register.ts' {
  interface Register {
    routes: typeof table
  }
}
