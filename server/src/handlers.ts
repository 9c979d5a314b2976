import type { CallPath } from '@hola/core/contract/contract.ts'
import { getCode, getMailCode } from './account/get-code.ts'
import { getLoginOption } from './account/get-login-option.ts'
import { login } from './account/login.ts'
import { logout } from './account/logout.ts'
import { contract } from './agreement/contract.ts'
import { applyInfo } from './application/apply-info.ts'
import { getArea } from './application/areas.ts'
import { getBasicInfo, saveBasicInfo } from './application/basic-step.ts'
import { getBankList } from './application/get-bank-list.ts'
import { getListPage1, getListPage2 } from './application/get-option-lists.ts'
import { getExtraInfo, saveExtraInfo } from './application/social-step.ts'
import { getBankInfo, saveTransferInfo } from './application/withdrawal-step.ts'
import { getAppList } from './catalog/get-app-list.ts'
import { getProductList } from './catalog/get-product-list.ts'
import { clearance } from './clearance/clearance.ts'
import { request } from './consumer/request.ts'
import { state as consumerState } from './consumer/state.ts'
import { myCoupon } from './coupon/my-coupon.ts'
import type { Handler } from './handler.ts'
import { uploadApp, uploadBehavior, uploadDevice, uploadLocation, uploadSms } from './device-data/upload.ts'
import { home } from './home/home.ts'
import { uploadImageInfo } from './identity/upload-image-info.ts'
import { apply } from './loan/apply.ts'
import { order } from './loan/order.ts'
import { getCompleteOrder, getProcessingOrder } from './loan/orders.ts'
import { preview } from './loan/preview.ts'
import { statement } from './loan/statement.ts'
import { membershipInfo } from './membership/membership-info.ts'
import { consent } from './privacy/consent.ts'
import { download } from './privacy/download.ts'
import { erase } from './privacy/erase.ts'
import { state as privacyState } from './privacy/state.ts'
import { getPayOption } from './repayment/get-pay-option.ts'
import { repayRequest } from './repayment/repay-request.ts'

/** A row for each call, and none for any other: a table with one missing or one too many does not compile. */
export type HandlerTable = { readonly [Path in CallPath]: Handler<Path> }

/** Who answers which call. */
export const handlers = {
  'app/home': home,
  'app/get_product_list': getProductList,
  'app/get_login_option': getLoginOption,
  'user/get_code': getCode,
  'user/get_mail_code': getMailCode,
  'user/login': login,
  'user/logout': logout,
  'app/get_list_page1_new': getListPage1,
  'app/get_basic_info': getBasicInfo,
  'app/save_basic_info': saveBasicInfo,
  'app/get_area': getArea,
  'app/get_list_page2_new': getListPage2,
  'app/get_extra_info': getExtraInfo,
  'app/save_extra_info': saveExtraInfo,
  'app/get_bank_list': getBankList,
  'app/get_bank_info': getBankInfo,
  'app/save_transfer_info': saveTransferInfo,
  'app/upload_image_info': uploadImageInfo,
  'loan/apply_info': applyInfo,
  'loan/preview': preview,
  'loan/contract': contract,
  'loan/apply': apply,
  'loan/order': order,
  'loan/statement': statement,
  'user/get_processing_order': getProcessingOrder,
  'user/get_complete_order': getCompleteOrder,
  'coupon/my_coupon': myCoupon,
  'app/membership_info': membershipInfo,
  'app/get_app_list': getAppList,
  'loan/clearance': clearance,
  'app/get_pay_option': getPayOption,
  'deal/repay_request': repayRequest,
  'consumer/request': request,
  'consumer/state': consumerState,
  'user/upload_behavior': uploadBehavior,
  'user/upload_device': uploadDevice,
  'user/upload_location': uploadLocation,
  'user/upload_sms': uploadSms,
  'user/upload_app': uploadApp,
  'privacy/state': privacyState,
  'privacy/consent': consent,
  'privacy/download': download,
  'privacy/erase': erase,
} as const satisfies HandlerTable
