import { refuse } from '@hola/core/errors.ts'
import { listAddressIndexes } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Caller } from '../../platform/handler.ts'
import type { Handler, Services } from '../services.ts'
import { carryOut } from './carry-out.ts'
import { showRequest } from './show.ts'
import type { RequestRow } from './store.ts'
import { findRequest, listOwnRequests } from './store.ts'
import { readTrackingNumber } from './tracking-number.ts'
import { answerWords, stateWords } from './words.ts'

/** As many as an answer carries. */
const REQUESTS_MAX = 50

/** The number alone shows how far a request is; what it has to do with a loan is shown to its own person. */
export const state: Handler<'consumer/state'> = async ({ services, language, user }, { tracking_number: typed }) => {
  const number = typed === undefined ? undefined : readTrackingNumber(typed)
  if (typed !== undefined && number === undefined) return refuse('consumer_request_not_found')
  return inTransaction(services.pool, async (tx) => {
    const own = user === undefined ? [] : await ownRequests(tx, services, user)
    const asked = number === undefined ? own : await askedFor(tx, number)
    if (asked.length === 0 && number !== undefined) return refuse('consumer_request_not_found')
    const isOwn = (row: RequestRow): boolean => own.some(({ trackingNumber }) => trackingNumber === row.trackingNumber)
    const requests = []
    for (const row of asked) {
      const settled = await carryOut(tx, services, row.trackingNumber)
      const { request } = settled
      const answer = isOwn(row)
        ? answerWords(services, settled, { language })
        : stateWords(request.kind, request.state, language)
      requests.push(showRequest(request, answer, services.reference.holidays))
    }
    return { requests }
  })
}

const ownRequests = async (tx: Tx, { sealer }: Pick<Services, 'sealer'>, { userId }: Caller): Promise<RequestRow[]> => {
  const addressIndexes = await listAddressIndexes(tx, sealer, userId)
  return listOwnRequests(tx, { userId, addressIndexes }, REQUESTS_MAX)
}

const askedFor = async (tx: Tx, trackingNumber: string): Promise<RequestRow[]> => {
  const row = await findRequest(tx, trackingNumber)
  return row === undefined ? [] : [row]
}
