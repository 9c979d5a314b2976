import { formatPesos } from '@hola/core/money.ts'
import { writtenDay } from '@hola/core/written.ts'
import { enterStatement } from '../../../lending/statement/public.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'

/** Enters the transfers of a bank statement, each as a line of its own for whoever approves it. */
export const statement: Kind<'statement'> = {
  carryOut: async (tx, services, { import_id: importId }) => {
    const entered = await enterStatement(tx, services, importId)
    if (typeof entered === 'string') return new NotPossible(entered)
    const { fileName, total, transfers } = entered
    return {
      userId: null,
      orderId: null,
      effects: [
        { name: 'statement', before: null, after: fileName },
        { name: 'statement_lines', before: null, after: String(transfers.length) },
        { name: 'statement_centavos', before: null, after: total },
        ...transfers.map(({ line, orderNumber }) => ({
          name: `statement_line.${line.lineNumber}`,
          before: null,
          after: [
            writtenDay(line.paidDay),
            formatPesos(line.amount),
            orderNumber === null ? '' : `→ ${orderNumber}`,
            line.words,
          ]
            .filter((text) => text !== '')
            .join(' · ')
            .slice(0, 500),
        })),
      ],
      act: {
        act: 'enter_statement',
        details: { import_id: importId, count: transfers.length, amount_centavos: total },
      },
    }
  },
}
