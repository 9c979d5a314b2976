import { createHash } from 'node:crypto'
import { AGREEMENT_VERSION } from '@hola/core/agreement/agreement.ts'
import type { AgreementFacts } from '@hola/core/agreement/facts.ts'
import { testFacts } from '@hola/core/agreement/test-facts.ts'
import { Refusal } from '@hola/core/errors.ts'
import { formatPesos, pesos } from '@hola/core/money.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { keptSignature } from '@hola/core/stored/loan.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { logInSomebody, openTestServer } from '../../edge/http/test-server.ts'
import type { Borrower } from '../loan/test-borrower.ts'
import { newBorrower, readyToSign } from '../loan/test-borrower.ts'
import { sweepDrafts } from './draft-sweep.ts'
import type { Evidence } from './evidence.ts'
import { hashOf } from './evidence.ts'
import type { Agreement } from './agreements.ts'
import {
  findAgreement,
  findKeptAgreement,
  matchingAgreement,
  printAgreement,
  recordSignature,
  verifyEvidence,
} from './agreements.ts'

const DAY_MS = 24 * 3_600_000

const { pool } = await testDatabase()
let now = new Date('2026-11-16T13:05:33.250Z')
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server

const inTx = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => inTransaction(pool, work)
/** As the clocks of Argentina showed it, three hours behind all year. */
const argentine = (instant: Date): string =>
  `${new Date(instant.getTime() - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The agreement of these facts: the one that is kept already, or a new one, which then is kept. */
const agreementFor = async (userId: string, facts: AgreementFacts): Promise<Agreement> => {
  const kept = await inTx((tx) => findKeptAgreement(tx, services, userId, facts))
  const agreement = kept ?? (await printAgreement(services, userId, facts))
  if (agreement instanceof Refusal) throw new Error(agreement.name)
  return agreement
}

const facts = testFacts()
const changed = [
  ['name', { ...facts, borrower: { ...facts.borrower, fullName: 'María Belén Ejemplos' } }],
  ['account', { ...facts, account: { ...facts.account, number: '0110012900000000000017' } }],
  ['amount', testFacts({ amount: pesos(125_000) })],
  ['day', testFacts({ payoutDay: facts.withdrawalUntilDay })],
] as const

describe('an agreement that is shown', () => {
  test('is kept, and the same facts give the same one', async () => {
    const { userId } = await logInSomebody(services)
    const first = await agreementFor(userId, facts)
    const again = await agreementFor(userId, structuredClone(facts))
    expect(again).toEqual(first)
    const { rows } = await pool.query('SELECT made_at FROM agreement WHERE user_id = $1', [userId])
    expect(rows).toEqual([{ made_at: now }])
    const whole = await inTx((tx) => findAgreement(tx, services, userId, first.sha256))
    expect(whole).toMatchObject({ version: AGREEMENT_VERSION, facts, pageCount: first.pageCount })
    expect(sha256(whole?.pdf ?? Buffer.of())).toBe(first.sha256)
  })

  test('is one and the same, however many ask for it at once', async () => {
    const { userId } = await logInSomebody(services)
    const answers = await Promise.all([1, 2, 3, 4].map(() => agreementFor(userId, facts)))
    expect(new Set(answers.map((answer) => answer.sha256)).size).toBe(1)
    const { rowCount } = await pool.query('SELECT FROM agreement WHERE user_id = $1', [userId])
    expect(rowCount).toBe(1)
  })

  test('cannot be read in the database', async () => {
    const { userId } = await logInSomebody(services)
    await agreementFor(userId, facts)
    const { rows } = await pool.query<{ everything: string }>(
      'SELECT agreement::text AS everything FROM agreement WHERE user_id = $1',
      [userId],
    )
    const stored = rows[0]?.everything ?? ''
    for (const secret of ['Ejemplo', '%PDF', facts.borrower.dni])
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
  })

  test('is nobody else’s', async () => {
    const [owner, stranger] = [await logInSomebody(services), await logInSomebody(services)]
    const { sha256: hash } = await agreementFor(owner.userId, facts)
    expect(await inTx((tx) => findAgreement(tx, services, stranger.userId, hash))).toBeUndefined()
  })

  test('matches its own facts', async () => {
    const { userId } = await logInSomebody(services)
    const agreement = await agreementFor(userId, facts)
    expect(await inTx((tx) => matchingAgreement(tx, services, userId, agreement, facts))).toEqual(agreement)
    const wrong = [
      { version: '2020-01', sha256: agreement.sha256 },
      { version: agreement.version, sha256: '0'.repeat(64) },
    ]
    for (const shown of wrong)
      expect(await inTx((tx) => matchingAgreement(tx, services, userId, shown, facts))).toBeUndefined()
  })

  test.each(changed)('does not match when the %s has changed, shown or not', async (_, others) => {
    const { userId } = await logInSomebody(services)
    const agreement = await agreementFor(userId, facts)
    expect(await inTx((tx) => matchingAgreement(tx, services, userId, agreement, others))).toBeUndefined()
    await agreementFor(userId, others)
    expect(await inTx((tx) => matchingAgreement(tx, services, userId, agreement, others))).toBeUndefined()
  })
})

/** Signs a moment after whatever was signed before: the newest code is the one that counts. */
const sign = async (
  borrower: Borrower,
  wanted: { amount_centavos?: number; coupon_id?: null } = {},
): Promise<string> => {
  now = new Date(now.getTime() + 1000)
  const body = await readyToSign(services, borrower, wanted)
  const { ret, msg } = await borrower.call('loan/apply', body)
  if (ret === null) throw new Error(`not signed: ${msg}`)
  return ret.order.order_id
}

describe('loan/contract', () => {
  const offer = { of: 'offer', amount_centavos: pesos(120_000), term_days: 91, coupon_id: null } as const

  test('shows the agreement of an offer, the same as the preview names', async () => {
    const borrower = await newBorrower(server)
    const preview = await borrower.call('loan/preview', {
      amount_centavos: offer.amount_centavos,
      term_days: offer.term_days,
      coupon_id: null,
      with_agreement: true,
    })
    const { code, ret } = await borrower.call('loan/contract', offer, 'es')
    expect(code).toBe('0')
    expect(ret.agreement).toEqual(preview.ret.agreement)
    expect(ret).toMatchObject({
      title: 'Contrato de préstamo personal',
      courtesy_summary: null,
      pdf_base64: null,
      evidence: null,
    })
    const rows = Object.fromEntries(
      ret.sections.flatMap((section) => section.rows.map((row) => [row.row_id, row.value])),
    )
    const { quote } = preview.ret
    expect(rows).toMatchObject({
      arrival: formatPesos(quote.arrival_centavos),
      repayment: formatPesos(quote.repayment_centavos),
      borrower_name: 'Lucía Romero',
    })
  })

  test('adds a courtesy summary for those who do not read Spanish', async () => {
    const borrower = await newBorrower(server)
    const { ret } = await borrower.call('loan/contract', offer, 'en')
    expect(ret.courtesy_summary?.[0]).toMatch(/^Courtesy translation/)
    expect(ret.title).toBe('Contrato de préstamo personal')
  })

  test('hands out the same bytes before and after signing, and their hash is the one shown', async () => {
    const borrower = await newBorrower(server)
    const before = await borrower.call('loan/contract', { ...offer, with_pdf: true })
    const orderId = await sign(borrower, { amount_centavos: offer.amount_centavos, coupon_id: null })
    const after = await borrower.call('loan/contract', { of: 'order', order_id: orderId, with_pdf: true })
    expect(after.ret.pdf_base64).toBe(before.ret.pdf_base64)
    expect(after.ret.sections).toEqual(before.ret.sections)
    expect(sha256(Buffer.from(after.ret.pdf_base64 ?? '', 'base64'))).toBe(after.ret.agreement.sha256)
    expect(after.ret.evidence).toMatchObject({
      signed_at: now.toISOString(),
      signed_at_argentina: argentine(now),
      contact_masked: `+54 9 ••• ${borrower.address.value.slice(-4)}`,
      network_address: '127.0.0.1',
      previous_entry_sha256: null,
    })
  })

  test('shows a signed agreement in the words that were signed, whatever the facts are now', async () => {
    const borrower = await newBorrower(server)
    const orderId = await sign(borrower)
    const before = await borrower.call('loan/contract', { of: 'order', order_id: orderId })
    await pool.query('UPDATE application SET expires_at = decided_at + $2 WHERE user_id = $1', [
      borrower.userId,
      '1 millisecond',
    ])
    const after = await borrower.call('loan/contract', { of: 'order', order_id: orderId })
    expect(after.ret.sections).toEqual(before.ret.sections)
  })

  test('refuses what is not offered, and a foreign or missing order alike', async () => {
    const [borrower, stranger] = [await newBorrower(server), await newBorrower(server)]
    const orderId = await sign(borrower)
    const missing = await stranger.call('loan/contract', { of: 'order', order_id: services.random.uuid() })
    const foreign = await stranger.call('loan/contract', { of: 'order', order_id: orderId })
    expect(foreign).toEqual(missing)
    expect(foreign.code).toBe('20303')
    const unoffered = await stranger.call('loan/contract', { ...offer, term_days: 45 })
    expect(unoffered.msg).toBe('invalid loan_daycount')
  })
})

describe('the chain of evidence', () => {
  let borrower: Borrower
  let stored: Evidence[]
  const signedAt: Date[] = []
  const userAgent = `Mozilla/5.0\tTest\u0000 ${'x'.repeat(600)}`

  const entryData = (entryNumber: number) => ({
    table: 'signature_evidence',
    column: 'sealed_entry',
    row: [borrower.userId, String(entryNumber)],
  })
  const readEntries = async (): Promise<Evidence[]> => {
    const { rows } = await pool.query<{ entry_number: number; sealed_entry: Buffer }>(
      'SELECT entry_number, sealed_entry FROM signature_evidence WHERE user_id = $1 ORDER BY entry_number',
      [borrower.userId],
    )
    return rows.map((row) =>
      keptSignature.readText(services.sealer.open(row.sealed_entry, entryData(row.entry_number)).toString()),
    )
  }
  /** What somebody with the keys and the database could write in place of an entry. */
  const rewrite = async (tx: Tx, entryNumber: number, entry: Evidence, { rehash = true } = {}): Promise<void> => {
    await tx.query(
      `UPDATE signature_evidence SET sealed_entry = $3, entry_sha256 = coalesce($4, entry_sha256)
        WHERE user_id = $1 AND entry_number = $2`,
      [
        borrower.userId,
        entryNumber,
        services.sealer.seal(keptSignature.writeText(entry), entryData(entryNumber)),
        rehash ? hashOf(entry) : null,
      ],
    )
  }
  const at1 = (index: number): Evidence => {
    const entry = stored[index]
    if (entry === undefined) throw new Error(`there is no entry ${index + 1}`)
    return entry
  }

  beforeAll(async () => {
    borrower = await newBorrower(server)
    for (const amount of [50_000, 40_000, 30_000]) {
      await sign(borrower, { amount_centavos: pesos(amount) })
      signedAt.push(now)
    }
    stored = await readEntries()
  })

  test('holds what proves each signature', async () => {
    const { rows } = await pool.query<{ order_id: string; agreement_sha256: Buffer }>(
      'SELECT order_id, agreement_sha256 FROM loan_order WHERE user_id = $1',
      [borrower.userId],
    )
    const documents = new Map(rows.map((row) => [row.order_id, row.agreement_sha256.toString('hex')]))
    expect(stored).toHaveLength(3)
    for (const [index, entry] of stored.entries()) {
      expect(entry).toEqual({
        entry_number: index + 1,
        user_id: borrower.userId,
        order_id: expect.any(String),
        document_sha256: documents.get(entry.order_id),
        document_version: AGREEMENT_VERSION,
        code_challenge_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        channel: 'phone',
        contact: borrower.address.value,
        signed_at_utc: signedAt[index]?.toISOString(),
        signed_at_argentina: argentine(signedAt[index] ?? now),
        network_address: '127.0.0.1',
        user_agent: expect.any(String),
        previous_entry_sha256: index === 0 ? null : hashOf(at1(index - 1)).toString('hex'),
      })
    }
  })

  test('is intact as it is written, and for somebody who never signed', async () => {
    const { userId } = await logInSomebody(services)
    expect(await inTx((tx) => verifyEvidence(tx, services, borrower.userId))).toEqual({
      isIntact: true,
      entryCount: 3,
      lastEntrySha256: hashOf(at1(2)).toString('hex'),
    })
    expect(await inTx((tx) => verifyEvidence(tx, services, userId))).toEqual({
      isIntact: true,
      entryCount: 0,
      lastEntrySha256: null,
    })
  })

  const remove = (entryNumber: number) => async (tx: Tx) => {
    await tx.query('DELETE FROM signature_evidence WHERE user_id = $1 AND entry_number = $2', [
      borrower.userId,
      entryNumber,
    ])
  }
  const damages: readonly [
    string,
    { readonly problem: string; readonly entryNumber: number | null },
    (tx: Tx) => Promise<unknown>,
  ][] = [
    [
      'a byte of an entry was changed',
      { problem: 'entry_unreadable', entryNumber: 2 },
      (tx) =>
        tx.query(
          `UPDATE signature_evidence SET sealed_entry = set_byte(sealed_entry, 40, get_byte(sealed_entry, 40) # 1)
            WHERE user_id = $1 AND entry_number = 2`,
          [borrower.userId],
        ),
    ],
    [
      'an entry says something else, sealed anew',
      { problem: 'entry_changed', entryNumber: 2 },
      (tx) => rewrite(tx, 2, { ...at1(1), contact: '+5491100000000' }, { rehash: false }),
    ],
    [
      'an entry says something else, sealed and hashed anew',
      { problem: 'chain_broken', entryNumber: 3 },
      (tx) => rewrite(tx, 2, { ...at1(1), contact: '+5491100000000' }),
    ],
    [
      'the last entry names another document, sealed and hashed anew',
      { problem: 'other_document', entryNumber: 3 },
      (tx) => rewrite(tx, 3, { ...at1(2), document_sha256: at1(0).document_sha256 }),
    ],
    ['the first entry was removed', { problem: 'entry_missing', entryNumber: 1 }, remove(1)],
    ['an entry in the middle was removed', { problem: 'entry_missing', entryNumber: 2 }, remove(2)],
    ['the last entry was removed', { problem: 'order_without_evidence', entryNumber: null }, remove(3)],
    [
      'an entry was removed and the next one took its number',
      { problem: 'chain_broken', entryNumber: 2 },
      async (tx) => {
        await remove(2)(tx)
        await tx.query('UPDATE signature_evidence SET entry_number = 2 WHERE user_id = $1 AND entry_number = 3', [
          borrower.userId,
        ])
        await rewrite(tx, 2, { ...at1(2), entry_number: 2 })
      },
    ],
    [
      'two entries changed places',
      { problem: 'entry_unreadable', entryNumber: 2 },
      (tx) =>
        tx.query(
          `UPDATE signature_evidence AS one SET sealed_entry = other.sealed_entry, entry_sha256 = other.entry_sha256
             FROM signature_evidence AS other
            WHERE one.user_id = $1 AND other.user_id = $1
              AND one.entry_number IN (2, 3) AND other.entry_number = 5 - one.entry_number`,
          [borrower.userId],
        ),
    ],
    [
      'two entries changed places, sealed and hashed anew',
      { problem: 'entry_changed', entryNumber: 2 },
      async (tx) => {
        await rewrite(tx, 2, { ...at1(2), entry_number: 2 })
        await rewrite(tx, 3, { ...at1(1), entry_number: 3 })
      },
    ],
    [
      'the file was changed',
      { problem: 'document_changed', entryNumber: 1 },
      (tx) =>
        tx.query(
          `UPDATE agreement SET sealed_pdf = set_byte(sealed_pdf, 100, get_byte(sealed_pdf, 100) # 1)
            WHERE user_id = $1 AND sha256 = $2`,
          [borrower.userId, Buffer.from(at1(0).document_sha256, 'hex')],
        ),
    ],
    [
      'the file was exchanged, sealed anew',
      { problem: 'document_changed', entryNumber: 1 },
      (tx) =>
        tx.query('UPDATE agreement SET sealed_pdf = $3 WHERE user_id = $1 AND sha256 = $2', [
          borrower.userId,
          Buffer.from(at1(0).document_sha256, 'hex'),
          services.sealer.seal('%PDF', {
            table: 'agreement',
            column: 'sealed_pdf',
            row: [borrower.userId, at1(0).document_sha256],
          }),
        ]),
    ],
  ]

  test.each(damages)('tells that %s', async (_, found, damage) => {
    const undo = new Error('undo')
    const seen = inTx(async (tx) => {
      // The application itself could not.
      await tx.query('SET LOCAL ROLE NONE')
      await damage(tx)
      expect(await verifyEvidence(tx, services, borrower.userId)).toEqual({ isIntact: false, ...found })
      throw undo
    })
    await expect(seen).rejects.toBe(undo)
  })

  test('takes one signature for an order, and one entry of a number', async () => {
    const entry = at1(2)
    const again = inTx((tx) =>
      recordSignature(tx, services, {
        userId: borrower.userId,
        orderId: entry.order_id,
        agreement: { version: entry.document_version, sha256: entry.document_sha256 },
        codeChallengeId: entry.code_challenge_id,
        channel: 'phone',
        contact: entry.contact,
        networkAddress: '127.0.0.1',
        userAgent,
        signedAt: now,
      }),
    )
    await expect(again).rejects.toThrow(/signature_evidence_user_id_order_id_key/)
  })

  test('keeps of a client’s own words what can be shown in a line', async () => {
    const other = await newBorrower(server)
    const orderId = await sign(other)
    await pool.query('DELETE FROM signature_evidence WHERE user_id = $1', [other.userId])
    const { ret } = await other.call('loan/order', { order_id: orderId })
    await inTx((tx) =>
      recordSignature(tx, services, {
        userId: other.userId,
        orderId,
        agreement: { version: ret.order.agreement.version, sha256: ret.order.agreement.sha256 },
        codeChallengeId: services.random.uuid(),
        channel: 'mail',
        contact: 'maria@mail.example',
        networkAddress: '2001:db8::1',
        userAgent,
        signedAt: now,
      }),
    )
    const shown = await other.call('loan/contract', { of: 'order', order_id: orderId })
    expect(shown.ret.evidence).toMatchObject({
      contact_masked: 'm•••@mail.example',
      network_address: '2001:db8::1',
      user_agent: userAgent.replace('\t', ' ').replace('\u0000', ' ').slice(0, 500),
    })
  })
})

describe('the nightly sweep', () => {
  const later = (days: number) => ({ ...services, clock: { now: () => new Date(now.getTime() + days * DAY_MS) } })
  const countOf = async (userId: string): Promise<number> => {
    const { rowCount } = await pool.query('SELECT FROM agreement WHERE user_id = $1', [userId])
    return rowCount ?? 0
  }

  test('deletes what nobody signed after three days, and never what was signed', async () => {
    const borrower = await newBorrower(server)
    const orderId = await sign(borrower)
    await agreementFor(borrower.userId, facts)
    expect(await countOf(borrower.userId)).toBe(2)
    await sweepDrafts(later(3))
    expect(await countOf(borrower.userId)).toBe(2)
    await sweepDrafts(later(3.1))
    expect(await countOf(borrower.userId)).toBe(1)
    const { ret } = await borrower.call('loan/contract', { of: 'order', order_id: orderId, with_pdf: true })
    expect(ret.pdf_base64).not.toBeNull()
    expect(await inTx((tx) => verifyEvidence(tx, services, borrower.userId))).toMatchObject({ isIntact: true })
  })
})
