import { CODE_DIGITS } from '@hola/core/codes.ts'
import { COUNTRY_CODE } from '@hola/core/constants.ts'
import type { Handler } from '../services.ts'
import { PRIVACY_VERSION, TERMS_VERSION } from './agreed-texts.ts'

/** The same for everybody: production does not start without both ways. */
export const getLoginOption: Handler<'app/get_login_option'> = async ({ services: { settings } }) => ({
  options: [
    { channel: 'phone', is_default: true },
    { channel: 'mail', is_default: false },
  ],
  country_code: COUNTRY_CODE,
  code_length_digits: CODE_DIGITS,
  privacy_version: PRIVACY_VERSION,
  terms_version: TERMS_VERSION,
  is_sandbox: settings.mode === 'sandbox',
})
