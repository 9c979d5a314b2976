import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brand } from '../brand.ts'
import { addDays, civilDay } from '../calendar.ts'
import { contract } from '../contract/contract.ts'
import { centavos, formatPesos, pesos } from '../money.ts'
import {
  type AgreementDocument,
  agreementDocument,
  AGREEMENT_VERSION,
  type AgreementSection,
  courtesySummary,
} from './agreement.ts'
import { type LegalItem, legalItems } from './legal-items.ts'
import { ACCESS_LEGEND, AUTHORITY_LEGEND } from './legends.ts'
import { testFacts } from './test-facts.ts'
import { figuresIn, figuresOf, lateFigures, legalDays } from './test-figures.ts'
import { writtenDay, writtenRate } from '../written.ts'
import { writtenDays } from './written.ts'

const textOf = ({ heading, rows, paragraphs }: AgreementSection): string =>
  [heading, ...rows.flatMap(({ label, value }) => [label, value]), ...paragraphs].join('\n')

const wholeText = ({ title, sections }: AgreementDocument): string => [title, ...sections.map(textOf)].join('\n')

const facts = testFacts()
const { borrower, quote, pricing } = facts
const agreement = agreementDocument(facts)

/** The words without which an item is not fulfilled, all of them in one section that says it fulfils it. */
const proofs: Record<LegalItem, readonly (string | RegExp)[]> = {
  ldc_36_a_description: [/descripción del préstamo/, facts.product.name],
  ldc_36_b_cash_price: [/precio de contado/, formatPesos(quote.amount)],
  ldc_36_c_initial_outlay_and_financed_amount: [
    /Desembolso inicial .*\nNinguno/,
    /Monto financiado/,
    formatPesos(quote.amount),
    formatPesos(quote.arrival),
  ],
  ldc_36_d_effective_annual_rate: [/Tasa Efectiva Anual/, writtenRate(quote.teaBasisPoints)],
  ldc_36_e_total_interest_or_total_cost: [
    /Total de intereses/,
    formatPesos(quote.interest),
    /Costo Financiero Total/,
    writtenRate(quote.cfteaBasisPoints),
  ],
  ldc_36_f_amortisation: [/Sistema de amortización\nUn solo pago al vencimiento/],
  ldc_36_g_payments: [
    /Cantidad y periodicidad de los pagos\nUn pago/,
    formatPesos(quote.repayment),
    writtenDay(quote.dueDay),
  ],
  ldc_36_h_extra_costs: [/Seguros\nNinguno/, /Otros productos .*\nNinguno/, /Comisiones .*\nNinguno/],
  bcra_summary_of_key_clauses: [/Resumen/, /Pagar antes/, /Pagar después/, /revocar/, /Total a pagar/, /CFTEA/],
  bcra_product_description: [/tasa fija/, /un solo pago/, /Pesos argentinos/, writtenDays(quote.termDays)],
  bcra_lender_identity: [brand.legalEntity, brand.cuit, brand.address],
  bcra_lender_registry_number: [/otros proveedores no financieros de crédito/, brand.registryNumber],
  bcra_borrower_identity: [borrower.fullName, '12.345.678', '27-12345678-0', borrower.address],
  bcra_fees: [/Gastos administrativos/, formatPesos(quote.fee), writtenRate(pricing.feeBasisPoints, { short: true })],
  bcra_revocation: [/10 DÍAS HÁBILES/, /RECIBIÓ EL CONTRATO/, /DINERO ESTUVO DISPONIBLE/, /LO QUE OCURRA ÚLTIMO/],
  bcra_correction_of_errors: [/corregir el monto, el plazo, sus datos o su cuenta/],
  bcra_express_confirmation: [/El silencio no es aceptación/, /marcar la casilla/, /código/],
  bcra_downloadable_copy: [/descargar en PDF/, /antes de firmarlo/, /Después de firmado/],
  bcra_complaint_channels: [brand.support.email, brand.support.phone, brand.support.whatsapp, /BCRA/, /consumidores/],
  ldc_34_withdrawal: [/Botón de arrepentimiento/, /artículo 34/, /diez días corridos/],
  ldc_36_jurisdiction: [/tribunal del domicilio real de la Persona Consumidora/, /nulo todo pacto en contrario/],
  ldc_8bis_decent_treatment: [/artículo 8 bis/, /trato digno/],
  ldc_37_interpretation: [/más favorable a la Persona Consumidora/, /artículo 37/],
  late_charges: [
    /por única vez/,
    writtenRate(pricing.lateOneTimeBasisPoints, { short: true }),
    writtenRate(pricing.lateDailyBasisPoints, { short: true }),
    /nunca supera lo que quede impago/,
    formatPesos(pricing.lateOneTimeUnpaidMin),
  ],
  late_charges_ceiling: [/tope/, formatPesos(facts.lateMax)],
  no_compounding: [/se capitalizan: ninguno genera intereses/],
  early_repayment_free: [/Comisión por cancelación anticipada.*\nNinguna/, /sin comisión/],
  partial_payments: [/pagos parciales en cualquier momento/, formatPesos(facts.partialPaymentMin)],
  allocation_order: [/cargos por mora; .* IVA; .* intereses compensatorios; .* capital/],
  nobody_else_is_contacted: [/únicamente con la Persona Consumidora/, /No contacta a sus familiares/],
  data_purpose_and_rights: [/Ley 25\.326/, /rectificarlos, actualizarlos y pedir que se supriman/],
  data_legend_access: [ACCESS_LEGEND],
  data_legend_authority: [AUTHORITY_LEGEND],
  electronic_signature: [/Ley 25\.506/, /firma electrónica/, /SHA-256/],
}

const missingItems = ({ sections }: AgreementDocument): LegalItem[] =>
  legalItems.filter(
    (item) =>
      !sections
        .filter((section) => section.legalItems.includes(item))
        .map(textOf)
        .some((text) =>
          proofs[item].every((proof) => (typeof proof === 'string' ? text.includes(proof) : proof.test(text))),
        ),
  )

describe('what the law asks for', () => {
  test('is all there', () => {
    expect(missingItems(agreement)).toEqual([])
  })

  test.each(legalItems)('%s is missed when its words are taken out, or its sections do not claim it', (item) => {
    const wordless = agreement.sections.map((section) =>
      section.legalItems.includes(item) ? { ...section, rows: [], paragraphs: [] } : section,
    )
    const unclaimed = agreement.sections.map((section) => ({
      ...section,
      legalItems: section.legalItems.filter((other) => other !== item),
    }))
    expect(missingItems({ ...agreement, sections: wordless })).toContain(item)
    expect(missingItems({ ...agreement, sections: unclaimed })).toEqual([item])
  })

  test('comes after a summary that stands first and shows the total cost first', () => {
    expect(agreement.sections[0]?.id).toBe('summary')
    expect(agreement.sections[0]?.rows[0]).toEqual({
      id: 'cftea',
      label: expect.stringContaining('CFTEA'),
      value: '299,90\u00A0%',
    })
  })
})

const someFacts = fc
  .record({
    amount: fc.integer({ min: 1, max: 500_000 }).map((count) => pesos(count)),
    termDays: fc.integer({ min: 1, max: 400 }),
    payoutDay: fc.integer({ min: 0, max: 1500 }).map((days) => addDays(civilDay('2026-01-01'), days)),
    pricing: fc.record({
      feeBasisPoints: fc.integer({ min: 0, max: 5000 }),
      tnaBasisPoints: fc.integer({ min: 0, max: 30_000 }),
      vatBasisPoints: fc.integer({ min: 0, max: 3000 }),
      lateOneTimeBasisPoints: fc.integer({ min: 0, max: 2000 }),
      lateOneTimeUnpaidMin: fc.integer({ min: 1, max: 500_000 }).map((count) => centavos(count)),
      lateDailyBasisPoints: fc.integer({ min: 0, max: 1000 }),
      lateMaxBasisPoints: fc.integer({ min: 0, max: 20_000 }),
    }),
    feeReduction: fc.integer({ min: 0, max: 10_000_00 }).map((count) => centavos(count)),
    partialPaymentMin: fc.integer({ min: 1, max: 500_000 }).map((count) => centavos(count)),
  })
  // A yearly rate of a day's loan with half of it kept back is beyond what can be stated.
  .filter(({ termDays, pricing }) => termDays >= 20 || pricing.feeBasisPoints < 100)

describe('the numbers', () => {
  test('are those of the pictures', () => {
    expect(figuresIn(wholeText(agreement))).toEqual(
      expect.arrayContaining([
        '$\u00A0120.000,00',
        '$\u00A012.000,00',
        '$\u00A0108.000,00',
        '$\u00A026.926,03',
        '$\u00A05.654,47',
        '$\u00A0152.580,50',
        '15/02/2027',
        '125,24\u00A0%',
        '299,90\u00A0%',
        '91\u00A0días',
      ]),
    )
  })

  test('are all facts, and all facts are there, whatever the loan', () => {
    fc.assert(
      fc.property(someFacts, (input) => {
        const given = testFacts(input)
        const known = [...figuresOf(given), ...lateFigures(given)]
        const takenOff = formatPesos(centavos(given.quote.feeBefore - given.quote.fee))
        const text = wholeText(agreementDocument(given))
        const printed = new Set(figuresIn(text))
        expect([...printed].filter((figure) => ![...known, takenOff, ...legalDays].includes(figure))).toEqual([])
        expect(known.filter((figure) => !printed.has(figure))).toEqual([])
        expect(printed.has(takenOff) || given.quote.fee === given.quote.feeBefore).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('of the courtesy summary are facts too', () => {
    const known = [...figuresOf(facts), ...lateFigures(facts)]
    expect(figuresIn(courtesySummary(facts).join('\n')).filter((figure) => !known.includes(figure))).toEqual([])
  })
})

const valuesOf = ({ sections }: AgreementDocument): Record<string, string> =>
  Object.fromEntries(sections.flatMap(({ rows }) => rows.map(({ id, value }) => [id, value])))

describe('the document', () => {
  test('names the person, the account and the product', () => {
    expect(valuesOf(agreement)).toMatchObject({
      borrower_name: 'María Belén Ejemplo',
      borrower_dni: '12.345.678',
      borrower_cuil: '27-12345678-0',
      borrower_address: borrower.address,
      borrower_phone: '+54\u00A09\u00A011\u00A02345\u00A06789',
      borrower_mail: 'maria@mail.example',
      account_institution: 'Banco de Ejemplo',
      account_number: '2850590940090418135201',
      account_holder: 'María Belén Ejemplo',
      product: 'Préstamo en un solo pago',
      product_version: 'single-payment, versión 1',
      text_version: AGREEMENT_VERSION,
    })
  })

  test.each(['phone', 'mail'] as const)('leaves out a %s that was not given', (contact) => {
    const rows = valuesOf(agreementDocument({ ...facts, borrower: { ...borrower, [contact]: null } }))
    expect(rows).not.toHaveProperty(`borrower_${contact}`)
  })

  test('shows what a coupon takes off the fee, at most the whole fee', () => {
    const withCoupon = (reduction: number) => valuesOf(agreementDocument(testFacts({ feeReduction: pesos(reduction) })))
    expect(withCoupon(5000)).toMatchObject({
      fee_before: '$\u00A012.000,00',
      fee_reduction: '$\u00A05.000,00',
      fee_charged: '$\u00A07.000,00',
      net_amount: '$\u00A0113.000,00',
    })
    expect(withCoupon(50_000)).toMatchObject({ fee_reduction: '$\u00A012.000,00', fee_charged: '$\u00A00,00' })
    expect(withCoupon(0)).not.toHaveProperty('fee_reduction')
  })

  test('keeps the blanks of a model as they are', () => {
    const blank = '[…]'
    const model = agreementDocument({
      ...facts,
      borrower: { fullName: blank, dni: blank, cuil: blank, address: blank, phone: blank, mail: blank },
      account: { institutionName: blank, kind: 'cbu', number: blank, holderName: blank },
    })
    expect(valuesOf(model)).toMatchObject({
      borrower_name: blank,
      borrower_dni: blank,
      borrower_cuil: blank,
      borrower_phone: blank,
      account_number: blank,
    })
  })

  test('never shouts', () => {
    expect(wholeText(agreement) + courtesySummary(facts).join()).not.toMatch(/[!¡]/)
  })

  test('fits the contract of loan/contract, also with the longest names', () => {
    const long = testFacts(
      {},
      {
        borrower: {
          ...borrower,
          fullName: 'Ñ'.repeat(121),
          address: 'W'.repeat(300),
          mail: `${'m'.repeat(242)}@mail.example`,
        },
      },
    )
    const asSent = agreementDocument(long).sections.map(({ id, heading, paragraphs, rows }) => ({
      section_id: id,
      heading,
      paragraphs: [...paragraphs],
      rows: rows.map((row) => ({ row_id: row.id, label: row.label, value: row.value })),
    }))
    const { sections, courtesy_summary: summary } = contract['loan/contract'].ret.shape
    expect(sections.safeParse(asSent).error).toBeUndefined()
    expect(summary.safeParse(courtesySummary(long)).error).toBeUndefined()
    const ids = asSent.flatMap(({ section_id: id, rows }) => [id, ...rows.map(({ row_id: rowId }) => rowId)])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has a courtesy summary in English that says what it is', () => {
    expect(courtesySummary(facts)[0]).toMatch(/^Courtesy translation.*Spanish agreement.*binds/)
  })
})
