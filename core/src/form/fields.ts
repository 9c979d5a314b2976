import * as z from 'zod/mini'
import type { CivilDay } from '../calendar.ts'
import { CODE_DIGITS } from '../codes.ts'
import type { Checked } from '../identifiers/checked.ts'
import { checkMail, MAIL, MAIL_LENGTH_MAX } from '../identifiers/mail.ts'
import { checkPersonName, NAME_LENGTH_MAX } from '../identifiers/person-name.ts'
import { checkPhone } from '../identifiers/phone.ts'
import type { Centavos } from '../money.ts'
import type { Problem } from './problems.ts'

/**
 * The fields of forms as schemas, each finding named by its problem. They are functions, so that a page pays only for
 * the fields that it has. A field that is typed comes out as it is stored: the same whoever sent it.
 */

const isBlank = (input: unknown): boolean =>
  input === undefined || input === null || Number.isNaN(input) || (typeof input === 'string' && input.trim() === '')

const says = (whenBlank: Problem, otherwise: Problem) => ({
  error: ({ input }: { readonly input?: unknown }): Problem => (isBlank(input) ? whenBlank : otherwise),
})

/** Text that is read by one of our checks. The bound is on what is sent, spaces included, before any of it is read. */
export const typedText = (lengthMax: number, check: (typed: string) => Checked<string, Problem>) =>
  z.string(says('required_enter', 'not_valid')).check(
    z.maxLength(lengthMax, { error: 'too_long', abort: true }),
    z.check<string>((payload) => {
      const read = check(payload.value)
      if (read.ok) payload.value = read.value
      else payload.issues.push({ code: 'custom', message: read.problem, input: payload.value })
    }),
  )

/** Room for the spaces that a paste brings along and that do not count. */
const SPARE_LENGTH = 20

export const personName = (lengthMax = NAME_LENGTH_MAX) =>
  typedText(lengthMax + SPARE_LENGTH, (typed) => checkPersonName(typed, lengthMax))

export const mobilePhone = () => typedText(40, (typed) => checkPhone(typed))

// The second check finds nothing new: it tells the reader of /openapi.json that this is an address.
export const mailAddress = () =>
  typedText(MAIL_LENGTH_MAX, checkMail).check(z.email({ pattern: MAIL, error: 'not_a_mail' }))

/** The digits that we send. */
export const sentCode = () =>
  z
    .string(says('required_enter', 'not_a_code'))
    .check(
      z.maxLength(CODE_DIGITS, 'not_a_code'),
      z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), says('required_enter', 'not_a_code')),
    )

/** One of a closed list of our own. */
export const choiceOf = <const Ids extends readonly string[]>(ids: Ids) =>
  z.enum(ids, says('required_select', 'unknown_option'))

/** One of a list that only the server has: an area, a bank. */
export const listedId = () =>
  z
    .string(says('required_select', 'unknown_option'))
    .check(
      z.maxLength(40, 'unknown_option'),
      z.regex(/^[a-z0-9][a-z0-9_-]*$/, says('required_select', 'unknown_option')),
    )

export const yesOrNo = () => z.boolean(says('required_select', 'unknown_option'))

export const wholeNumber = (minimum: number, maximum: number) =>
  z.int(says('required_enter', 'not_a_number')).check(z.minimum(minimum, 'too_small'), z.maximum(maximum, 'too_large'))

/** $ 100.000.000.000: far above any balance here, far below where a number stops being exact. */
export const MONEY_MAX_CENTAVOS = 10_000_000_000_000

/** An amount that a person types: in whole pesos, since nobody knows an income to the centavo. */
export const typedPesos = (minimum: number) =>
  wholeNumber(minimum, MONEY_MAX_CENTAVOS).check(z.multipleOf(100, 'not_whole_pesos')) as unknown as z.ZodMiniType<
    Centavos,
    number
  >

/** Years in which people are born and loans end; PostgreSQL knows no year 0. */
export const CHOSEN_YEARS = /^(19|2[01])\d\d-/

/** A day that a person chooses. */
export const chosenDay = () =>
  z.iso
    .date(says('required_select', 'not_a_day'))
    .check(z.maxLength(10), z.regex(CHOSEN_YEARS, 'not_a_day')) as unknown as z.ZodMiniType<CivilDay, string>

/** Fields that belong together under one name. */
export const group = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject(shape, says('required_enter', 'not_valid'))
