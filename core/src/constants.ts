/**
 * The numbers of the specification's section 9, unit last in each name, but for those that act elsewhere: the late
 * percents are data of a product (`server/data/products.json`), the height of the tab bar and the colour of
 * pull-to-refresh are `--tab-bar` and `--gold` of `ui/src/tokens.css`, the three tabs are the rows of
 * `web/src/app/tab-bar.tsx`. A loading indicator has no constant because it never times out. Nothing is imported: the
 * first screen takes these at the cost of the numbers alone.
 */

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Section 9: "Request timeout 60000 ms (request, connect, upload, download)". */
export const REQUEST_TIMEOUT_MS = 60_000

/** Section 9: "Audit about 2 minutes". */
export const REVIEW_ABOUT_MS = 2 * MINUTE_MS

/** Section 9: "auto-redirect after submit 5 s". */
export const SUBMITTED_REDIRECT_MS = 5 * SECOND_MS

/** Section 9: "Approval validity 6 days 23:59:59". */
export const APPROVAL_VALID_MS = 6 * DAY_MS + 23 * HOUR_MS + 59 * MINUTE_MS + 59 * SECOND_MS

/** Section 9: "retry after refusal 14 days". */
export const REFUSAL_RETRY_DAYS = 14

/** The same wait to the second, counted from the decision. */
export const REFUSAL_RETRY_MS = REFUSAL_RETRY_DAYS * DAY_MS

/** Section 9: "Country code 54 (Argentina)". */
export const COUNTRY_CODE = '54'

/** Section 9: "Currency symbol $". */
export const CURRENCY_SYMBOL = '$'

/** Section 9: "App version 2.3.0". */
export const APP_VERSION = '2.3.0'

/** Section 9: "version code 1". */
export const APP_VERSION_CODE = 1

/** Section 9: "web build 101505". */
export const WEB_BUILD = '101505'

/** Section 9: "bundled app config says version 1.0.5". */
export const BUNDLED_CONFIG_VERSION = '1.0.5'

/** Section 9: "Toast default 1500 ms". */
export const TOAST_MS = 1500

/** Section 9: "Date picker range 150 years either side". */
export const DATE_PICKER_RANGE_YEARS = 150

/** Section 9: "Upload retries: 3 attempts in total". */
export const UPLOAD_ATTEMPTS_MAX = 3

/** Section 9: "Long-press 350 ms". */
export const LONG_PRESS_MS = 350

/** Section 9: "with 10 px tolerance": a finger that moved exactly 10 px still presses. */
export const LONG_PRESS_TOLERANCE_PX = 10

/** Section 9: "reach-bottom re-arm 350 ms". */
export const REACH_BOTTOM_REARM_MS = 350
