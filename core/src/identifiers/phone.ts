import { COUNTRY_CODE } from '../constants.ts'
import { bad, type Checked, digitsIn, good } from './checked.ts'

/**
 * The area codes of Argentina by the digits that a subscriber's number may begin with there, in the country's
 * numbering plan. A few towns with four digits share a block of the city whose three digits begin them.
 */
const AREAS: Readonly<Record<string, string>> = {
  '0123456789': '3873 3888',
  '012345678': '11',
  '23456789': '351',
  '2345678': '261 341 2657 2954 2966 3482 3487 3755 3777 3865 3878',
  '234567': '381 2284 2302 2323 2477 2622 2920 3446 3489 3492 3541',
  '23456': '221 387 2262 2281 2320 2942 2945 2983 3329 3462 3471 3476 3543 3564 3718 3751 3757',
  '3456':
    '223 264 299 343 385 388 2257 2324 2346 2392 2901 2923 2964 3442 3464 3525 3537 3544 3547 3571 3735 3772 3825 3886',
  '456':
    '291 297 342 345 353 358 383 ' +
    '2202 2223 2224 2226 2227 2241 2245 2246 2254 2255 2266 2267 2268 2291 2314 2317 2325 2342 2345 2352 2355 2396 ' +
    '2474 2478 2625 2932 3382 3385 3387 3388 3400 3401 3402 3404 3405 3406 3407 3408 3409 3435 3436 3437 3438 3444 ' +
    '3445 3447 3455 3456 3458 3460 3463 3465 3466 3467 3468 3469 3472 3483 3491 3493 3496 3497 3498 3521 3522 3524 ' +
    '3532 3533 3542 3546 3548 3549 3562 3563 3572 3573 3574 3575 3576 3582 3583 3716 3721 3725 3731 3734 3741 3743 ' +
    '3754 3756 3758 3773 3774 3775 3782 3786 3826 3827 3832 3835 3837 3838 3843 3844 3845 3857 3858 3861 3862 3863 ' +
    '3867 3868 3876 3877 3885 3887 3894',
  '45':
    '220 237 263 266 280 294 298 362 370 376 379 380 ' +
    '2225 2229 2244 2252 2326 2344 2473 2475 2902 2922 2926 2934 2946 2972 3327 3584 3585 3854',
  '46': '3454 3711 3715 3781 3821 3841 3846 3855 3856 3869 3891 3892',
  '4':
    '230 236 249 260 336 348 364 ' +
    '2221 2242 2243 2261 2264 2265 2271 2272 2273 2274 2283 2285 2286 2292 2296 2297 2316 2331 2333 2334 2335 2336 ' +
    '2337 2338 2343 2353 2354 2356 2357 2358 2393 2394 2395 2624 2626 2646 2647 2648 2651 2655 2656 2658 2903 2921 ' +
    '2924 2925 2927 2928 2929 2931 2933 2935 2936 2940 2948 2952 2953 2962 2963 2982',
}

const beginningsByArea = new Map(
  Object.entries(AREAS).flatMap(([beginnings, areas]) => areas.split(' ').map((area) => [area, beginnings] as const)),
)

/** Area and subscriber's number together are always so long. */
const NATIONAL_LENGTH = 10

/** Longest first: where a town shares a block of the city, the number is the town's. */
const AREA_LENGTHS = [4, 3, 2]

/** The area code that a national number of ten digits begins with; null when no such number is given to anybody. */
const areaOf = (national: string): string | null =>
  AREA_LENGTHS.map((length) => national.slice(0, length)).find((area) =>
    beginningsByArea.get(area)?.includes(national.charAt(area.length)),
  ) ?? null

/** Dialled inside the country a mobile has 15 between area and number: `351 15 555-1234`. */
const without15 = (digits: string): string => {
  const length = AREA_LENGTHS.find(
    (length) => beginningsByArea.has(digits.slice(0, length)) && digits.startsWith('15', length),
  )
  return length === undefined ? digits : digits.slice(0, length) + digits.slice(length + 2)
}

/** The digits without what is dialled before them: 00, 54, 0, 9, 15. */
const nationalOf = (digits: string): string => {
  const dialled = digits.replace(/^00/, '').replace(new RegExp(`^${COUNTRY_CODE}(?=\\d{10})`), '')
  // With both the 9 and the 15 it is one too many, and still clear.
  const local = dialled.replace(/^0/, '').replace(/^9(?=(?:\d\d)?\d{10}$)/, '')
  // After the 0 a 15 is always the mobile's: what follows it may be too short, but is not a number that begins with 15.
  return dialled.startsWith('0') || local.length === NATIONAL_LENGTH + 2 ? without15(local) : local
}

// What people and address books put between digits, also the invisible marks of direction that come with a pasted one.
const NUMBER = /^[\d+() ./\u00A0\u2010-\u2015\u2212\u200E\u200F\u202A-\u202E\u2060-\u2069-]+$/

type PhoneProblem = 'required_enter' | 'not_a_mobile' | 'area_code_missing' | 'not_argentine'

/**
 * An Argentine mobile number as `+549…`, however it was typed. Without the 9 or the 15 nobody can tell a mobile from a
 * landline, so every number is taken as a mobile, and the code that we send to it is the proof. `area` completes a
 * number that was typed without one.
 */
export const checkPhone = (text: string, area?: string): Checked<string, PhoneProblem> => {
  const typed = text.trim()
  if (typed === '') return bad('required_enter')
  const digits = digitsIn(typed)
  if (!NUMBER.test(typed) || digits === '') return bad('not_a_mobile')
  const isAbroad = /^\W*\+/.test(typed) ? !digits.startsWith(COUNTRY_CODE) : /^00(?!54)/.test(digits)
  if (isAbroad) return bad('not_argentine')
  const national = nationalOf(digits)
  if (national.length === NATIONAL_LENGTH && areaOf(national) !== null) return good(`+${COUNTRY_CODE}9${national}`)
  const subscriber = digits.replace(/^15(?=\d{6})/, '')
  if (subscriber.length < 6 || subscriber.length > 8) return bad('not_a_mobile')
  const completed = (area ?? '') + subscriber
  if (completed.length !== NATIONAL_LENGTH) return bad(area === undefined ? 'area_code_missing' : 'not_a_mobile')
  return areaOf(completed) === null ? bad('not_a_mobile') : good(`+${COUNTRY_CODE}9${completed}`)
}

const ofNational = (e164: string): string => e164.slice(-NATIONAL_LENGTH)

/** Area, and the number in two parts, the last of four digits. */
const partsOf = (e164: string): readonly [area: string, first: string, last: string] => {
  const national = ofNational(e164)
  const area = areaOf(national) ?? national.slice(0, 2)
  return [area, national.slice(area.length, -4), national.slice(-4)]
}

/** As it is dialled from anywhere: `+54 9 11 2345 6789`. */
export const formatPhoneInternational = (e164: string): string => `+${COUNTRY_CODE} 9 ${partsOf(e164).join(' ')}`

/** As it is typed after a fixed `+54 9`: `11 2345 6789`. */
export const formatPhoneTyped = (e164: string): string => partsOf(e164).join(' ')

/** A whole number the same way, however it was written; anything else stays as it was typed. */
export const tidyPhone = (typed: string): string => {
  const phone = checkPhone(typed)
  return phone.ok ? formatPhoneTyped(phone.value) : typed
}

/** WhatsApp's interface for companies knows the same phone without the 9, although it reports messages with it. */
export const whatsappCloudTo = (e164: string): string => COUNTRY_CODE + ofNational(e164)
