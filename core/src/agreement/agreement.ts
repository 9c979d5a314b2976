import { brand } from '../brand.ts'
import { COMPLAINT_ANSWER_BUSINESS_DAYS } from '../consumer.ts'
import { lateOneTimeOf } from '../loan/account.ts'
import { WHOLE_BASIS_POINTS } from '../loan/quote.ts'
import { CURRENT_RULES_VERSION } from '../loan/rules.ts'
import { WITHDRAWAL_BUSINESS_DAYS } from '../loan/withdrawal.ts'
import { formatPesos, multiplyRate, subtract } from '../money.ts'
import type { AgreementFacts } from './facts.ts'
import type { LegalItem } from './legal-items.ts'
import { ACCESS_LEGEND, AUTHORITY_LEGEND } from './legends.ts'
import { writtenDay, writtenRate } from '../written.ts'
import { writtenCuil, writtenDays, writtenDni, writtenPhone } from './written.ts'

/**
 * Of the words below. Whoever changes one of them raises it: an agreement that is stored under a version must say the
 * same when its facts are printed again.
 */
export const AGREEMENT_VERSION = '2026-11-2'

/** One figure or fact. The id is stable; the words are for the reader. */
export type AgreementRow = { readonly id: string; readonly label: string; readonly value: string }

/** The rows of a section stand above its paragraphs. */
export type AgreementSection = {
  readonly id: string
  readonly legalItems: readonly LegalItem[]
  readonly heading: string
  readonly rows: readonly AgreementRow[]
  readonly paragraphs: readonly string[]
}

export type AgreementDocument = { readonly title: string; readonly sections: readonly AgreementSection[] }

const AMORTISATION = 'un solo pago de capital, intereses e IVA al vencimiento'

const accountKinds = { cbu: 'CBU', cvu: 'CVU', alias: 'Alias' } as const

const { name: brandName, legalEntity, cuit, registryNumber, address, support } = brand
const hours = `de lunes a viernes de ${support.hours.fromHour} a ${support.hours.toHour} h`

/** What the words below are filled with, each written in one way wherever it stands. */
const writtenFacts = (facts: AgreementFacts) => {
  const { quote, pricing } = facts
  const { amount, repayment } = quote
  const lateOneTime = lateOneTimeOf({ amount, pricing, rulesVersion: CURRENT_RULES_VERSION }, repayment)
  const lateDaily = multiplyRate(quote.amount, pricing.lateDailyBasisPoints, WHOLE_BASIS_POINTS)
  return {
    amount: formatPesos(quote.amount),
    feeBefore: formatPesos(quote.feeBefore),
    feeTakenOff: formatPesos(subtract(quote.feeBefore, quote.fee)),
    fee: formatPesos(quote.fee),
    arrival: formatPesos(quote.arrival),
    interest: formatPesos(quote.interest),
    vat: formatPesos(quote.vat),
    repayment: formatPesos(quote.repayment),
    partialMin: formatPesos(facts.partialPaymentMin),
    lateOneTime: formatPesos(lateOneTime),
    lateOneTimeUnpaidMin: formatPesos(pricing.lateOneTimeUnpaidMin),
    lateDaily: formatPesos(lateDaily),
    lateMax: formatPesos(facts.lateMax),
    feeRate: writtenRate(pricing.feeBasisPoints, { short: true }),
    vatRate: writtenRate(pricing.vatBasisPoints, { short: true }),
    lateOneTimeRate: writtenRate(pricing.lateOneTimeBasisPoints, { short: true }),
    lateDailyRate: writtenRate(pricing.lateDailyBasisPoints, { short: true }),
    lateMaxRate: writtenRate(pricing.lateMaxBasisPoints, { short: true }),
    tna: writtenRate(quote.tnaBasisPoints),
    tea: writtenRate(quote.teaBasisPoints),
    cftea: writtenRate(quote.cfteaBasisPoints),
    term: writtenDays(quote.termDays),
    payoutDay: writtenDay(quote.payoutDay),
    dueDay: writtenDay(quote.dueDay),
    withdrawalUntilDay: writtenDay(facts.withdrawalUntilDay),
    madeOnDay: writtenDay(facts.madeOnDay),
  }
}

/**
 * The loan agreement, whole. It is made of the facts and the brand alone: no other number stands in it, so that what a
 * person signs is what the engine computed for her.
 */
export const agreementDocument = (facts: AgreementFacts): AgreementDocument => {
  const { borrower, account, product } = facts
  const w = writtenFacts(facts)
  const hasCoupon = facts.quote.fee < facts.quote.feeBefore

  const sections: AgreementSection[] = [
    {
      id: 'summary',
      heading: 'Resumen de las condiciones principales',
      legalItems: [
        'bcra_summary_of_key_clauses',
        'ldc_36_c_initial_outlay_and_financed_amount',
        'ldc_36_d_effective_annual_rate',
        'ldc_36_e_total_interest_or_total_cost',
        'ldc_36_f_amortisation',
        'ldc_36_g_payments',
      ],
      rows: [
        { id: 'cftea', label: 'CFTEA (Costo Financiero Total Efectivo Anual) con IVA', value: w.cftea },
        { id: 'arrival', label: 'Importe que se recibe en la cuenta', value: w.arrival },
        { id: 'repayment', label: 'Total a pagar', value: w.repayment },
        { id: 'due_day', label: 'Vencimiento', value: w.dueDay },
        { id: 'amount', label: 'Monto del préstamo (capital)', value: w.amount },
        { id: 'fee', label: 'Gastos administrativos, IVA incluido', value: w.fee },
        { id: 'interest', label: 'Intereses compensatorios', value: w.interest },
        { id: 'vat', label: `IVA (${w.vatRate}) sobre los intereses`, value: w.vat },
        { id: 'payments', label: 'Cantidad de pagos', value: 'Uno, al vencimiento' },
        { id: 'tna', label: 'TNA (Tasa Nominal Anual), fija', value: w.tna },
        { id: 'tea', label: 'TEA (Tasa Efectiva Anual)', value: w.tea },
      ],
      paragraphs: [
        `CFTEA con IVA: ${w.cftea} · TNA: ${w.tna} · TEA: ${w.tea} · Sistema de amortización: ${AMORTISATION} · Tasa fija.`,
        `Pagar antes no tiene cargo: los intereses se cuentan solamente hasta el día del pago.`,
        `Pagar después del vencimiento tiene un costo: un cargo por mora del ${w.lateOneTimeRate} del monto del préstamo, por única vez, que nunca supera lo que quede impago ese día y no se cobra si es menos de ${w.lateOneTimeUnpaidMin}, y un interés punitorio del ${w.lateDailyRate} del capital impago por cada día de atraso. La suma de ambos nunca supera ${w.lateMax}.`,
        `El préstamo se puede revocar sin costo ni explicación hasta el ${w.withdrawalUntilDay}, devolviendo el importe recibido.`,
        `No hay seguros, otros productos ni otros cargos. No se contacta a ninguna otra persona por este préstamo.`,
        `Este resumen destaca las cláusulas principales, forma parte del contrato y no reemplaza la lectura de las cláusulas que siguen.`,
      ],
    },
    {
      id: 'lender',
      heading: '1. Quién presta',
      legalItems: ['bcra_lender_identity', 'bcra_lender_registry_number'],
      rows: [
        { id: 'lender_name', label: 'Razón social', value: legalEntity },
        { id: 'lender_cuit', label: 'CUIT', value: cuit },
        { id: 'lender_address', label: 'Domicilio legal', value: address },
        {
          id: 'lender_registry',
          label: 'Registro de otros proveedores no financieros de crédito (BCRA)',
          value: `N.º ${registryNumber}`,
        },
        { id: 'lender_mail', label: 'Correo electrónico', value: support.email },
        { id: 'lender_phone', label: 'Teléfono', value: support.phone },
        { id: 'lender_whatsapp', label: 'WhatsApp', value: support.whatsapp },
        { id: 'lender_hours', label: 'Horario de atención', value: hours },
      ],
      paragraphs: [
        `La sociedad identificada en esta cláusula, que opera con la marca ${brandName}, es en adelante «la Prestamista». Está inscripta en el registro indicado y cumple las normas del Banco Central de la República Argentina (BCRA) sobre protección de las personas usuarias de servicios financieros. No es una entidad financiera y no recibe depósitos.`,
      ],
    },
    {
      id: 'borrower',
      heading: '2. Quién recibe el préstamo',
      legalItems: ['bcra_borrower_identity'],
      rows: [
        { id: 'borrower_name', label: 'Nombre y apellido', value: borrower.fullName },
        { id: 'borrower_dni', label: 'DNI', value: writtenDni(borrower.dni) },
        { id: 'borrower_cuil', label: 'CUIL', value: writtenCuil(borrower.cuil) },
        { id: 'borrower_address', label: 'Domicilio', value: borrower.address },
        ...(borrower.phone === null
          ? []
          : [{ id: 'borrower_phone', label: 'Celular', value: writtenPhone(borrower.phone) }]),
        ...(borrower.mail === null ? [] : [{ id: 'borrower_mail', label: 'Correo electrónico', value: borrower.mail }]),
      ],
      paragraphs: [
        `La persona identificada en esta cláusula, que contrata como destinataria final, es en adelante «la Persona Consumidora». Declara que actúa por cuenta propia, que los datos que dio son verdaderos, que la cuenta indicada en la cláusula 4 está a su nombre y que los fondos con los que pagará tienen origen lícito (Ley 25.246).`,
        `Se compromete a avisar si cambian su domicilio, su celular o su correo electrónico. Las comunicaciones de este contrato se dirigen a esos datos y a su cuenta en la aplicación.`,
      ],
    },
    {
      id: 'object',
      heading: '3. Objeto: descripción del préstamo',
      legalItems: ['ldc_36_a_description', 'ldc_36_b_cash_price', 'bcra_product_description'],
      rows: [
        { id: 'product', label: 'Producto', value: product.name },
        {
          id: 'product_version',
          label: 'Identificación del producto',
          value: `${product.productId}, versión ${product.version}`,
        },
        { id: 'object_amount', label: 'Monto del préstamo (capital)', value: w.amount },
        { id: 'object_term', label: 'Plazo, en días corridos', value: w.term },
        { id: 'object_currency', label: 'Moneda de entrega y de pago', value: 'Pesos argentinos' },
        { id: 'object_guarantee', label: 'Garantías, pagarés y codeudores', value: 'No se exigen' },
      ],
      paragraphs: [
        `La Prestamista da en préstamo a la Persona Consumidora una suma de dinero, a tasa fija, que esta devuelve en un solo pago. El capital no se ajusta por ningún índice ni por el valor de otra moneda.`,
        `El préstamo es de libre destino y no financia la compra de un bien o servicio determinado, de modo que no existe un precio de contado distinto del propio capital: ${w.amount} (artículo 36, incisos a y b, de la Ley 24.240).`,
      ],
    },
    {
      id: 'disbursement',
      heading: '4. Entrega del dinero y gastos administrativos',
      legalItems: ['ldc_36_c_initial_outlay_and_financed_amount', 'bcra_fees'],
      rows: [
        { id: 'financed_amount', label: 'Monto financiado (capital)', value: w.amount },
        ...(hasCoupon
          ? [
              {
                id: 'fee_before',
                label: `Gastos administrativos (${w.feeRate} del monto), IVA incluido`,
                value: w.feeBefore,
              },
              { id: 'fee_reduction', label: 'Bonificación por cupón de descuento', value: w.feeTakenOff },
              { id: 'fee_charged', label: 'Gastos administrativos que se descuentan', value: w.fee },
            ]
          : [
              {
                id: 'fee_charged',
                label: `Gastos administrativos (${w.feeRate} del monto), IVA incluido`,
                value: w.fee,
              },
            ]),
        { id: 'net_amount', label: 'Importe que se transfiere (monto menos gastos)', value: w.arrival },
        { id: 'initial_outlay', label: 'Desembolso inicial a cargo de la Persona Consumidora', value: 'Ninguno' },
        { id: 'payout_day', label: 'Día de entrega previsto', value: w.payoutDay },
        { id: 'account_institution', label: 'Entidad de la cuenta de destino', value: account.institutionName },
        { id: 'account_number', label: accountKinds[account.kind], value: account.number },
        { id: 'account_holder', label: 'Titular de la cuenta', value: account.holderName },
      ],
      paragraphs: [
        `La Prestamista transfiere el importe neto a la cuenta de destino después de la firma. Los gastos administrativos retribuyen la evaluación y el otorgamiento, se cobran una sola vez, se descuentan del monto al transferir y están incluidos en el CFTEA. Nadie puede pedir un pago o una transferencia previos para otorgar este préstamo.`,
        `Las fechas de este contrato suponen que el dinero se acredita el ${w.payoutDay}. Si se acredita otro día, el plazo, el vencimiento y el derecho de revocación se cuentan desde la acreditación y se informan en la aplicación. El monto, los gastos, los intereses, el IVA y el total a pagar al vencimiento no cambian.`,
        `Si la transferencia no puede concretarse, la Persona Consumidora puede corregir los datos de su cuenta dentro del plazo que se le informe. Si no lo hace, el contrato queda sin efecto y nada se adeuda. Hasta la acreditación no corren intereses.`,
      ],
    },
    {
      id: 'cost',
      heading: '5. Intereses, IVA y costo financiero total',
      legalItems: ['ldc_36_d_effective_annual_rate', 'ldc_36_e_total_interest_or_total_cost'],
      rows: [
        { id: 'cost_tna', label: 'TNA (Tasa Nominal Anual), fija', value: w.tna },
        { id: 'cost_tea', label: 'TEA (Tasa Efectiva Anual)', value: w.tea },
        { id: 'cost_interest', label: 'Total de intereses compensatorios', value: w.interest },
        { id: 'cost_vat', label: `IVA (${w.vatRate}) sobre los intereses`, value: w.vat },
        { id: 'cost_cftea', label: 'CFTEA (Costo Financiero Total Efectivo Anual) con IVA', value: w.cftea },
      ],
      paragraphs: [
        `Los intereses compensatorios se calculan sobre el capital impago, a interés simple, por los días corridos del plazo y sobre un año de 365 días: capital × TNA × días ÷ 365. Cada importe se redondea una sola vez al centavo más próximo.`,
        `El CFTEA expresa, como tasa efectiva anual, todo lo que cuesta el préstamo: compara el importe que se recibe con el total que se paga, e incluye los intereses, los gastos administrativos y el IVA. Se calcula así: (total a pagar ÷ importe recibido) elevado a (365 ÷ días de plazo), menos uno.`,
      ],
    },
    {
      id: 'payment',
      heading: '6. Plazo, sistema de amortización y pago',
      legalItems: ['ldc_36_f_amortisation', 'ldc_36_g_payments'],
      rows: [
        { id: 'payment_system', label: 'Sistema de amortización', value: 'Un solo pago al vencimiento' },
        { id: 'payment_count', label: 'Cantidad y periodicidad de los pagos', value: 'Un pago, al final del plazo' },
        { id: 'payment_due_day', label: 'Vencimiento', value: w.dueDay },
        { id: 'payment_capital', label: 'Capital', value: w.amount },
        { id: 'payment_interest', label: 'Intereses compensatorios', value: w.interest },
        { id: 'payment_vat', label: 'IVA sobre los intereses', value: w.vat },
        { id: 'payment_total', label: 'Importe del pago', value: w.repayment },
      ],
      paragraphs: [
        `El plazo es de ${w.term}, que se cuentan corridos desde el día en que el dinero se acredita. El capital se amortiza, y los intereses y el IVA se cancelan, en un único pago al vencimiento.`,
        `Si el vencimiento cae en sábado, domingo o feriado pasa al día hábil siguiente sin costo: por los días agregados no corren intereses ni cargos.`,
        `La Prestamista puede otorgar una prórroga del vencimiento sin intereses. Toda prórroga se informa por escrito, es gratuita y nunca empeora las condiciones de este contrato.`,
      ],
    },
    {
      id: 'extra_costs',
      heading: '7. Otros gastos, seguros y adicionales',
      legalItems: ['ldc_36_h_extra_costs', 'bcra_fees'],
      rows: [
        { id: 'insurance', label: 'Seguros', value: 'Ninguno' },
        { id: 'other_products', label: 'Otros productos o servicios asociados', value: 'Ninguno' },
        {
          id: 'other_fees',
          label: 'Comisiones y cargos distintos de los de las cláusulas 4, 5 y 10',
          value: 'Ninguno',
        },
        { id: 'other_taxes', label: 'Impuestos trasladados distintos del IVA informado', value: 'Ninguno' },
      ],
      paragraphs: [
        `La Prestamista no puede cobrar ningún importe que no figure en este contrato. Tampoco puede modificar por su sola voluntad la tasa, los gastos, los cargos ni el vencimiento, ni condicionar el préstamo a la contratación de otro producto.`,
      ],
    },
    {
      id: 'how_to_pay',
      heading: '8. Cómo se paga, pagos parciales e imputación',
      legalItems: ['partial_payments', 'allocation_order'],
      rows: [
        { id: 'partial_payment_min', label: 'Pago parcial mínimo', value: w.partialMin },
        {
          id: 'allocation',
          label: 'Orden de imputación de cada pago',
          value: '1.º cargos por mora; 2.º IVA; 3.º intereses compensatorios; 4.º capital',
        },
      ],
      paragraphs: [
        `Se paga por los medios que muestra la aplicación, sin cargo de la Prestamista por usarlos. Cada pago vale desde el día en que la Persona Consumidora lo hizo, según la constancia de quien lo recibió, y no desde que la Prestamista tuvo noticia de él. Por cada pago se entrega comprobante.`,
        `La Persona Consumidora puede hacer pagos parciales en cualquier momento, desde ${w.partialMin}; si debe menos, puede pagar ese saldo. Cada pago cancela primero los cargos por mora, después el IVA y los intereses compensatorios, y por último el capital, de modo que reduce los intereses que corren en adelante.`,
        `Quien pide pagar todo recibe un importe y la fecha hasta la que vale. Pagado dentro de esa fecha cancela el préstamo por completo, aunque entre tanto haya pasado el vencimiento.`,
        `Lo que se pague de más queda a favor de la Persona Consumidora, se muestra en su cuenta y se devuelve cuando lo pida. Pagada la totalidad, la Prestamista entrega sin cargo la constancia de libre deuda. Si una falla de la Prestamista impide pagar en término, ese atraso no genera cargos.`,
      ],
    },
    {
      id: 'early_repayment',
      heading: '9. Cancelación anticipada',
      legalItems: ['early_repayment_free'],
      rows: [{ id: 'early_fee', label: 'Comisión por cancelación anticipada, total o parcial', value: 'Ninguna' }],
      paragraphs: [
        `La Persona Consumidora puede cancelar el préstamo antes del vencimiento, en todo o en parte y en cualquier momento, sin comisión, cargo ni aviso previo. En ese caso paga el capital más los intereses y el IVA corridos hasta el día del pago, y nada por los días que faltaban. El importe exacto para cada día se muestra en la aplicación.`,
      ],
    },
    {
      id: 'late_payment',
      heading: '10. Mora',
      legalItems: ['late_charges', 'late_charges_ceiling', 'no_compounding'],
      rows: [
        {
          id: 'late_one_time',
          label: `Cargo por mora, por única vez (${w.lateOneTimeRate} del monto del préstamo), si se debe todo`,
          value: w.lateOneTime,
        },
        {
          id: 'late_one_time_unpaid_min',
          label: 'Saldo impago al vencimiento desde el que se cobra el cargo por mora',
          value: w.lateOneTimeUnpaidMin,
        },
        {
          id: 'late_daily',
          label: `Interés punitorio por día de atraso (${w.lateDailyRate} del capital impago), si se debe todo el capital`,
          value: w.lateDaily,
        },
        {
          id: 'late_max',
          label: `Tope de todos los cargos por mora (${w.lateMaxRate} del monto del préstamo)`,
          value: w.lateMax,
        },
      ],
      paragraphs: [
        `La mora se produce por el solo vencimiento del plazo (artículo 886 del Código Civil y Comercial de la Nación). Desde el primer día de atraso se debe el cargo por mora, una sola vez, y por cada día de atraso el interés punitorio sobre el capital que siga impago. Ambos incluyen su IVA.`,
        `El cargo por mora nunca supera lo que quede impago al terminar el día del vencimiento, y no se cobra cuando ese saldo es menor a ${w.lateOneTimeUnpaidMin}. Lo que se pagó en término cuenta aunque la Prestamista se entere después: los cargos que ya hubiera anotado se corrigen.`,
        `La suma del cargo por mora y de los intereses punitorios tiene un tope: nunca supera ${w.lateMax}, cualquiera sea la duración del atraso. Al llegar al tope deja de crecer.`,
        `Ni los intereses compensatorios, ni el IVA, ni los cargos por mora se capitalizan: ninguno genera intereses. Los intereses compensatorios dejan de correr al cumplirse el plazo.`,
        `La Persona Consumidora conserva el derecho de pedir a los jueces que reduzcan los intereses o los cargos que resulten desproporcionados (artículos 771 y 794 del Código Civil y Comercial de la Nación). Una deuda en mora se informa a la Central de Deudores del Sistema Financiero del BCRA, como exigen sus normas.`,
      ],
    },
    {
      id: 'withdrawal',
      heading: '11. Derecho de revocación y arrepentimiento',
      legalItems: ['bcra_revocation', 'ldc_34_withdrawal'],
      rows: [
        {
          id: 'withdrawal_until',
          label: 'Último día para revocar, con la entrega prevista',
          value: w.withdrawalUntilDay,
        },
        { id: 'withdrawal_return', label: 'Importe a devolver', value: w.arrival },
        { id: 'withdrawal_cost', label: 'Costo de la revocación', value: 'Ninguno' },
      ],
      paragraphs: [
        `LA PERSONA CONSUMIDORA TIENE DERECHO A REVOCAR LA ACEPTACIÓN DE ESTE PRÉSTAMO DENTRO DE LOS ${WITHDRAWAL_BUSINESS_DAYS} DÍAS HÁBILES CONTADOS DESDE QUE RECIBIÓ EL CONTRATO O DESDE QUE EL DINERO ESTUVO DISPONIBLE, LO QUE OCURRA ÚLTIMO, SIN COSTO NI RESPONSABILIDAD ALGUNA Y SIN EXPRESAR EL MOTIVO. Si el plazo de diez días corridos del artículo 34 de la Ley 24.240 venciera después, vale este último.`,
        `Para revocar alcanza con usar el «Botón de arrepentimiento», que está en la pantalla de inicio y no exige ingresar a la cuenta, o con escribir a ${support.email}. Dentro de las 24 horas se entrega por el mismo medio un código que identifica el pedido.`,
        `Quien revoca devuelve el importe que recibió, ${w.arrival}, por los medios de pago de la cláusula 8. No paga gastos administrativos, intereses, IVA ni cargo alguno. Si todavía no recibió el dinero, no devuelve nada.`,
      ],
    },
    {
      id: 'decent_treatment',
      heading: '12. Trato digno y reserva',
      legalItems: ['nobody_else_is_contacted', 'ldc_8bis_decent_treatment'],
      rows: [],
      paragraphs: [
        `La Prestamista se comunica por este préstamo únicamente con la Persona Consumidora, por los medios que ella dio y en horarios razonables de días hábiles. No contacta a sus familiares, referencias, vecinos, compañeros de trabajo ni empleadores, y no les informa que existe el préstamo ni una deuda. Las personas de referencia indicadas en la solicitud nunca son contactadas por una deuda.`,
        `Todo reclamo de pago respeta el trato digno y equitativo del artículo 8 bis de la Ley 24.240: sin intimidación, sin exhibir la deuda ante terceros y sin documentos que aparenten ser judiciales. Estas obligaciones alcanzan a quien cobre por cuenta de la Prestamista y a quien adquiera el crédito.`,
      ],
    },
    {
      id: 'personal_data',
      heading: '13. Datos personales',
      legalItems: ['data_purpose_and_rights', 'data_legend_access', 'data_legend_authority'],
      rows: [],
      paragraphs: [
        `La Prestamista es responsable de las bases que contienen los datos de la Persona Consumidora (Ley 25.326) y los usa para evaluar, otorgar, cobrar e informar este préstamo y para cumplir la ley. Se comunican, en lo necesario, a quien transfiere y cobra el dinero, a quien envía los mensajes, a la Central de Deudores del BCRA y a las autoridades que una norma indique. No se venden ni se ceden para publicidad.`,
        `La Persona Consumidora puede acceder a sus datos, rectificarlos, actualizarlos y pedir que se supriman desde «Mis datos» o escribiendo a ${support.email}. Los pedidos de acceso se responden dentro de los 10 días corridos y los de rectificación, actualización o supresión dentro de los 5 días hábiles.`,
        ACCESS_LEGEND,
        AUTHORITY_LEGEND,
      ],
    },
    {
      id: 'signature',
      heading: '14. Confirmación expresa, corrección de errores y firma electrónica',
      legalItems: ['bcra_correction_of_errors', 'bcra_express_confirmation', 'electronic_signature'],
      rows: [],
      paragraphs: [
        `Antes de firmar, la Persona Consumidora ve juntos el importe que recibe, el total a pagar y el CFTEA, y lee este contrato completo. Puede volver atrás cuantas veces quiera para corregir el monto, el plazo, sus datos o su cuenta, y puede abandonar la operación sin costo. El silencio no es aceptación: ninguna casilla está marcada de antemano.`,
        `El contrato se celebra con dos actos expresos y sucesivos: marcar la casilla de aceptación de este texto e ingresar un código de un solo uso, enviado al celular o al correo electrónico de la Persona Consumidora para este fin. Sin el código correcto no hay contrato.`,
        `Esos actos constituyen firma electrónica en los términos del artículo 5 de la Ley 25.506 y de los artículos 286 a 288 del Código Civil y Comercial de la Nación. No es una firma digital. Si la Persona Consumidora desconoce la firma, corresponde a la Prestamista acreditar su validez.`,
        `La Prestamista conserva la prueba de la firma: la huella SHA-256 de este archivo y la versión de su texto, la identificación del código y el medio al que se envió, la fecha y la hora (de Argentina y UTC), la dirección de red y el navegador o dispositivo. Cada registro se encadena con el anterior, de modo que una alteración se detecta. La Persona Consumidora puede consultarlo junto con el contrato firmado.`,
      ],
    },
    {
      id: 'copy',
      heading: '15. Ejemplar del contrato',
      legalItems: ['bcra_downloadable_copy'],
      rows: [
        { id: 'made_on', label: 'Fecha de este ejemplar', value: w.madeOnDay },
        { id: 'text_version', label: 'Versión del texto', value: AGREEMENT_VERSION },
      ],
      paragraphs: [
        `Este contrato se puede leer, descargar en PDF y guardar sin alteraciones antes de firmarlo. Después de firmado, el mismo archivo queda disponible sin cargo en la aplicación, en el detalle del préstamo, y la Prestamista envía una copia a quien la pida. La huella SHA-256 se muestra antes y después de la firma y permite comprobar que el archivo es el mismo.`,
      ],
    },
    {
      id: 'complaints',
      heading: '16. Consultas y reclamos',
      legalItems: ['bcra_complaint_channels'],
      rows: [
        { id: 'complaint_mail', label: 'Correo electrónico', value: support.email },
        { id: 'complaint_phone', label: 'Teléfono', value: support.phone },
        { id: 'complaint_whatsapp', label: 'WhatsApp', value: support.whatsapp },
        { id: 'complaint_hours', label: 'Atención por una persona', value: hours },
      ],
      paragraphs: [
        `La Prestamista entrega constancia de cada reclamo y lo resuelve dentro de los ${COMPLAINT_ANSWER_BUSINESS_DAYS} días hábiles. Si la respuesta no satisface a la Persona Consumidora, o no llega en término, puede acudir al BCRA, por la protección de las personas usuarias de servicios financieros (www.bcra.gob.ar), y a las autoridades de Defensa de las y los consumidores de la Nación (Ventanilla Única Federal, www.argentina.gob.ar) y de su provincia o municipio. Acudir a ellas no tiene costo.`,
      ],
    },
    {
      id: 'jurisdiction',
      heading: '17. Ley aplicable, interpretación y jueces',
      legalItems: ['ldc_36_jurisdiction', 'ldc_37_interpretation'],
      rows: [],
      paragraphs: [
        `Este contrato es de consumo y de adhesión, y se rige por la ley argentina. En caso de duda se interpreta en el sentido más favorable a la Persona Consumidora; ninguna cláusula importa renuncia a derechos que la ley le reconoce, y la que los restringiera se tiene por no convenida (artículo 37 de la Ley 24.240).`,
        `En los juicios que inicie la Prestamista es competente el tribunal del domicilio real de la Persona Consumidora, y es nulo todo pacto en contrario. En los que inicie la Persona Consumidora puede elegir además los otros que prevé el artículo 36 de la Ley 24.240.`,
        `Si la Prestamista cede el crédito lo informa antes a la Persona Consumidora, que conserva frente a quien lo adquiera todos los derechos y defensas de este contrato.`,
      ],
    },
  ]
  return { title: 'Contrato de préstamo personal', sections }
}

/** The main points in English, for those who read it better. Each line is one sentence or two. */
export const courtesySummary = (facts: AgreementFacts): string[] => {
  const w = writtenFacts(facts)
  return [
    `Courtesy translation of the main points. The Spanish agreement is the one that is signed and the only one that binds.`,
    `${legalEntity} lends you ${w.amount} for ${facts.quote.termDays} ${facts.quote.termDays === 1 ? 'day' : 'days'} at a fixed rate. After the service fee of ${w.fee}, VAT included, ${w.arrival} arrives in your account.`,
    `You repay once, ${w.repayment} on ${w.dueDay}: the amount, interest of ${w.interest} and VAT on it of ${w.vat}.`,
    `Total cost of the loan (CFTEA, VAT included): ${w.cftea} a year. Nominal rate (TNA): ${w.tna}. Effective rate (TEA): ${w.tea}.`,
    `The dates assume that the money arrives on ${w.payoutDay}. If it arrives on another day they are counted from that day; the amounts stay the same.`,
    `Paying early, in whole or in part, is free: interest counts only to the day you pay. Partial payments from ${w.partialMin}.`,
    `Paying late costs ${w.lateOneTimeRate} of the loan amount once (${w.lateOneTime} if all is owed, never more than what is unpaid on the due day, and nothing if that is less than ${w.lateOneTimeUnpaidMin}) and ${w.lateDailyRate} of the unpaid principal for each day late, VAT included, never more than ${w.lateMax} in all. Nothing is compounded.`,
    `Payments settle late charges first, then VAT and interest, then the principal.`,
    `You may withdraw until ${w.withdrawalUntilDay} at no cost by giving back the ${w.arrival} that you received.`,
    `There is no insurance, no other product and no other charge. Nobody but you is contacted about this loan.`,
    `You sign by ticking a box and typing a code that we send to you (electronic signature, Ley 25.506). The agreement can be read and downloaded before and after.`,
    `The judge is that of your own domicile, and Argentine law applies.`,
  ]
}
