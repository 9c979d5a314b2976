import type { CivilDay } from '@hola/core/calendar.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { Clock } from '@hola/core/clock.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { CollectionLine, Collector, FoundPayment } from '../../providers/collection/public.ts'
import { CollectionProblem } from '../../providers/collection/public.ts'
import type { PayoutFailure, PayoutResult, Payouts } from '../../providers/payout/public.ts'
import type { Webhook } from '../../providers/webhook.ts'
import type { Chance } from './chance.ts'

/** A provider's connection broke: nobody knows whether it has heard. */
export class RailDown extends Error {
  constructor() {
    super('the connection to a provider broke')
  }
}

/** A webhook that a provider will send. The same id is the same event. */
export type RailEvent = {
  readonly subject: 'payout' | 'collection'
  readonly eventId: string
  readonly subjectId: string
  readonly at: Date
}

/** What of a provider belongs to one person's step: when it is, how her luck is, and where its webhooks go. */
export type Visit = {
  readonly clock: Clock
  readonly chance: Chance
  readonly send: (event: RailEvent) => void
  /** Nothing goes wrong any more. */
  readonly isCalm: boolean
}

export type BankPayout = {
  readonly key: string
  readonly providerPayoutId: string
  readonly amount: Centavos
  readonly failure: PayoutFailure | null
  readonly concludesAt: Date
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Credit that goes back by the same bank: an order may have several, and each has a key of its own. */
const isRefund = (key: string): boolean => key.startsWith('refund-')

/** The order that a key of ours is about, or the refund. */
const orderOf = (key: string): string => key.slice(0, 36)

const stateOf = ({ providerPayoutId, failure, concludesAt }: BankPayout, now: Date): PayoutResult => {
  if (concludesAt > now) return { kind: 'accepted', providerPayoutId }
  return failure === null
    ? { kind: 'settled', providerPayoutId, settledAt: concludesAt }
    : { kind: 'failed', providerPayoutId, reason: failure }
}

/** What a provider sends here comes from no network, so nothing is signed. */
const notByHttp: Webhook = { read: () => 'forged' }

/** Webhooks that come late, twice, in another order, or under ids of their own. */
const sendOften = (
  { chance, send, isCalm }: Visit,
  subject: RailEvent['subject'],
  subjectId: string,
  from: Date,
): void => {
  // One that nobody tells of in time: the product must ask, and hears of it days later.
  const isForgotten = !isCalm && chance.happens(80)
  const count = !isCalm && chance.happens(350) ? 2 : 1
  let eventId = chance.uuid()
  for (let number = 0; number < count; number += 1) {
    const delayMs = isForgotten ? chance.between(3, 12) * DAY_MS : chance.oneOf([0, MINUTE_MS, DAY_MS / 4, 2 * DAY_MS])
    send({ subject, eventId, subjectId, at: new Date(from.getTime() + chance.below(delayMs + MINUTE_MS)) })
    if (chance.happens(500)) eventId = chance.uuid()
  }
}

const addTo = <Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** A bank with books of its own. It pays what arrives once for each key, and answers as badly as banks do. */
export const openBank = () => {
  const byKey = new Map<string, BankPayout>()
  const byId = new Map<string, BankPayout>()
  const paidOrders = new Map<string, BankPayout>()
  const refunds: BankPayout[] = []
  const paidByDay = new Map<CivilDay, BankPayout[]>()
  /** Orders whose money left twice. */
  const paidTwice: string[] = []

  const take = (visit: Visit, key: string, amount: Centavos): BankPayout => {
    const { chance, clock, isCalm } = visit
    const now = clock.now()
    const delayMs = chance.happens(250) ? chance.between(1, 24 * 60) * MINUTE_MS : 0
    const failure =
      !isCalm && chance.happens(90)
        ? chance.oneOf<PayoutFailure>(['wrong_account', 'account_closed', 'holder_mismatch', 'limit', 'other'])
        : null
    const made: BankPayout = {
      key,
      providerPayoutId: `bank-${chance.uuid()}`,
      amount,
      failure,
      concludesAt: new Date(now.getTime() + delayMs),
    }
    byKey.set(key, made)
    byId.set(made.providerPayoutId, made)
    if (failure === null) {
      if (isRefund(key)) refunds.push(made)
      else {
        if (paidOrders.has(orderOf(key))) paidTwice.push(orderOf(key))
        paidOrders.set(orderOf(key), made)
      }
      addTo(paidByDay, civilDayOf(made.concludesAt), made)
    }
    sendOften(visit, 'payout', made.providerPayoutId, made.concludesAt)
    return made
  }

  const open = (visit: Visit): Payouts => {
    const { chance, clock, isCalm } = visit
    const goesWrong = (ofThousand: number): boolean => !isCalm && chance.happens(ofThousand)
    return {
      provider: 'sandbox',
      webhook: notByHttp,
      send: async ({ key, amount }) => {
        if (goesWrong(30)) throw new RailDown()
        if (goesWrong(30)) return { kind: 'unknown', why: 'it got lost' }
        const known = byKey.get(key)
        if (known === undefined && goesWrong(15)) return { kind: 'failed', providerPayoutId: null, reason: 'other' }
        // The lender's balance, or its signature: nothing of hers, and sent again by itself.
        if (known === undefined && goesWrong(60))
          return {
            kind: 'refused',
            providerPayoutId: null,
            fault: chance.oneOf(['balance', 'access']),
            words: 'HTTP 400',
          }
        // A bank that will not hear a key again and says so as if the payout had failed.
        if (known !== undefined && goesWrong(200)) return { kind: 'failed', providerPayoutId: null, reason: 'other' }
        const payout = known ?? take(visit, key, amount)
        if (goesWrong(40)) throw new RailDown()
        if (goesWrong(60)) return { kind: 'unknown', why: 'no answer came' }
        return stateOf(payout, clock.now())
      },
      find: async ({ key }) => {
        if (goesWrong(40)) throw new RailDown()
        if (goesWrong(40)) return { kind: 'unknown', why: 'it does not answer' }
        const payout = byKey.get(key)
        // What has just arrived is not found everywhere at once.
        if (payout === undefined || goesWrong(40)) return { kind: 'not_known' }
        return stateOf(payout, clock.now())
      },
      keyOf: async (providerPayoutId) => byId.get(providerPayoutId),
      statement: async (day) => ({
        lines: (paidByDay.get(day) ?? [])
          .filter(({ concludesAt }) => concludesAt <= clock.now())
          .map(({ key, providerPayoutId, amount }) => ({ key, providerPayoutId, amount, day })),
        unread: [],
      }),
    }
  }

  return {
    open,
    paidTwice,
    /** What left for an order, as far as it has happened. */
    paidFor: (orderId: string, now: Date): BankPayout | undefined => {
      const payout = paidOrders.get(orderId)
      return payout !== undefined && payout.concludesAt <= now ? payout : undefined
    },
    orderOfPayout: (providerPayoutId: string): string | undefined => {
      const payout = byId.get(providerPayoutId)
      return payout && orderOf(payout.key)
    },
    settled: (): readonly BankPayout[] => [...paidOrders.values()],
    /** Credit that went back. */
    refunded: (): readonly BankPayout[] => refunds,
  }
}

export type Bank = ReturnType<typeof openBank>

/** Money at the collector, by when it is what. */
type Money = {
  readonly providerPaymentId: string
  readonly reference: string | null
  readonly amount: Centavos
  readonly paidDay: CivilDay
  readonly isRejected: boolean
  readonly creditedAt: Date
  reversedAt: Date | null
}

const foundOf = (money: Money, now: Date): FoundPayment => {
  const { providerPaymentId, reference, amount, paidDay } = money
  if (money.isRejected) return { providerPaymentId, reference, state: 'rejected' }
  if (money.creditedAt > now) return { providerPaymentId, reference, state: 'pending' }
  const isReversed = money.reversedAt !== null && money.reversedAt <= now
  return { providerPaymentId, reference, state: isReversed ? 'reversed' : 'credited', amount, paidDay }
}

const isLine = (found: FoundPayment): found is CollectionLine => 'amount' in found

/** Under this name the staff enters what stands in the statement of the lender's own account. */
export const BY_HAND = 'bank-transfer'

/** The lender's own account, which cannot be asked. */
const accountByHand: Collector = {
  provider: BY_HAND,
  isEnteredByStaff: true,
  webhook: notByHttp,
  methods: [],
  request: async () => new CollectionProblem('unavailable', 'nobody asks for it here'),
  find: async () => new CollectionProblem('unknown', 'a bank account cannot be asked'),
  search: async () => [],
  statement: async () => new CollectionProblem('unknown', 'the statement of a bank account is entered by hand'),
}

/** Somebody who takes money for us, with books of its own. */
export const openTill = () => {
  const byId = new Map<string, Money>()
  const byReference = new Map<string, Money[]>()
  const byDay = new Map<CivilDay, Money[]>()
  /** What truly stands in the statement of the lender's own account, of all that the staff has entered. */
  const byHand = new Map<string, Centavos>()

  const open = ({ chance, clock, isCalm }: Visit): Collector => {
    const goesWrong = (ofThousand: number): boolean => !isCalm && chance.happens(ofThousand)
    return {
      provider: 'sandbox',
      webhook: notByHttp,
      methods: [
        { methodId: 'transfer', kind: 'transfer' },
        { methodId: 'checkout', kind: 'checkout' },
        { methodId: 'rapipago', kind: 'cash_slip' },
      ],
      request: async ({ reference, expiresAt }) => {
        if (goesWrong(20)) throw new RailDown()
        if (goesWrong(40)) return new CollectionProblem('unavailable', 'it does not answer')
        const nothing = { cvu: null, alias: null, qrText: null, checkoutUrl: null, ticketUrl: null, barcode: null }
        return { ...nothing, alias: `pay.${reference}`, expiresAt, providerRequestId: reference }
      },
      find: async (providerPaymentId) => {
        if (goesWrong(20)) throw new RailDown()
        if (goesWrong(40)) return new CollectionProblem('unavailable', 'it does not answer')
        const money = byId.get(providerPaymentId)
        return money === undefined ? new CollectionProblem('unknown', 'no such payment') : foundOf(money, clock.now())
      },
      search: async (reference) => {
        if (goesWrong(60)) return new CollectionProblem('unavailable', 'it does not answer')
        return (byReference.get(reference) ?? []).map((money) => foundOf(money, clock.now()))
      },
      statement: async (day) => (byDay.get(day) ?? []).map((money) => foundOf(money, clock.now())).filter(isLine),
    }
  }

  return {
    open,
    accountByHand,
    /** Whether a transfer that the staff has entered is there. */
    setByHand: (providerPaymentId: string, amount: Centavos, isThere: boolean): void => {
      if (isThere) byHand.set(providerPaymentId, amount)
      else byHand.delete(providerPaymentId)
    },
    /** Somebody pays now. Returns what the collector calls it. */
    pay: (
      visit: Visit,
      { reference, amount, isRejected = false }: Pick<Money, 'reference' | 'amount'> & { isRejected?: boolean },
    ): string => {
      const now = visit.clock.now()
      // Cash is carried to the collector's books some days later; the payer's day counts.
      const delayMs = visit.chance.happens(60) ? visit.chance.between(1, 3 * 24 * 60) * MINUTE_MS : 0
      const money: Money = {
        providerPaymentId: `till-${visit.chance.uuid()}`,
        reference,
        amount,
        paidDay: civilDayOf(now),
        isRejected,
        creditedAt: new Date(now.getTime() + delayMs),
        reversedAt: null,
      }
      byId.set(money.providerPaymentId, money)
      if (reference !== null) addTo(byReference, reference, money)
      addTo(byDay, money.paidDay, money)
      if (delayMs > 0) sendOften(visit, 'collection', money.providerPaymentId, now)
      sendOften(visit, 'collection', money.providerPaymentId, money.creditedAt)
      return money.providerPaymentId
    },
    /** The payer's bank takes the money back now, or as soon as it is there. */
    takeBack: (visit: Visit, providerPaymentId: string): void => {
      const money = byId.get(providerPaymentId)
      if (money === undefined || money.isRejected || money.reversedAt !== null) return
      const now = visit.clock.now()
      money.reversedAt = money.creditedAt > now ? money.creditedAt : now
      sendOften(visit, 'collection', providerPaymentId, money.reversedAt)
    },
    /** Everything that came and stayed. */
    kept: (): Centavos[] => [
      ...[...byId.values()]
        .filter((money) => !money.isRejected && money.reversedAt === null)
        .map(({ amount }) => amount),
      ...byHand.values(),
    ],
  }
}

export type Till = ReturnType<typeof openTill>
