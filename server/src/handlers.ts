import type { CallPath } from '@hola/core/contract/contract.ts'
import { getCode, getCodeDelivery, getLoginOption, getMailCode, login, logout } from './person/account/public.ts'
import {
  apply,
  contract,
  getCompleteOrder,
  getProcessingOrder,
  order,
  preview,
  statement,
} from './lending/loan/public.ts'
import {
  applyInfo,
  getArea,
  getBankInfo,
  getBasicInfo,
  getExtraInfo,
  getListPage1,
  getListPage2,
  saveBasicInfo,
  saveExtraInfo,
} from './person/application/public.ts'
import { getBankList, saveTransferInfo } from './lending/payout/public.ts'
import { getAppList, getProductList } from './lending/catalog/public.ts'
import { clearance } from './lending/clearance/public.ts'
import { request, state as consumerState } from './rights/consumer/public.ts'
import { myCoupon } from './lending/coupon/public.ts'
import type { Handler } from './edge/services.ts'
import { uploadApp, uploadBehavior, uploadDevice, uploadLocation, uploadSms } from './person/device-data/public.ts'
import { home } from './edge/home/public.ts'
import { getCardInfo, uploadImageInfo } from './person/identity/public.ts'
import { membershipInfo } from './lending/membership/public.ts'
import { consent, download, erase, state as privacyState } from './rights/privacy/public.ts'
import { getPayOption, repayRequest } from './lending/repayment/public.ts'
import { withOpenMethods } from './switched.ts'
import { contactChoice } from './lending/contact/public.ts'
import { messageChoice } from './lending/reminder/public.ts'

/** A row for each call, and none for any other: a table with one missing or one too many does not compile. */
export type HandlerTable = { readonly [Path in CallPath]: Handler<Path> }

/** Who answers which call. */
export const handlers = {
  'app/home': home,
  'app/get_product_list': getProductList,
  'app/get_login_option': getLoginOption,
  'user/get_code': getCode,
  'user/get_mail_code': getMailCode,
  'user/code_delivery': getCodeDelivery,
  'user/login': login,
  'user/logout': logout,
  'user/message_choice': messageChoice,
  'user/contact_choice': contactChoice,
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
  'app/get_card_info': getCardInfo,
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
  'app/get_pay_option': withOpenMethods<'app/get_pay_option'>(getPayOption),
  'deal/repay_request': withOpenMethods<'deal/repay_request'>(repayRequest),
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
