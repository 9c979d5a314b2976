import type { CallPath } from '@hola/core/contract/contract.ts'
import { getCode, getMailCode } from './account/get-code.ts'
import { getLoginOption } from './account/get-login-option.ts'
import { login } from './account/login.ts'
import { logout } from './account/logout.ts'
import { getProductList } from './catalog/get-product-list.ts'
import type { Handler } from './handler.ts'
import { home } from './home/home.ts'

/** The ONE list of calls that the contract promises and nobody has built: they answer `not_built_yet`. */
export const unbuilt = [
  'app/get_list_page1_new',
  'app/get_basic_info',
  'app/save_basic_info',
  'app/get_area',
  'app/get_list_page2_new',
  'app/get_extra_info',
  'app/save_extra_info',
  'app/get_bank_list',
  'app/get_bank_info',
  'app/save_transfer_info',
  'app/upload_image_info',
  'app/get_pay_option',
  'app/membership_info',
  'app/get_app_list',
  'user/get_processing_order',
  'user/get_complete_order',
  'user/upload_behavior',
  'user/upload_device',
  'user/upload_sms',
  'user/upload_app',
  'loan/apply_info',
  'loan/preview',
  'loan/apply',
  'loan/contract',
  'loan/order',
  'deal/repay_request',
  'coupon/my_coupon',
] as const satisfies readonly CallPath[]

/** A row for each built call, and none for any other: a table with one missing or one too many does not compile. */
export type HandlerTable = { readonly [Path in Exclude<CallPath, (typeof unbuilt)[number]>]: Handler<Path> }

/** Who answers which call. */
export const handlers = {
  'app/home': home,
  'app/get_product_list': getProductList,
  'app/get_login_option': getLoginOption,
  'user/get_code': getCode,
  'user/get_mail_code': getMailCode,
  'user/login': login,
  'user/logout': logout,
} as const satisfies HandlerTable
