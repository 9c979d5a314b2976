import type { AgreementFacts } from '@hola/core/agreement/facts.ts'
import { writtenCuil, writtenDni } from '@hola/core/agreement/written.ts'
import { writtenDay } from '@hola/core/written.ts'
import { brand } from '@hola/core/brand.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import type { Account } from '@hola/core/loan/account.ts'
import { add, centavos, formatPesos } from '@hola/core/money.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { PrintedDocument } from '../agreement/public.ts'

/** A loan that was paid off, and who paid it. */
export type ClearanceFacts = {
  readonly borrower: Pick<AgreementFacts['borrower'], 'fullName' | 'dni' | 'cuil'>
  readonly orderNumber: string
  readonly agreementSha256: string
  readonly amount: Centavos
  readonly signedDay: CivilDay
  readonly payoutDay: CivilDay
  readonly dueDay: CivilDay
  /** The day on which the last centavo was paid. */
  readonly clearedDay: CivilDay
  /** The day on which we knew it. */
  readonly issuedDay: CivilDay
  readonly paid: Account['paid']
}

/**
 * The certificate that nothing is owed on a loan (libre deuda), in Spanish like the agreement that it ends. Made of its
 * facts and the brand alone: asked for again it is the same file.
 */
export const clearanceDocument = (facts: ClearanceFacts): PrintedDocument => {
  const { borrower, paid, orderNumber } = facts
  const { legalEntity, cuit, support } = brand
  const [dni, cuil] = [writtenDni(borrower.dni), writtenCuil(borrower.cuil)]
  const clearedDay = writtenDay(facts.clearedDay)
  const late = add(paid.lateOneTime, paid.lateDaily)
  const total = add(paid.principal, paid.interest, paid.vat, late)
  return {
    title: 'Certificado de libre deuda',
    sections: [
      {
        id: 'summary',
        heading: `Préstamo N.º ${orderNumber}`,
        rows: [{ id: 'owed', label: 'Saldo adeudado por este préstamo', value: formatPesos(centavos(0)) }],
        paragraphs: [
          `${legalEntity}, CUIT ${cuit}, certifica que ${borrower.fullName}, DNI ${dni}, CUIL ${cuil}, pagó por completo el préstamo N.º ${orderNumber} y que el ${clearedDay} dejó de adeudar por él capital, intereses, impuestos, cargos por mora y cualquier otro concepto.`,
        ],
      },
      {
        id: 'loan',
        heading: 'El préstamo',
        rows: [
          { id: 'amount', label: 'Monto del préstamo (capital)', value: formatPesos(facts.amount) },
          { id: 'signed', label: 'Fecha de la firma', value: writtenDay(facts.signedDay) },
          { id: 'payout', label: 'Fecha de entrega del dinero', value: writtenDay(facts.payoutDay) },
          { id: 'due', label: 'Vencimiento', value: writtenDay(facts.dueDay) },
          { id: 'cleared', label: 'Fecha de cancelación', value: clearedDay },
        ],
        paragraphs: [],
      },
      {
        id: 'paid',
        heading: 'Lo que se pagó',
        rows: [
          { id: 'principal', label: 'Capital', value: formatPesos(paid.principal) },
          { id: 'interest', label: 'Intereses', value: formatPesos(paid.interest) },
          { id: 'vat', label: 'IVA sobre los intereses', value: formatPesos(paid.vat) },
          ...(late === 0 ? [] : [{ id: 'late', label: 'Cargos por mora', value: formatPesos(late) }]),
          { id: 'total', label: 'Total', value: formatPesos(total) },
        ],
        paragraphs: [],
      },
      {
        id: 'validity',
        heading: 'Validez',
        rows: [
          { id: 'issued', label: 'Emitido el', value: writtenDay(facts.issuedDay) },
          { id: 'agreement', label: 'SHA-256 del contrato firmado', value: facts.agreementSha256 },
        ],
        paragraphs: [
          'Este certificado es gratuito, no vence y se puede presentar ante cualquier persona o entidad. Sirve para este préstamo; otro préstamo tiene el suyo.',
          `Para confirmarlo: ${support.email}, ${support.phone}.`,
        ],
      },
    ],
  }
}
