import { bad, type Checked, digitsIn, good } from './checked.ts'

/** Where money can be sent: a bank's CBU, a payment company's CVU, or the alias of either. */
export type Account =
  | { readonly kind: 'cbu'; readonly text: string; readonly bankCode: string }
  | { readonly kind: 'cvu'; readonly text: string; readonly pspPrefix: string }
  | { readonly kind: 'alias'; readonly text: string }

type AccountProblem = 'not_an_account' | 'account_length' | 'cbu_check_digit' | 'alias_length' | 'alias_characters'

/**
 * What an account field holds while somebody types. `missing` counts the characters still to come; `problem` is set as
 * soon as no further typing can make it right. Ready to be saved when nothing is missing and there is no problem.
 */
export type AccountReading = {
  /** Two digits may still become a CBU or a CVU. */
  readonly kind: 'nothing' | 'number' | Account['kind']
  /** As it is stored: only digits, or the alias in small letters. */
  readonly text: string
  /** The three digits of the bank of a CBU, once they are typed. A code that is in no list may still be right. */
  readonly bankCode: string | null
  /** The first seven digits of a CVU: a hint at whose it is, since no official list of them is published. */
  readonly pspPrefix: string | null
  readonly missing: number
  readonly problem: AccountProblem | null
}

const NUMBER_LENGTH = 22
const FIRST_BLOCK_LENGTH = 8
const ALIAS_LENGTH_MIN = 6
const ALIAS_LENGTH_MAX = 20

/** From the right, so that one row serves both blocks: seven digits and thirteen. */
const WEIGHTS = [3, 1, 7, 9]

const isBlockRight = (block: string): boolean => {
  const digits = [...block].map(Number)
  const check = digits.pop()
  const sum = digits.toReversed().reduce((total, digit, index) => total + digit * (WEIGHTS[index % 4] ?? 0), 0)
  // The second remainder matters: a sum that ends in 0 has the check digit 0, not 10.
  return check === (10 - (sum % 10)) % 10
}

export const isCvu = (digits: string): boolean => digits.startsWith('000')

const problemOfNumber = (digits: string): AccountProblem | null => {
  if (digits.length > NUMBER_LENGTH) return 'account_length'
  const isFirstTyped = digits.length >= FIRST_BLOCK_LENGTH
  if (isFirstTyped && !isBlockRight(digits.slice(0, FIRST_BLOCK_LENGTH))) return 'cbu_check_digit'
  if (digits.length < NUMBER_LENGTH) return null
  // Zeros alone satisfy the arithmetic and are nobody's account.
  if (/^0+$/.test(digits)) return 'not_an_account'
  return isBlockRight(digits.slice(FIRST_BLOCK_LENGTH)) ? null : 'cbu_check_digit'
}

const readNumber = (digits: string): AccountReading => {
  const isKnown = digits.length >= 3
  const isVirtual = isCvu(digits)
  return {
    kind: isKnown ? (isVirtual ? 'cvu' : 'cbu') : 'number',
    text: digits,
    bankCode: isKnown && !isVirtual ? digits.slice(0, 3) : null,
    pspPrefix: isVirtual && digits.length >= 7 ? digits.slice(0, 7) : null,
    missing: Math.max(0, NUMBER_LENGTH - digits.length),
    problem: problemOfNumber(digits),
  }
}

const readAlias = (text: string): AccountReading => ({
  kind: 'alias',
  text: text.toLowerCase(),
  bankCode: null,
  pspPrefix: null,
  missing: Math.max(0, ALIAS_LENGTH_MIN - text.length),
  problem: !/^[a-z0-9.-]+$/i.test(text) ? 'alias_characters' : text.length > ALIAS_LENGTH_MAX ? 'alias_length' : null,
})

/** Reads what is typed so far: digits are a number on its way, anything else an alias. */
export const readAccount = (typed: string): AccountReading => {
  const text = typed.trim()
  if (text === '') return { kind: 'nothing', text, bankCode: null, pspPrefix: null, missing: 0, problem: null }
  const digits = digitsIn(text)
  // Dots and hyphens belong to an alias, and to a number only when it is too long to be one.
  const isNumber = /^[\d ]+$/.test(text) || (/^[\d .-]+$/.test(text) && digits.length > ALIAS_LENGTH_MAX)
  return isNumber ? readNumber(digits) : readAlias(text)
}

/** A whole account, or what is wrong with it. */
export const checkAccount = (typed: string): Checked<Account, 'required_enter' | AccountProblem> => {
  const { kind, text, missing, problem } = readAccount(typed)
  if (kind === 'nothing') return bad('required_enter')
  if (problem !== null) return bad(problem)
  if (kind === 'alias') return missing > 0 ? bad('alias_length') : good({ kind, text })
  if (kind === 'number' || missing > 0) return bad('account_length')
  return good(kind === 'cbu' ? { kind, text, bankCode: text.slice(0, 3) } : { kind, text, pspPrefix: text.slice(0, 7) })
}
