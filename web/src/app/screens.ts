import { m } from '@hola/i18n/compiled/messages.js'
import type { LaterPages } from './route-table.ts'

/** The title of each page, and the screen it shows, loaded when it is opened. */
export const screens: LaterPages = {
  '/pages/my-loan/my-loan': {
    screen: async () => (await import('../features/orders/my-loan-screen.tsx')).MyLoanScreen,
  },
  '/pages/profile/profile': {
    screen: async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
  },
  '/pages/step/step-basic/step-basic': {
    title: () => m.pages_step_basic(),
    screen: async () => (await import('../features/application/step-basic-screen.tsx')).StepBasicScreen,
  },
  '/pages/step/step-social/step-social': {
    title: () => m.pages_step_social(),
    screen: async () => (await import('../features/application/step-social-screen.tsx')).StepSocialScreen,
  },
  '/pages/step/step-withdrawal/step-withdrawal': {
    title: () => m.pages_step_withdrawal(),
    screen: async () => (await import('../features/application/step-withdrawal-screen.tsx')).StepWithdrawalScreen,
  },
  '/pages/step/step-withdrawal/step-withdrawal-new': {
    title: () => m.pages_step_withdrawal_new(),
    screen: async () =>
      (await import('../features/application/step-withdrawal-new-screen.tsx')).StepWithdrawalNewScreen,
  },
  '/pages/landing/landing-application-submited/landing-application-submited': {
    title: () => m.pages_application_submitted(),
    screen: async () => (await import('../features/photos/submitted-screen.tsx')).SubmittedScreen,
  },
  '/pages/account/get-code-page/get-code-page': {
    title: () => m.pages_get_code(),
    screen: async () => (await import('../features/account/get-code-screen.tsx')).GetCodeScreen,
  },
  '/pages/account/login-page/login-page': {
    title: () => m.pages_login(),
    screen: async () => (await import('../features/account/login-screen.tsx')).LoginScreen,
  },
  '/pages/index/review-state/review-state': {
    title: () => m.pages_review_state(),
    screen: async () => (await import('../features/photos/review-state-screen.tsx')).ReviewStateScreen,
  },
  '/pages/index/init-state/init-state': {
    title: () => m.pages_init_state(),
    screen: async () => (await import('../features/home/init-state-screen.tsx')).InitStateScreen,
  },
  '/pages/index/api-state/api-state': {
    title: () => m.pages_api_state(),
    screen: async () => (await import('../features/home/api-state-screen.tsx')).ApiStateScreen,
  },
  '/pages/demo/live-push/live-push': {
    title: () => m.pages_live_push(),
    screen: async () => (await import('../features/live-push/live-push-screen.tsx')).LivePushScreen,
  },
  '/pages/upload/upload-id-card/upload-id-card': {
    title: () => m.pages_upload_id_card(),
    screen: async () => (await import('../features/photos/upload-id-card-screen.tsx')).UploadIdCardScreen,
  },
  '/pages/webview/webview': {
    title: () => m.pages_webview(),
    screen: async () => (await import('../features/webview/webview-screen.tsx')).WebviewScreen,
  },
  '/pages/product/product': {
    title: () => m.pages_product(),
    screen: async () => (await import('../features/product/product-screen.tsx')).ProductScreen,
  },
  '/pages/sign/sign': {
    title: () => m.pages_sign(),
    screen: async () => (await import('../features/sign/sign-screen.tsx')).SignScreen,
  },
  '/pages/sign/auto-sign': {
    title: () => m.pages_auto_sign(),
    screen: async () => (await import('../features/sign/auto-sign-screen.tsx')).AutoSignScreen,
  },
  '/pages/landing/landing-sign-success/landing-sign-success': {
    title: () => m.pages_sign_success(),
    screen: async () => (await import('../features/sign/sign-success-screen.tsx')).SignSuccessScreen,
  },
  '/pages/order-detail/order-detail': {
    title: () => m.pages_order_detail(),
    screen: async () => (await import('../features/orders/order-detail-screen.tsx')).OrderDetailScreen,
  },
  '/pages/settings/settings': {
    title: () => m.pages_settings(),
    screen: async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
  },
  '/pages/settings/page_native_test': {
    title: () => m.pages_native_test(),
    screen: async () => (await import('../features/native-test/native-test-screen.tsx')).NativeTestScreen,
  },
  '/pages/policy/policy': {
    title: () => m.pages_policy(),
    screen: async () => (await import('../features/policy/policy-screen.tsx')).PolicyScreen,
  },
  '/pages/hola-app-list/hola-app-list': {
    title: () => m.pages_app_list(),
    screen: async () => (await import('../features/apps/app-list-screen.tsx')).AppListScreen,
  },
  '/pages/custom-service/custom-service': {
    title: () => m.pages_custom_service(),
    screen: async () => (await import('../features/consumer/custom-service-screen.tsx')).CustomServiceScreen,
  },
  '/pages/custom-service/repay_help': {
    title: () => m.pages_repay_help(),
    screen: async () => (await import('../features/repay/repay-help-screen.tsx')).RepayHelpScreen,
  },
  '/pages/contract-new/contract-new': {
    title: () => m.pages_contract(),
    screen: async () => (await import('../features/sign/contract-screen.tsx')).ContractScreen,
  },
  '/pages/contract-new/my-coupon': {
    title: () => m.pages_my_coupon(),
    screen: async () => (await import('../features/coupons/my-coupon-screen.tsx')).MyCouponScreen,
  },
  '/pages/loan/loan-info-choose/loan-info-choose': {
    title: () => m.pages_loan_choose(),
    screen: async () => (await import('../features/loan/loan-info-choose-screen.tsx')).LoanInfoChooseScreen,
  },
  '/pages/loan/loan-information/loan-information': {
    title: () => m.pages_loan_information(),
    screen: async () => (await import('../features/loan/loan-information-screen.tsx')).LoanInformationScreen,
  },
  '/pages/index/home-components/home-help': {
    title: () => m.pages_home_help(),
    screen: async () => (await import('../features/home/home-help-screen.tsx')).HomeHelpScreen,
  },
  '/pages/index/home-components/home-top': {
    title: () => m.pages_home_top(),
    screen: async () => (await import('../features/home/home-top-screen.tsx')).HomeTopScreen,
  },
  '/pages/vip/vip': {
    title: () => m.pages_vip(),
    screen: async () => (await import('../features/vip/vip-screen.tsx')).VipScreen,
  },
  '/pages/privacy/privacy': {
    title: () => m.pages_privacy(),
    screen: async () => (await import('../features/privacy/privacy-screen.tsx')).PrivacyScreen,
  },
  '/pages/consumer/regret': {
    title: () => m.pages_regret(),
    screen: async () => (await import('../features/consumer/regret-screen.tsx')).RegretScreen,
  },
  '/pages/consumer/unsubscribe': {
    title: () => m.pages_unsubscribe(),
    screen: async () => (await import('../features/consumer/unsubscribe-screen.tsx')).UnsubscribeScreen,
  },
  '/pages/repay/repay': {
    title: () => m.pages_repay(),
    screen: async () => (await import('../features/repay/repay-screen.tsx')).RepayScreen,
  },
}
