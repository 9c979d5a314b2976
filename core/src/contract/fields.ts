import * as z from 'zod/mini'
import type { CivilDay } from '../calendar.ts'
import { CHOSEN_YEARS, mailAddress, mobilePhone, MONEY_MAX_CENTAVOS, sentCode } from '../form/fields.ts'
import type { Centavos } from '../money.ts'

/**
 * The atoms of the contract. Every one has a bound, because a limit on everything is what keeps a hostile or broken
 * client from filling a disk; a test walks the whole contract and refuses an atom without one.
 */

/** One line of text. Control characters have no place in a name, a label or a sentence. */
export const line = (lengthMax: number, lengthMin = 0) =>
  z.string().check(z.minLength(lengthMin), z.maxLength(lengthMax), z.regex(/^[^\p{Cc}]*$/u))

/** What a person writes in her own words, on as many lines as she likes. */
export const prose = (lengthMax: number) =>
  z.string().check(z.maxLength(lengthMax), z.regex(/^[^\p{Cc}]*(\n[^\p{Cc}]*)*$/u))

/** What a person types into a required field. */
export const typed = (lengthMax: number) => line(lengthMax, 1)

/** A name on a button, a row or an option. */
export const label = line(120)

/** A sentence or two for the person, already in her language. */
export const sentence = line(500)

/** Stable name of a thing from our own data: an option, a product, a bank, an area. */
export const slug = z.string().check(z.maxLength(40), z.regex(/^[a-z0-9][a-z0-9_-]*$/))

export const uuid = z.uuid().check(z.maxLength(36))

/** Opaque place in a list, handed back as it was given. */
export const cursor = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[A-Za-z0-9_-]+$/))

export const sha256 = z.string().check(z.maxLength(64), z.regex(/^[0-9a-f]{64}$/))

/** Version of a text or of a set of rules, as in "3" or "2026-11". */
export const version = z.string().check(z.maxLength(20), z.regex(/^[0-9A-Za-z][0-9A-Za-z.-]*$/))

/** Where the app leads out to: encrypted, unless it is on this very machine, as the sandbox is. */
export const url = z.url().check(z.maxLength(500), z.regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/)/))

export const whole = (minimum: number, maximum: number) => z.int().check(z.minimum(minimum), z.maximum(maximum))

export const count = whole(0, 1_000_000)

/** Term and other spans in calendar days. */
export const days = whole(0, 3650)

export const seconds = whole(0, 86_400)

/** Rates: 1 basis point is 0,01 %. The ceiling is far above any lawful rate and still exact. */
export const basisPoints = whole(0, 1_000_000_000)

const WIRE_MONEY = whole(0, MONEY_MAX_CENTAVOS)

/** Money. A checked whole number is money by definition, so the type says so to both sides. */
export const money = WIRE_MONEY as unknown as z.ZodMiniType<Centavos, number>

/** What is given, promised or waived: nothing is no amount of it. */
export const positiveMoney = money.check(z.refine((amount) => amount > 0))

/** A change or a balance in the books: money that may lie below zero. */
export const signedMoney = whole(-MONEY_MAX_CENTAVOS, MONEY_MAX_CENTAVOS) as unknown as z.ZodMiniType<Centavos, number>

/** A day of the Argentine calendar. */
export const day = z.iso.date().check(z.maxLength(10)) as unknown as z.ZodMiniType<CivilDay, string>

/** A day that somebody asks about or names; `day` is what she is answered with. */
export const askedDay = z.iso.date().check(z.maxLength(10), z.regex(CHOSEN_YEARS)) as unknown as z.ZodMiniType<
  CivilDay,
  string
>

/** How long something is past its day: a day that is asked about may lie far ahead. */
export const lateDays = whole(0, 100_000)

/** A moment, in UTC, as `Date.toISOString` writes it. */
export const instant = z.iso.datetime().check(z.maxLength(30))

/** Base64 of at most so many bytes. */
export const base64 = (decodedBytesMax: number) => z.base64().check(z.maxLength(Math.ceil(decodedBytesMax / 3) * 4))

/** An Argentine mobile, however it was typed; it comes out as `+549…`. */
export const phone = mobilePhone()

/** An e-mail address; it comes out in small letters. */
export const mail = mailAddress()

/** The six digits that we send. */
export const code = sentCode()

export const listOf = <Item extends z.ZodMiniType>(item: Item, lengthMax: number) =>
  z.array(item).check(z.maxLength(lengthMax))
