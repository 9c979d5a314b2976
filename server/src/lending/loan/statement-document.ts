import { writtenDni } from '@hola/core/agreement/written.ts'
import { brand } from '@hola/core/brand.ts'
import { writtenDay } from '@hola/core/written.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { LedgerAccount } from '@hola/core/ledger/ledger.ts'
import { ledgerAccounts } from '@hola/core/ledger/ledger.ts'
import type { Centavos } from '@hola/core/money.ts'
import { add, centavos, formatPesos, subtract } from '@hola/core/money.ts'
import type { PrintedDocument } from '../agreement/public.ts'
import type { Cause, HashedEntry } from '../ledger/public.ts'
import type { OrderRow } from '../order/public.ts'

/** What an account is called where it is the borrower's business. The others are the lender's side of the same money. */
const names: Readonly<Partial<Record<LedgerAccount, string>>> = {
  principal: 'Capital',
  interest: 'Intereses',
  interest_vat: 'IVA sobre intereses',
  late_one_time: 'Cargo por mora',
  late_daily: 'Interés diario por mora',
  written_off: 'Incobrable, sigue adeudado',
}

const causes: Readonly<Record<Cause, string>> = {
  payout: 'Entrega del dinero',
  accrual: 'Días transcurridos',
  payment: 'Pago recibido',
  reversal: 'Pago anulado por el banco',
  withdrawal: 'Revocación del préstamo',
  extension: 'Prórroga del vencimiento',
  refund: 'Devolución de saldo a favor',
  correction: 'Corrección',
  receipt_reversal: 'Pago cargado por error: anulado',
  waiver: 'Condonación de cargos por mora',
  waiver_reversal: 'Condonación anulada',
  write_off: 'Pase a incobrable: sigue adeudado, sin más cargos',
  write_off_reversal: 'Pase a incobrable anulado',
  plan: 'Plan de pagos acordado',
  plan_broken: 'Plan de pagos sin cumplir: sigue el préstamo como se acordó',
  plan_reversal: 'Plan de pagos anulado',
  refund_reversal: 'Devolución que no llegó: saldo a favor otra vez',
}

/** A withdrawal whose capital was not back in time. */
const LAPSED = 'Revocación sin devolución a tiempo: sigue el préstamo'

const zero = centavos(0)

const balanceOf = (amounts: readonly Centavos[], account: LedgerAccount): Centavos =>
  amounts[ledgerAccounts.indexOf(account)] ?? zero

/** What has come of a loan that was written off is no longer owed. */
const amountOf = (amounts: readonly Centavos[], account: LedgerAccount): Centavos =>
  account === 'written_off'
    ? add(balanceOf(amounts, account), balanceOf(amounts, 'recovered'))
    : balanceOf(amounts, account)

const lines = Object.entries(names) as [LedgerAccount, string][]

/** What she owes by the books: the lines that are hers, and a refund that turned out to be too much. */
const owed = (balances: readonly Centavos[]): Centavos => {
  const credit = amountOf(balances, 'borrower_credit')
  return add(...lines.map(([account]) => amountOf(balances, account)), credit > 0 ? credit : zero)
}

const creditOf = (balances: readonly Centavos[]): Centavos => {
  const credit = amountOf(balances, 'borrower_credit')
  return credit < 0 ? subtract(zero, credit) : zero
}

/** An entry, or the entries of some days on which nothing happened but that they passed. */
type Movement = {
  readonly cause: Cause
  readonly day: CivilDay
  readonly changes: readonly Centavos[]
  readonly balances: readonly Centavos[]
}

/** Days that only passed are one line: a statement is read, and each of them is in the file to verify. */
const movementsOf = (entries: readonly HashedEntry[]): Movement[] => {
  const movements: Movement[] = []
  for (const { cause, effectiveDay, changes, balances } of entries) {
    const last = movements.at(-1)
    if (cause === 'accrual' && last?.cause === 'accrual')
      movements[movements.length - 1] = {
        ...last,
        day: effectiveDay,
        changes: changes.map((change, index) => add(change, last.changes[index] ?? zero)),
        balances,
      }
    else movements.push({ cause, day: effectiveDay, changes, balances })
  }
  return movements
}

const movementRow = ({ cause, day, changes, balances }: Movement, index: number) => {
  const moved = lines
    .map(([account, name]) => ({ name, amount: amountOf(changes, account) }))
    .filter(({ amount }) => amount !== 0)
    .map(({ name, amount }) => `${name} ${formatPesos(amount)}`)
  const credit = subtract(zero, amountOf(changes, 'borrower_credit'))
  const isLapse = cause === 'withdrawal' && amountOf(changes, 'principal') > 0
  const parts = [...moved, ...(credit === 0 ? [] : [`Saldo a favor ${formatPesos(credit)}`])]
  return {
    id: `movement-${index + 1}`,
    label: `${cause === 'accrual' ? 'Hasta el ' : ''}${writtenDay(day)} · ${isLapse ? LAPSED : causes[cause]}`,
    value: [...parts, `Adeudado: ${formatPesos(owed(balances))}`].join(' · '),
  }
}

/** The books of a loan on paper, for the person who owes it. */
export const statementDocument = (
  { orderNumber, amount, arrival, dueDay }: OrderRow,
  entries: readonly HashedEntry[],
  { madeOnDay, borrower }: { madeOnDay: CivilDay; borrower: RetOf<'loan/statement'>['borrower'] },
): PrintedDocument => {
  const last = entries.at(-1)
  const balances = last?.balances ?? []
  const facts: [string, string][] = [
    ['Prestamista', `${brand.legalEntity}, CUIT ${brand.cuit}`],
    ['Titular', `${borrower.full_name}, DNI ${writtenDni(borrower.dni)}`],
    ['Préstamo', orderNumber],
    ['Emitido el', writtenDay(madeOnDay)],
    ['Monto del préstamo', formatPesos(amount)],
    ['Dinero entregado', last === undefined ? 'todavía no' : formatPesos(arrival)],
    ...(dueDay === null ? [] : [['Vencimiento', writtenDay(dueDay)] as [string, string]]),
  ]
  const standing: [string, string][] = [
    ...lines
      .filter(([account]) => account !== 'written_off' || amountOf(balances, account) !== 0)
      .map(([account, name]): [string, string] => [name, formatPesos(amountOf(balances, account))]),
    ['Total adeudado', formatPesos(owed(balances))],
    ['Pagos recibidos, menos devoluciones', formatPesos(amountOf(balances, 'collected'))],
    ['Saldo a favor', formatPesos(creditOf(balances))],
  ]
  const rowsOf = (prefix: string, rows: readonly [string, string][]) =>
    rows.map(([label, value], index) => ({ id: `${prefix}-${index + 1}`, label, value }))
  return {
    title: 'Estado de cuenta',
    sections: [
      { id: 'loan', heading: 'Tu préstamo', rows: rowsOf('loan', facts), paragraphs: [] },
      {
        id: 'standing',
        heading: last === undefined ? 'Saldos' : `Saldos al ${writtenDay(last.effectiveDay)}`,
        rows: rowsOf('standing', standing),
        paragraphs: [],
      },
      {
        id: 'movements',
        heading: 'Movimientos',
        rows: movementsOf(entries).map(movementRow),
        paragraphs: last === undefined ? ['Todavía no hay movimientos.'] : [],
      },
      ...(last === undefined
        ? []
        : [
            {
              id: 'proof',
              heading: 'Cómo verificarlo',
              rows: [
                { id: 'count', label: 'Asientos', value: String(entries.length) },
                { id: 'hash', label: 'SHA-256 del último asiento', value: last.entrySha256.toString('hex') },
              ],
              paragraphs: [
                'Cada asiento lleva el hash del anterior: nadie puede cambiar ni quitar uno sin que se note. Descargá los asientos desde la aplicación y verificalos en tu propio dispositivo; el último hash tiene que ser el que está impreso acá.',
              ],
            },
          ]),
    ],
  }
}
