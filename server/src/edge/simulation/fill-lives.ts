import { startOfDay } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { Refusal } from '@hola/core/errors.ts'
import { pesos } from '@hola/core/money.ts'
import { decideByPerson, findCase } from '../../lending/review/public.ts'
import { applyInfo, findApplication, readSteps } from '../../person/application/public.ts'
import { forgetPhotos, insertMadeUpPhotos } from '../../person/identity/public.ts'
import { inTransaction, poolOfDesk } from '../../platform/db/public.ts'
import { retOfAnswer } from '../../platform/handler.ts'
import { accountOf as accountAt, insertApplicant, someApplicant } from './applicants.ts'
import type { Chance } from './chance.ts'
import { seededChance } from './chance.ts'
import type { PastAct } from './fill-staff.ts'
import { simulatedActs } from './fill-staff.ts'
import type { Person, Planned, World } from './fill-world.ts'
import { addHappening, HOUR_MS, MINUTE_MS } from './fill-world.ts'
import type { Manner, Ways } from './life.ts'
import { beginLife, contextOf } from './life.ts'
import type { Step } from './step.ts'

// The borrowers of the made-up book: how they apply, borrow and pay, and who of the staff decides about them.

/** Most pay, some late, a few never. */
const manners: readonly [Manner, ...Manner[]] = [
  'pays_in_time',
  'pays_in_time',
  'pays_in_time',
  'pays_in_time',
  'pays_in_time',
  'pays_in_time',
  'pays_in_time',
  'pays_early',
  'pays_early',
  'pays_in_parts',
  'pays_in_parts',
  'pays_late',
  'pays_late',
  'pays_very_late',
  'pays_very_late',
  'never_pays',
  'never_pays',
  'withdraws',
  'extends',
]

/** Nearly all are paid at once or a little later; now and then an account is closed. */
const bankOf = (chance: Chance) =>
  chance.oneOf(
    chance.happens(50) ? (['closed'] as const) : (['instant', 'instant', 'delayed', 'repeatedMessages'] as const),
  )

/** Sends her application in, with what her photos have shown. */
export const submit = async (
  step: Step,
  userId: string,
  photos: Omit<Parameters<typeof insertMadeUpPhotos>[2], 'userId' | 'basic'>,
): Promise<void> => {
  const { services } = step
  await inTransaction(services.pool, async (tx) => {
    const { basic } = await readSteps(tx, services.sealer, userId)
    if (basic === null) throw new Error('an applicant without a form')
    await insertMadeUpPhotos(tx, services, { userId, basic: basic.info, ...photos })
  })
  const answer = retOfAnswer(await applyInfo(contextOf(services, userId), { submit: true }))
  if (answer instanceof Refusal) throw new Error(`not submitted: ${answer.name}`)
}

type Lives = {
  readonly world: World
  readonly seed: string
  readonly firstDay: CivilDay
  readonly days: number
  readonly hasAccountByHand: boolean
  readonly counts: Record<string, number>
  /** What the staff did in between. */
  readonly acts: PastAct[]
}

/** Begins the lives of so many borrowers; they are lived as the days of the world pass. */
export const beginLives = (
  borrowers: number,
  { world: { people, now, tillOf }, seed, firstDay, days, hasAccountByHand, counts, acts }: Lives,
): void => {
  /** Somebody of the staff decides what the rules have left to a person. */
  const decide = async ({ services, chance, now: at }: Step, userId: string): Promise<void> => {
    const desk = { ...services, pool: poolOfDesk(services.pool) }
    const problem = await inTransaction(desk.pool, async (tx) => {
      const found = await findCase(tx, desk, userId)
      const isApproved = found !== undefined && found.proposedLimit > 0 && chance.happens(600)
      acts.push({ at, by: 'Ana', act: isApproved ? 'approve' : 'refuse', userId, why: 'Revisé las fotos y el legajo' })
      return decideByPerson(
        tx,
        desk,
        isApproved
          ? { userId, outcome: 'approved', limitCentavos: found.proposedLimit, reasons: [], actor: 'Ana' }
          : { userId, outcome: 'refused', reasons: ['identity_photos_do_not_match'], actor: 'Ana' },
      )
    })
    if (problem !== undefined) throw new Error(problem.reason)
  }

  const admit: Ways['admit'] = async (step, userId) => {
    const { services, chance, now: at } = step
    const row = await inTransaction(services.pool, (tx) => findApplication(tx, userId, { locked: false }))
    const isLive = row?.state === 'approved' && (row.expiresAt?.getTime() ?? 0) > at.getTime()
    if (isLive || row?.state === 'refused') {
      // Nothing was photographed, so nothing is kept.
      await inTransaction(services.pool, (tx) => forgetPhotos(tx, { userId, at, keepsCard: false }))
      return isLive ? 'approved' : 'refused'
    }
    if (row?.state === 'in_review') {
      if (row.reviewStage === 'with_a_person') await decide(step, userId)
      return 'waiting'
    }
    const isDoubtful = chance.happens(60)
    await submit(step, userId, {
      verdict: isDoubtful ? { outcome: 'manual', reasons: ['face_uncertain'] } : { outcome: 'pass', reasons: [] },
      files: undefined,
    })
    return 'waiting'
  }

  const begin = (number: number): void => {
    const chance = seededChance(`${seed} ${number}`)
    const happenings: Planned[] = []
    let at = now
    let ownId = ''
    const person: Person = {
      get userId() {
        return ownId
      },
      chance,
      happenings,
    }
    const applicant = someApplicant(chance, number, { needsPerson: false })
    const sinceMs = chance.below(days * 24 * 60) * MINUTE_MS
    const joinsAt = new Date(Math.min(startOfDay(firstDay).getTime() + sinceMs, now.getTime() - HOUR_MS))
    const account = (luck: Chance) => accountAt(applicant, bankOf(luck))
    const { userId } = beginLife(
      {
        till: tillOf(person),
        tally: (what) => {
          counts[what] = (counts[what] ?? 0) + 1
          const done = simulatedActs[what]
          if (done !== undefined) acts.push({ ...done, at, userId: ownId })
        },
        later: (happening) =>
          addHappening(person, {
            ...happening,
            act: async (step) => {
              at = step.now
              await happening.act(step)
            },
          }),
        endsAt: now,
        ways: {
          manners,
          admit,
          join: (step, { userId: id, address }) =>
            insertApplicant(step.services, { userId: id, address, applicant, account: account(chance) }),
          accountOf: account,
          amountOf: (luck) => pesos(luck.between(4, 16) * 5_000),
          termDaysOf: (luck) => luck.oneOf([62, 62, 62, 91, 120]),
          hasAccountByHand,
        },
      },
      { chance, number: 60_000_000 + number, joinsAt },
    )
    ownId = userId
    people.set(userId, person)
  }

  for (let number = 0; number < borrowers; number += 1) begin(number)
}
