import { m } from '@hola/i18n/compiled/messages.js'
import type { RouteRow } from '../router/register.ts'

/**
 * The whole route table. Home has the path `/` and its old address as an alias. Paths are the specification's, with its
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
    title: () => m.pages_step_basic(),
  },
  {
    path: '/pages/step/step-social/step-social',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_step_social(),
  },
  {
    path: '/pages/step/step-withdrawal/step-withdrawal',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_step_withdrawal(),
  },
  {
    path: '/pages/step/step-withdrawal/step-withdrawal-new',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_step_withdrawal_new(),
  },
  {
    path: '/pages/landing/landing-application-submited/landing-application-submited',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_application_submitted(),
  },
  {
    path: '/pages/account/get-code-page/get-code-page',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_get_code(),
  },
  {
    path: '/pages/account/login-page/login-page',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_login(),
  },
  {
    path: '/pages/index/review-state/review-state',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_review_state(),
  },
  {
    path: '/pages/index/init-state/init-state',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_init_state(),
  },
  {
    path: '/pages/index/api-state/api-state',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_api_state(),
  },
  {
    path: '/pages/demo/live-push/live-push',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_live_push(),
  },
  {
    path: '/pages/upload/upload-id-card/upload-id-card',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_upload_id_card(),
  },
  {
    path: '/pages/webview/webview',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_webview(),
  },
  {
    path: '/pages/product/product',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_product(),
  },
  {
    path: '/pages/sign/sign',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_sign(),
  },
  {
    path: '/pages/sign/auto-sign',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_auto_sign(),
  },
  {
    path: '/pages/landing/landing-sign-success/landing-sign-success',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_sign_success(),
  },
  {
    path: '/pages/order-detail/order-detail',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_order_detail(),
  },
  {
    path: '/pages/settings/settings',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_settings(),
  },
  {
    path: '/pages/settings/page_native_test',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_native_test(),
  },
  {
    path: '/pages/policy/policy',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_policy(),
  },
  {
    path: '/pages/hola-app-list/hola-app-list',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_app_list(),
  },
  {
    path: '/pages/custom-service/custom-service',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_custom_service(),
  },
  {
    path: '/pages/custom-service/repay_help',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_repay_help(),
  },
  {
    path: '/pages/contract-new/contract-new',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_contract(),
  },
  {
    path: '/pages/contract-new/my-coupon',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_my_coupon(),
  },
  {
    path: '/pages/loan/loan-info-choose/loan-info-choose',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_loan_choose(),
  },
  {
    path: '/pages/loan/loan-information/loan-information',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_loan_information(),
  },
  {
    path: '/pages/index/home-components/home-help',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_home_help(),
  },
  {
    path: '/pages/index/home-components/home-top',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_home_top(),
  },
  {
    path: '/pages/vip/vip',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_vip(),
  },
  {
    path: '/pages/privacy/privacy',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_privacy(),
  },
  {
    path: '/pages/consumer/regret',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_regret(),
  },
  {
    path: '/pages/consumer/unsubscribe',
    kind: 'page',
    access: 'guest',
    navBar: true,
    title: () => m.pages_unsubscribe(),
  },
  {
    path: '/pages/repay/repay',
    kind: 'page',
    access: 'user',
    navBar: true,
    title: () => m.pages_repay(),
  },
] as const

table satisfies readonly Omit<RouteRow, 'screen'>[]

/** The screen of every page but Home; `screens.ts` names them. */
export type LaterScreens = Readonly<Record<Exclude<(typeof table)[number]['path'], '/'>, RouteRow['screen']>>

declare module '../router/register.ts' {
  interface Register {
    routes: typeof table
  }
}
