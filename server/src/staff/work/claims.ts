import { isCivilDay } from '@hola/core/calendar.ts'
import type { ClaimKind } from '@hola/core/desk-contract/queue.ts'
import { maySeeWork, mayTakeWork } from '@hola/core/desk-contract/queue.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import type { Tx } from '../../platform/db/public.ts'
import { recordAct } from '../act/public.ts'
import type { Member, SignedIn } from '../member/public.ts'
import { listMembers } from '../member/public.ts'
import type { Services } from '../services.ts'
import type { Waiting } from './sources.ts'
import { sourcesOf } from './sources.ts'
import type { Claim, ItemKey } from './store.ts'
import { deleteClaim, findClaim, insertClaim, listClaims, listClaimsOf } from './store.ts'

/** All that the whole staff has in hand: a bound, far above what ten people hold. */
export const CLAIMS_MAX = 2_000

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** How the id of each kind is written: what is none must not reach the database as one. */
const shapes: Readonly<Record<ClaimKind, RegExp>> = {
  case: new RegExp(`^${uuid}$`),
  payout: new RegExp(`^${uuid}/${uuid}$`),
  suspense: /^[^/]+\/.+$/,
  request: /^.+$/,
  job: new RegExp(`^${uuid}$`),
  difference: /^[^/]+\/(payout|collection)\/\d{4}-\d\d-\d\d$/,
}

type Actor = Pick<SignedIn, 'memberId' | 'name' | 'role'>

/** Those of these things that still wait. */
const findWaiting = async (
  tx: Tx,
  services: Services,
  { kind, ids }: { readonly kind: ClaimKind; readonly ids: readonly string[] },
): Promise<Waiting[]> => {
  const known = ids.filter((id) => shapes[kind].test(id) && (kind !== 'difference' || isCivilDay(id.slice(-10))))
  if (known.length === 0) return []
  const found: Waiting[] = []
  for (const source of sourcesOf(kind))
    found.push(...(await source.list(tx, { ...services, memberId: '' }, { ids: known, limit: known.length })))
  return found
}

/** Of these claims those whose thing still waits, each with it. What is settled is nobody's any more. */
export const findClaimed = async (
  tx: Tx,
  services: Services,
  claims: readonly Claim[],
): Promise<{ readonly claim: Claim; readonly item: Waiting }[]> => {
  const claimed: { readonly claim: Claim; readonly item: Waiting }[] = []
  for (const [kind, ofKind] of Map.groupBy(claims, (claim) => claim.kind)) {
    const waiting = await findWaiting(tx, services, { kind, ids: ofKind.map(({ itemId }) => itemId) })
    for (const claim of ofKind) {
      const item = waiting.find((one) => isOf(claim, one))
      if (item !== undefined) claimed.push({ claim, item })
    }
  }
  return claimed
}

const isOf = (claim: Claim, { kind, itemId, since }: Pick<Waiting, 'kind' | 'itemId' | 'since'>): boolean =>
  claim.kind === kind && claim.itemId === itemId && claim.since.getTime() === since.getTime()

/** Lets go of what a member had in hand and is settled. */
const releaseGone = async (tx: Tx, services: Services, member: Pick<Actor, 'memberId'>): Promise<void> => {
  const claims = await listClaimsOf(tx, member.memberId)
  const live = await findClaimed(tx, services, claims)
  for (const claim of claims) if (!live.some((one) => one.claim === claim)) await deleteClaim(tx, claim)
}

const claimFor = async (
  tx: Tx,
  services: Services,
  {
    item,
    member,
  }: { readonly item: Waiting & { readonly kind: ClaimKind }; readonly member: Pick<Actor, 'memberId' | 'name'> },
): Promise<Claim | Refusal> => {
  await releaseGone(tx, services, member)
  const { kind, itemId, since } = item
  const claim = { kind, itemId, since, memberId: member.memberId, name: member.name, claimedAt: services.clock.now() }
  if (await insertClaim(tx, claim)) return claim
  const other = await findClaim(tx, claim)
  return other?.memberId === member.memberId ? other : refuse('work_taken', { name: other?.name ?? '' })
}

type Item = Waiting & { readonly kind: ClaimKind }

const demandItem = async (tx: Tx, services: Services, actor: Actor, key: ItemKey): Promise<Item | Refusal> => {
  if (!maySeeWork(actor.role, key.kind) || !mayTakeWork(actor.role, key.kind)) return refuse('not_your_role')
  const found = await findWaiting(tx, services, { kind: key.kind, ids: [key.itemId] })
  const [item] = found
  return item === undefined ? refuse('work_not_found') : { ...item, kind: key.kind }
}

/** Who has what of a kind in hand, by its id. */
export const findOwners = async (tx: Tx, services: Services, kind: ClaimKind): Promise<ReadonlyMap<string, Claim>> => {
  const claims = (await listClaims(tx, CLAIMS_MAX)).filter((claim) => claim.kind === kind)
  return new Map((await findClaimed(tx, services, claims)).map(({ claim }) => [claim.itemId, claim]))
}

const detailsOf = ({ kind, itemId }: ItemKey) => ({ kind, item_id: itemId })

/** Takes something in hand that nobody has. Taking twice is taking once. */
export const takeWork = async (tx: Tx, services: Services, actor: Actor, key: ItemKey): Promise<Claim | Refusal> => {
  const item = await demandItem(tx, services, actor, key)
  if (item instanceof Refusal) return item
  const claim = await claimFor(tx, services, { item, member: actor })
  if (claim instanceof Refusal) return claim
  await recordAct(
    tx,
    services,
    { ...actor, why: 'taken from the queue' },
    {
      act: 'take_work',
      userId: null,
      details: detailsOf(key),
    },
  )
  return claim
}

/** Whether a member may let go of what is in somebody's hand. */
const mayLetGo = ({ memberId, role }: Actor, claim: Claim): boolean =>
  claim.memberId === memberId || role === 'supervisor'

export const releaseWork = async (
  tx: Tx,
  services: Services,
  actor: Actor,
  key: ItemKey,
): Promise<Refusal | undefined> => {
  if (!mayTakeWork(actor.role, key.kind)) return refuse('not_your_role')
  const claim = await findClaim(tx, key)
  if (claim === undefined) return undefined
  if (!mayLetGo(actor, claim)) return refuse('work_not_yours')
  await deleteClaim(tx, key)
  await recordAct(
    tx,
    services,
    { ...actor, why: 'put back into the queue' },
    {
      act: 'release_work',
      userId: null,
      details: detailsOf(key),
    },
  )
  return undefined
}

/** The members who may take a kind of work. */
export const listColleagues = async (tx: Tx, kind: ClaimKind): Promise<Member[]> =>
  (await listMembers(tx)).filter(({ role, suspendedAt }) => suspendedAt === null && mayTakeWork(role, kind))

/** Gives something to a colleague, with a word for why. */
export const handOverWork = async (
  tx: Tx,
  services: Services,
  { actor, to, why }: { readonly actor: Actor; readonly to: string; readonly why: string },
  key: ItemKey,
): Promise<Claim | Refusal> => {
  const item = await demandItem(tx, services, actor, key)
  if (item instanceof Refusal) return item
  const member = (await listColleagues(tx, key.kind)).find(({ memberId }) => memberId === to)
  if (member === undefined) return refuse('staff_not_found')
  const before = await findClaim(tx, key)
  const isLive = before !== undefined && isOf(before, item)
  if (isLive && !mayLetGo(actor, before)) return refuse('work_not_yours')
  await deleteClaim(tx, key)
  const claim = await claimFor(tx, services, { item, member })
  if (claim instanceof Refusal) return claim
  await recordAct(
    tx,
    services,
    { ...actor, why },
    {
      act: 'hand_over_work',
      userId: null,
      details: { ...detailsOf(key), member_id: to },
    },
  )
  return claim
}
