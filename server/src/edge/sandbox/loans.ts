import type { Services } from '../services.ts'
import type { LoansRet } from './shapes.ts'

const LOANS_SHOWN = 100

/** Loans that are being repaid, the newest first: the page moves the clock to where they are due. */
export const listLoans = async ({ pool }: Pick<Services, 'pool'>): Promise<LoansRet> => {
  const { rows } = await pool.query<LoansRet['loans'][number]>(
    `SELECT order_id, order_number, due_day FROM loan_order WHERE state = 'in_repayment'
      ORDER BY paid_out_at DESC, order_id LIMIT $1`,
    [LOANS_SHOWN],
  )
  return { loans: rows }
}
