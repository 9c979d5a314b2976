import type { Centavos } from '@hola/core/money.ts'
import { refusalReasons } from '@hola/core/review/reasons.ts'
import { findApplication } from '../../person/application/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { PhotoKind } from '../../person/identity/public.ts'
import { reasonText, reasonsToRetake } from '../../person/identity/public.ts'
import type { PersonDecision } from '../../lending/review/public.ts'
import { decideByPerson, findCase, productGrid, reasonTexts } from '../../lending/review/public.ts'
import type { Services } from '../services.ts'
import type { Act, Hand } from '../../staff/act/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import type { Answer } from './print.ts'
import { showPesos, showTime } from './print.ts'
import { DeskProblem, UsageProblem } from './problem.ts'
import type { By } from './proposals.ts'
import { propose } from './proposals.ts'
import { readOneOf } from './values.ts'

/** Says why there is nothing to decide about a person, if so. */
export const demandWaiting = async (tx: Tx, userId: string): Promise<void> => {
  const application = await findApplication(tx, userId, { locked: false })
  if (application === undefined) throw new DeskProblem(`There is no application of ${userId}.`)
  const { state, reviewStage, decidedAt } = application
  if (reviewStage === 'with_a_person') return
  const since = decidedAt === null ? '' : ` since ${showTime(decidedAt)}`
  const standing = {
    in_progress: 'the person has it in hand and has not submitted it',
    in_review: 'the rules are still at work on it',
    approved: `it is approved${since}`,
    refused: `it is refused${since}`,
  }[state]
  throw new DeskProblem(`The application of ${userId} does not wait for a person: ${standing}.`)
}

/** Decides and writes it down, both or neither. */
const decide = async (
  services: Services,
  hand: Hand,
  decision: Omit<PersonDecision, 'actor'>,
  act: Pick<Act, 'act' | 'details'>,
): Promise<void> => {
  const { userId } = decision
  await inTransaction(services.pool, async (tx) => {
    await demandWaiting(tx, userId)
    const problem = await decideByPerson(tx, services, { ...decision, actor: hand.name })
    if (problem !== undefined) throw new DeskProblem(`Not done: ${problem.reason}.`)
    await recordAct(tx, services, hand, { ...act, userId })
  })
}

const demandOffered = async (tx: Tx, limit: Centavos): Promise<void> => {
  const { amountMinCentavos: min, amountMaxCentavos: max, amountStepCentavos: step } = await productGrid(tx)
  if (limit > max)
    throw new DeskProblem(`A limit of ${showPesos(limit)} is above what the product offers, ${showPesos(max)}.`)
  if (limit < min)
    throw new DeskProblem(`A limit of ${showPesos(limit)} is below what the product offers, ${showPesos(min)}.`)
  if ((limit - min) % step !== 0)
    throw new DeskProblem(
      `A limit of ${showPesos(limit)} cannot be borrowed: the product goes from ${showPesos(min)} in steps of ${showPesos(step)}.`,
    )
}

/** Within what score and income allow one member approves; above it she proposes, and another one approves. */
export const approve = async (
  services: Services,
  { member, why }: By,
  { userId, limit, isOtherPerson }: { userId: string; limit: Centavos; isOtherPerson: boolean },
): Promise<Answer> => {
  const said = isOtherPerson ? ({ same_person: 'no' } as const) : {}
  const allowed = await inTransaction(services.pool, async (tx) => {
    await demandWaiting(tx, userId)
    await demandOffered(tx, limit)
    return (await findCase(tx, services, userId))?.proposedLimit ?? 0
  })
  if (limit > allowed)
    return propose(
      services,
      { member, why },
      { kind: 'limit', details: { user_id: userId, limit_centavos: limit, ...said } },
    )
  await decide(
    services,
    { memberId: member.memberId, name: member.name, why },
    { userId, outcome: 'approved', limitCentavos: limit, reasons: [], isOtherPerson },
    { act: 'approve', details: { limit_centavos: limit, ...said } },
  )
  return {
    text: `${userId} is approved with a limit of ${showPesos(limit)}.`,
    json: { user_id: userId, outcome: 'approved', limit_centavos: limit },
  }
}

export const refuse = async (
  services: Services,
  hand: Hand,
  { userId, reason: typed }: { userId: string; reason: string },
): Promise<Answer> => {
  const reason = readOneOf('reason', typed, refusalReasons)
  await decide(
    services,
    hand,
    { userId, outcome: 'refused', reasons: [reason] },
    { act: 'refuse', details: { reason } },
  )
  return {
    text: `${userId} is refused. The person reads: ${reasonTexts([reason], 'en').join()}`,
    json: { user_id: userId, outcome: 'refused', reason },
  }
}

/** The person gets her application back, with the photo to take again and why. */
export const askForRetake = async (
  services: Services,
  hand: Hand,
  { userId, photo, reason }: { userId: string; photo: PhotoKind; reason: string | undefined },
): Promise<Answer> => {
  const asked = `${photo}_asked_again` as const
  const possible = reasonsToRetake(photo)
  const code = possible.find((one) => one === (reason ?? asked))
  if (code === undefined)
    throw new UsageProblem(`--reason is "${reason}": for the ${photo} it must be one of ${possible.join(', ')}.`)
  await decide(
    services,
    hand,
    { userId, outcome: 'retake', reasons: [...new Set([code, asked])] },
    { act: 'retake', details: { photo, reason: code } },
  )
  return {
    text: `${userId} is asked for the ${photo} again. The person reads: ${reasonText(code)}`,
    json: { user_id: userId, outcome: 'retake', photo, reason: code },
  }
}
