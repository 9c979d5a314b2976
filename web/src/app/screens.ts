import type { LaterScreens } from './route-table.ts'

/** Which screen each page shows, loaded when it is opened. */
export const screens: LaterScreens = {
  '/pages/my-loan/my-loan': async () => (await import('../features/orders/my-loan-screen.tsx')).MyLoanScreen,
  '/pages/profile/profile': async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
  '/pages/step/step-basic/step-basic': async () =>
    (await import('../features/application/step-basic-screen.tsx')).StepBasicScreen,
  '/pages/step/step-social/step-social': async () =>
    (await import('../features/application/step-social-screen.tsx')).StepSocialScreen,
  '/pages/step/step-withdrawal/step-withdrawal': async () =>
    (await import('../features/application/step-withdrawal-screen.tsx')).StepWithdrawalScreen,
  '/pages/step/step-withdrawal/step-withdrawal-new': async () =>
    (await import('../features/application/step-withdrawal-new-screen.tsx')).StepWithdrawalNewScreen,
  '/pages/landing/landing-application-submited/landing-application-submited': async () =>
    (await import('../features/photos/submitted-screen.tsx')).SubmittedScreen,
  '/pages/account/get-code-page/get-code-page': async () =>
    (await import('../features/account/get-code-screen.tsx')).GetCodeScreen,
  '/pages/account/login-page/login-page': async () =>
    (await import('../features/account/login-screen.tsx')).LoginScreen,
  '/pages/index/review-state/review-state': async () =>
    (await import('../features/photos/review-state-screen.tsx')).ReviewStateScreen,
  '/pages/index/init-state/init-state': async () =>
    (await import('../features/home/init-state-screen.tsx')).InitStateScreen,
  '/pages/index/api-state/api-state': async () =>
    (await import('../features/home/api-state-screen.tsx')).ApiStateScreen,
  '/pages/demo/live-push/live-push': async () =>
    (await import('../features/live-push/live-push-screen.tsx')).LivePushScreen,
  '/pages/upload/upload-id-card/upload-id-card': async () =>
    (await import('../features/photos/upload-id-card-screen.tsx')).UploadIdCardScreen,
  '/pages/webview/webview': async () => (await import('../features/webview/webview-screen.tsx')).WebviewScreen,
  '/pages/product/product': async () => (await import('../features/product/product-screen.tsx')).ProductScreen,
  '/pages/sign/sign': async () => (await import('../features/sign/sign-screen.tsx')).SignScreen,
  '/pages/sign/auto-sign': async () => (await import('../features/sign/auto-sign-screen.tsx')).AutoSignScreen,
  '/pages/landing/landing-sign-success/landing-sign-success': async () =>
    (await import('../features/sign/sign-success-screen.tsx')).SignSuccessScreen,
  '/pages/order-detail/order-detail': async () =>
    (await import('../features/orders/order-detail-screen.tsx')).OrderDetailScreen,
  '/pages/settings/settings': async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
  '/pages/settings/page_native_test': async () =>
    (await import('../features/native-test/native-test-screen.tsx')).NativeTestScreen,
  '/pages/policy/policy': async () => (await import('../features/policy/policy-screen.tsx')).PolicyScreen,
  '/pages/hola-app-list/hola-app-list': async () =>
    (await import('../features/apps/app-list-screen.tsx')).AppListScreen,
  '/pages/custom-service/custom-service': async () =>
    (await import('../features/consumer/custom-service-screen.tsx')).CustomServiceScreen,
  '/pages/custom-service/repay_help': async () =>
    (await import('../features/repay/repay-help-screen.tsx')).RepayHelpScreen,
  '/pages/contract-new/contract-new': async () => (await import('../features/sign/contract-screen.tsx')).ContractScreen,
  '/pages/contract-new/my-coupon': async () =>
    (await import('../features/coupons/my-coupon-screen.tsx')).MyCouponScreen,
  '/pages/loan/loan-info-choose/loan-info-choose': async () =>
    (await import('../features/loan/loan-info-choose-screen.tsx')).LoanInfoChooseScreen,
  '/pages/loan/loan-information/loan-information': async () =>
    (await import('../features/loan/loan-information-screen.tsx')).LoanInformationScreen,
  '/pages/index/home-components/home-help': async () =>
    (await import('../features/home/home-help-screen.tsx')).HomeHelpScreen,
  '/pages/index/home-components/home-top': async () =>
    (await import('../features/home/home-top-screen.tsx')).HomeTopScreen,
  '/pages/vip/vip': async () => (await import('../features/vip/vip-screen.tsx')).VipScreen,
  '/pages/privacy/privacy': async () => (await import('../features/privacy/privacy-screen.tsx')).PrivacyScreen,
  '/pages/consumer/regret': async () => (await import('../features/consumer/regret-screen.tsx')).RegretScreen,
  '/pages/consumer/unsubscribe': async () =>
    (await import('../features/consumer/unsubscribe-screen.tsx')).UnsubscribeScreen,
  '/pages/repay/repay': async () => (await import('../features/repay/repay-screen.tsx')).RepayScreen,
}
