import { someOf } from '@hola/core/test-proof.ts'
import { expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { openTestServer } from '../http/test-server.ts'
import { jobHandlers } from '../../job-handlers.ts'
import { simulate } from './simulate.ts'

// The looks after a step read only what it wrote. So each kind of damage is done to a book on purpose, by a trigger behind
// the product's back and with the database's own rule against it gone, and the look after that very step must notice.

type Damage = {
  readonly says: string
  /** The database's own rule, which would not let it happen. */
  readonly without?: { readonly table: string; readonly constraint: string }
  readonly when: string
  readonly does: string
}

const damages: readonly Damage[] = [
  {
    says: 'an entry sums to zero',
    without: { table: 'ledger_entry', constraint: 'entry_sums_to_zero' },
    when: 'BEFORE INSERT ON ledger_entry',
    does: 'NEW.changes[1] := NEW.changes[1] + 1',
  },
  {
    says: 'all accounts of a loan sum to zero',
    without: { table: 'ledger_entry', constraint: 'books_sum_to_zero' },
    when: 'BEFORE INSERT ON ledger_entry',
    does: 'NEW.balances[1] := NEW.balances[1] + 1',
  },
  {
    says: 'an entry says what was hashed',
    when: 'BEFORE INSERT ON ledger_entry',
    does: 'NEW.changes[1] := NEW.changes[1] + 1; NEW.changes[2] := NEW.changes[2] - 1',
  },
  {
    says: 'the books say what the terms and the payments say',
    when: 'AFTER INSERT ON ledger_entry',
    does: 'UPDATE receipt SET amount_centavos = amount_centavos + 1 WHERE order_id = NEW.order_id',
  },
  {
    says: 'an order stands where its books do',
    when: 'BEFORE UPDATE ON loan_order',
    does: `IF NEW.state = 'cleared' THEN RETURN OLD; END IF`,
  },
  {
    says: 'the right to withdraw lasts ten business days',
    when: 'BEFORE UPDATE ON loan_order',
    does: 'IF OLD.payout_day IS NULL THEN NEW.withdrawal_until_day := NEW.withdrawal_until_day + 1; END IF',
  },
  {
    says: 'a quota adds up',
    without: { table: 'quota', constraint: 'quota_adds_up' },
    when: 'BEFORE INSERT OR UPDATE ON quota',
    does: 'NEW.available_centavos := NEW.available_centavos + 1',
  },
  {
    says: 'a quota is what the orders make of it',
    when: 'BEFORE INSERT OR UPDATE ON quota',
    does: `IF NEW.available_centavos > 0 THEN
             NEW.available_centavos := NEW.available_centavos - 1; NEW.remaining_centavos := NEW.remaining_centavos + 1;
           END IF`,
  },
  {
    says: 'no loan is paid out twice',
    when: 'BEFORE INSERT ON payout_attempt',
    // Under this key the bank does not know the payout that it was asked for.
    does: `NEW.idempotency_key := NEW.idempotency_key || '-'`,
  },
]

const books = await Promise.all(
  someOf('damages that the check of the books notices', damages, 3).map(async (damage) => {
    const { pool } = await testDatabase()
    return { damage, pool, services: (await openTestServer(pool)).services }
  }),
)

test.for(books)('a step after which not "$damage.says" is noticed at once', async ({ damage, pool, services }) => {
  const { says, without, when, does } = damage
  if (without !== undefined) await pool.query(`ALTER TABLE ${without.table} DROP CONSTRAINT ${without.constraint}`)
  await pool.query(
    `CREATE FUNCTION damage() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN ${does}; RETURN NEW; END $$`,
  )
  await pool.query(`CREATE TRIGGER damage ${when} FOR EACH ROW EXECUTE FUNCTION damage()`)
  const play = simulate(services, jobHandlers, { seed: 'damage', borrowers: 20, days: 200, atOnce: 1 })
  // Of somebody's step, not of the night after it.
  await expect(play).rejects.toThrow(new RegExp(`seed damage: .* of .* at .*: ${says}: `))
})
