import type { CivilDay } from '@hola/core/calendar.ts'
import { checkCuil } from '@hola/core/identifiers/cuil.ts'
import { orderNumbersIn } from '@hola/core/identifiers/order-number.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { SavedBasic } from '@hola/core/stored/steps.ts'
import { readSteps } from '../../person/application/public.ts'
import { indexDni } from '../../person/identity/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey, OrderRow } from '../order/public.ts'
import { accountOf, findOrder } from '../order/public.ts'
import type { Services } from '../services.ts'
import type { Lead, ReceiptRow } from './store.ts'
import { listLeads } from './store.ts'

/** For the lender's staff: which loans money may belong to that no rule could place, and what speaks for each. */

export type Evidence = {
  readonly kind: 'reference' | 'amount' | 'cuil' | 'name' | 'due_day'
  readonly says: 'match' | 'missing' | 'differs'
}

export type Candidate = OrderKey & {
  readonly orderNumber: string
  readonly dueDay: CivilDay | null
  /** What it owed on the day of the payment. */
  readonly owed: Centavos
  readonly evidence: readonly Evidence[]
  readonly matchCount: number
}

type Money = Pick<ReceiptRow, 'amount' | 'paidDay' | 'reference'>

const CANDIDATES_MAX = 20
/** A transfer carries one CUIL, or two with the payee's own. */
const CUILS_MAX = 4

/** Every tax number in what a bank or a payer wrote, with or without its hyphens. */
const cuilsIn = (words: string): string[] => {
  const found = words.match(/(?<!\d)\d{2}[-. ]?\d{7,8}[-. ]?\d(?!\d)/g) ?? []
  return found
    .flatMap((text) => {
      const read = checkCuil(text.replaceAll(/\D/g, ''))
      return read.ok ? [read.value] : []
    })
    .slice(0, CUILS_MAX)
}

/** Without accents and case: banks write capitals. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-ZÑ]+/)
    .filter((word) => word !== '')

/** Whether every part of her last name and a part of her first stand in what was written. */
const isNamed = (words: string, { first_name: first, last_name: last }: SavedBasic): boolean => {
  const written = new Set(wordsOf(words))
  return wordsOf(last).every((part) => written.has(part)) && wordsOf(first).some((part) => written.has(part))
}

const evidenceOf = (
  { amount, paidDay, reference }: Money,
  { order, owed, form, by }: { order: OrderRow; owed: Centavos; form: SavedBasic | null; by: ReadonlySet<Lead['by']> },
): Evidence[] => {
  const words = reference ?? ''
  const cuils = cuilsIn(words)
  const isNumbered = by.has('reference') || orderNumbersIn(words).includes(order.orderNumber.toUpperCase())
  const isAmount = owed === amount || order.repayment === amount || by.has('amount')
  const isHers = form !== null && cuils.includes(form.cuil)
  const isName = form !== null && isNamed(words, form)
  // Who paid is known by the tax number: only then is another name somebody else's.
  const other = form === null || cuils.length === 0 ? 'missing' : 'differs'
  return [
    { kind: 'reference', says: isNumbered ? 'match' : 'missing' },
    { kind: 'amount', says: isAmount ? 'match' : 'differs' },
    { kind: 'cuil', says: isHers ? 'match' : other },
    { kind: 'name', says: isName ? 'match' : isHers ? 'missing' : other },
    { kind: 'due_day', says: order.dueDay === paidDay ? 'match' : 'missing' },
  ]
}

/** How money compares with one loan; undefined where there is none that could take it. */
const candidateOf = async (
  tx: Tx,
  { sealer }: Pick<Services, 'sealer'>,
  money: Money,
  { key, by }: { readonly key: OrderKey; readonly by: ReadonlySet<Lead['by']> },
): Promise<Candidate | undefined> => {
  const order = await findOrder(tx, key.userId, key.orderId)
  const owed = order && accountOf(order, money.paidDay)?.payoff
  if (order === undefined || owed === undefined) return undefined
  const { basic } = await readSteps(tx, sealer, key.userId)
  const evidence = evidenceOf(money, { order, owed, form: basic?.info ?? null, by })
  const { userId, orderId, orderNumber, dueDay } = order
  const matchCount = evidence.filter(({ says }) => says === 'match').length
  return { userId, orderId, orderNumber, dueDay, owed, evidence, matchCount }
}

const leadsOf = (tx: Tx, services: Pick<Services, 'sealer'>, all: readonly Money[]): Promise<Lead[]> =>
  listLeads(
    tx,
    all.map(({ amount, paidDay, reference }, at) => ({
      at,
      amount,
      paidDay,
      numbers: reference === null ? [] : [reference, ...orderNumbersIn(reference)],
      dniIndexes: cuilsIn(reference ?? '').flatMap(
        (cuil) => indexDni(services, String(Number(cuil.slice(2, 10)))).versions,
      ),
    })),
  )

/** The loans that money may belong to, the likeliest first. */
export const findCandidates = async (
  tx: Tx,
  services: Pick<Services, 'sealer'>,
  money: Money,
): Promise<Candidate[]> => {
  const leads = Map.groupBy(await leadsOf(tx, services, [money]), ({ orderId }) => orderId)
  const found: Candidate[] = []
  for (const [, [lead, ...more]] of [...leads].slice(0, CANDIDATES_MAX)) {
    if (lead === undefined) continue
    const by = new Set([lead, ...more].map((one) => one.by))
    const candidate = await candidateOf(tx, services, money, { key: lead, by })
    if (candidate !== undefined) found.push(candidate)
  }
  return found.toSorted((one, other) => other.matchCount - one.matchCount)
}

/** How money compares with a loan that a person has named. */
export const compareWith = (
  tx: Tx,
  services: Pick<Services, 'sealer'>,
  money: Money,
  key: OrderKey,
): Promise<Candidate | undefined> => candidateOf(tx, services, money, { key, by: new Set() })

export type Summary = { readonly candidateCount: number; readonly isClear: boolean }

/**
 * How many loans each may belong to, without looking at anybody's form. Clear is what names one loan and no other, by
 * its number, or by the payer's document together with the amount.
 */
export const summariseCandidates = async (
  tx: Tx,
  services: Pick<Services, 'sealer'>,
  all: readonly Money[],
): Promise<Summary[]> => {
  const leads = await leadsOf(tx, services, all)
  return all.map((_, index) => {
    const own = Map.groupBy(
      leads.filter(({ at }) => at === index),
      ({ orderId }) => orderId,
    )
    const clear = [...own.values()].filter((of) => {
      const by = of.map((lead) => lead.by)
      return by.includes('reference') || (by.includes('dni') && by.includes('amount'))
    })
    return { candidateCount: Math.min(own.size, CANDIDATES_MAX), isClear: clear.length === 1 }
  })
}
