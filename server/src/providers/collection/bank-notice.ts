import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CivilDay } from '@hola/core/calendar.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import { orderNumbersIn } from '@hola/core/identifiers/order-number.ts'
import type { Centavos } from '@hola/core/money.ts'
import { centavos } from '@hola/core/money.ts'
import * as z from 'zod/mini'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { adapter } from '../registry.ts'
import { accountAlias, accountNumber, matching } from '../settings-reader.ts'
import type { SignedEvent, WebhookRequest } from '../webhook.ts'
import { jsonIn } from '../webhook.ts'
import type { CollectionAdapter, CollectionLine, CollectionMeans, Collector } from './port.ts'
import { CollectionProblem, noInstructions } from './port.ts'

/** The lender's account, and what its bank signs notices about it with. */
type BankNoticeSettings = { readonly account: string; readonly alias: string | null; readonly secret: string }

const NAME = 'bank-notice'
const SECRET_LENGTH_MIN = 32
/** How far the time of a signature may be from ours. A bank that repeats a notice signs it anew. */
const TOLERANCE_MS = 5 * 60_000
/** A credit is told of soon after it came. Another date is a mistake, and would make money count on a wrong day. */
const CREDITED_AGO_MAX_MS = 90 * 86_400_000
const CREDITED_AHEAD_MAX_MS = 86_400_000
const CONCEPT_LENGTH_MAX = 200

/** Pesos in decimal digits, at most two of them behind the point: no sign, no exponent, and never a float on the way. */
const AMOUNT = /^(\d{1,10})(?:\.(\d{1,2}))?$/

const amount = z.pipe(
  z.string().check(z.regex(AMOUNT)),
  z.transform((text) => {
    const [, pesos = '', decimals = ''] = AMOUNT.exec(text) ?? []
    return centavos(Number(`${pesos}${decimals.padEnd(2, '0')}`))
  }),
)

const instant = z.pipe(
  z.string().check(
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/),
    z.refine((text) => !Number.isNaN(Date.parse(text))),
  ),
  z.transform((text) => new Date(text)),
)

/** Invisible characters would reach a terminal of the staff, and some no database. */
const concept = z.pipe(
  z.string(),
  z.transform((text) =>
    text
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, CONCEPT_LENGTH_MAX),
  ),
)

/** What is read of a notice. Whatever else it says, about the payer too, is not taken. */
const noticeShape = z.object({
  id: z.string().check(z.regex(/^[\w.:-]{1,64}$/)),
  type: z.enum(['credit', 'reversal']),
  amount: amount.check(z.refine((sum) => sum > 0)),
  currency: z.literal('ARS'),
  concept: z.nullish(concept),
  credited_at: instant,
})
type Notice = z.output<typeof noticeShape>

const accountShape = z.object({ account: z.string() })

/** When it was signed; undefined where the secret did not sign it. */
const signedAtOf = (secret: string, { body, header }: WebhookRequest): Date | undefined => {
  const [, timestamp] = /^(\d{10})$/.exec(header('x-notice-timestamp') ?? '') ?? []
  const [, signature] = /^v1=([0-9a-f]{64})$/.exec(header('x-notice-signature') ?? '') ?? []
  if (timestamp === undefined || signature === undefined) return undefined
  const made = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  return timingSafeEqual(made, Buffer.from(signature, 'hex')) ? new Date(Number(timestamp) * 1000) : undefined
}

/**
 * Transfers to an account whose bank tells of each credit by a signed webhook and cannot be asked. Its verified notice is
 * kept, and everything that is asked here is answered from what was kept.
 */
const bankNoticeCollection = (
  { account, alias, secret }: BankNoticeSettings,
  { pool, clock, machineClock, log }: CollectionMeans,
): Collector => {
  const read = (request: WebhookRequest): SignedEvent | 'forged' | 'ignored' | 'unreadable' => {
    const signedAt = signedAtOf(secret, request)
    if (signedAt === undefined) return 'forged'
    const nowMs = machineClock.now().getTime()
    if (Math.abs(nowMs - signedAt.getTime()) > TOLERANCE_MS) {
      log.warn('a bank notice was signed at another time: it is an old copy, or the clocks differ')
      return 'forged'
    }
    const json = jsonIn(request.body)
    const about = accountShape.safeParse(json)
    if (about.success && about.data.account !== account) {
      log.warn('a bank notice is about an account that is not ours')
      return 'ignored'
    }
    const shape = noticeShape.safeParse(json)
    if (!about.success || !shape.success) return 'unreadable'
    const notice = shape.data
    const agoMs = nowMs - notice.credited_at.getTime()
    if (agoMs < -CREDITED_AHEAD_MAX_MS || (notice.type === 'credit' && agoMs > CREDITED_AGO_MAX_MS)) return 'unreadable'
    return {
      // With all that must not change: a notice that contradicts an earlier one is another event, and is looked at.
      eventId: `${notice.type}-${notice.amount}-${account}-${notice.id}`,
      kind: notice.type,
      subjectId: notice.id,
      signedAt,
      keep: (tx) => keepNotice(tx, account, notice, clock.now()),
    }
  }
  const list = (wanted: Wanted): Promise<CollectionLine[]> => inTransaction(pool, (tx) => listNotices(tx, wanted))

  return {
    provider: NAME,
    webhook: { read },
    methods: [{ methodId: 'transfer', kind: 'transfer' }],
    request: async ({ expiresAt }) => ({ ...noInstructions, cvu: account, alias, expiresAt, providerRequestId: null }),
    find: async (noticeId) => (await list({ noticeId }))[0] ?? new CollectionProblem('unknown', `${NAME}: never told`),
    search: (reference) => list({ reference }),
    statement: (creditedDay) => list({ creditedDay }),
  }
}

/**
 * The first word about an id stays; a reversal alone changes it, also one that comes before its credit. Whoever comes at
 * the same moment waits for the row.
 */
const keepNotice = async (tx: Tx, account: string, notice: Notice, now: Date): Promise<'kept' | 'contradicted'> => {
  const words = notice.concept || null
  await tx.query(
    `INSERT INTO bank_notice (notice_id, account, amount_centavos, credited_day, concept, found_references, state, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'credited', $7) ON CONFLICT (notice_id) DO NOTHING`,
    [notice.id, account, notice.amount, civilDayOf(notice.credited_at), words, orderNumbersIn(words ?? ''), now],
  )
  const { rows } = await tx.query<{ account: string; amount: Centavos; state: CollectionLine['state'] }>(
    'SELECT account, amount_centavos AS amount, state FROM bank_notice WHERE notice_id = $1 FOR UPDATE',
    [notice.id],
  )
  const [known] = rows
  if (known === undefined || known.amount !== notice.amount || known.account !== account) return 'contradicted'
  if (notice.type === 'reversal' && known.state === 'credited')
    await tx.query(`UPDATE bank_notice SET state = 'reversed', reversed_at = $2 WHERE notice_id = $1`, [notice.id, now])
  return 'kept'
}

type Wanted = { readonly noticeId: string } | { readonly reference: string } | { readonly creditedDay: CivilDay }

const listNotices = async (tx: Tx, wanted: Wanted): Promise<CollectionLine[]> => {
  const [condition, value] =
    'noticeId' in wanted
      ? ['notice_id = $1', wanted.noticeId]
      : 'reference' in wanted
        ? ['found_references @> ARRAY[$1]', wanted.reference]
        : ['credited_day = $1', wanted.creditedDay]
  const { rows } = await tx.query<CollectionLine>(
    `SELECT notice_id AS "providerPaymentId", concept AS reference, state, amount_centavos AS amount,
            credited_day AS "paidDay"
       FROM bank_notice WHERE ${condition} ORDER BY received_at, notice_id`,
    [value],
  )
  return rows
}

const aSecret = `the secret that your bank signs with, at least ${SECRET_LENGTH_MIN} characters without spaces`

export const bankNotice: CollectionAdapter = adapter({
  name: NAME,
  rows: [
    {
      name: 'BANK_NOTICE_ACCOUNT',
      default: 'none',
      meaning: 'CBU or CVU of yours whose bank tells of credits by webhook; for COLLECTION=bank-notice',
    },
    { name: 'BANK_NOTICE_ALIAS', default: 'none', meaning: 'alias of that account' },
    {
      name: 'BANK_NOTICE_SECRET',
      default: 'none',
      meaning: `secret under which that bank signs its notices to PUBLIC_URL/providers/bank-notice/collection, at least ${SECRET_LENGTH_MIN} characters`,
    },
  ],
  read: ({ read, needed, complain, chosenBy }): BankNoticeSettings => {
    const [parseAccount, anAccount] = accountNumber
    const account = needed('BANK_NOTICE_ACCOUNT', parseAccount, anAccount, '')
    if (chosenBy !== undefined && account !== '' && read('TRANSFER_ACCOUNT', parseAccount, anAccount) === account)
      complain(
        'BANK_NOTICE_ACCOUNT',
        'BANK_NOTICE_ACCOUNT is the same as TRANSFER_ACCOUNT: what the bank tells of and your staff enters would count twice',
      )
    return {
      account,
      alias: read('BANK_NOTICE_ALIAS', ...accountAlias) ?? null,
      secret: needed(
        'BANK_NOTICE_SECRET',
        matching(new RegExp(`^[\\x21-\\x7e]{${SECRET_LENGTH_MIN},512}$`)),
        aSecret,
        '',
        'hidden',
      ),
    }
  },
  open: (settings, means) => bankNoticeCollection(settings, means),
})
