import type { WireLanguage } from '@hola/core/language.ts'
import type { PayMethod } from '../../providers/collection/public.ts'

type Words = { readonly name: string; readonly steps: readonly string[]; readonly creditedText: string }

const slipSteps = (network: string) => ({
  en: [
    'Ask for the slip. It has a barcode and an expiry date.',
    `Take it to any ${network} counter, printed or on your phone, and pay in cash.`,
    'If you pay everything off, the amount is good until that date: paid by then, nothing is left to pay.',
    'Keep the receipt until the payment is shown here.',
  ],
  es: [
    'Pedí el cupón de pago. Tiene un código de barras y una fecha de vencimiento.',
    `Llevalo a cualquier sucursal de ${network}, impreso o en el celular, y pagá en efectivo.`,
    'Si vas a pagar todo, el monto vale hasta esa fecha: si pagás antes de que venza, no queda nada por pagar.',
    'Guardá el comprobante hasta que veas el pago acá.',
  ],
})

const slipCredited = {
  en: 'Credited within two business hours. It counts on the day you pay.',
  es: 'Se acredita dentro de las dos horas hábiles. Cuenta el día en que pagás.',
}

/** How each way to pay is called and done. */
export const methodWords: Readonly<Record<PayMethod['methodId'], Readonly<Record<WireLanguage, Words>>>> = {
  transfer: {
    en: {
      name: 'Bank transfer',
      steps: [
        'Copy the CVU or the alias, and the reference.',
        'In your bank or wallet, transfer the exact amount to that account.',
        'Paste the reference as the concept or message: it tells us that the payment is yours.',
      ],
      creditedText: 'Credited in minutes, day and night. It counts on the day you pay.',
    },
    es: {
      name: 'Transferencia',
      steps: [
        'Copiá el CVU o el alias, y la referencia.',
        'En tu banco o billetera virtual, transferí el monto exacto a esa cuenta.',
        'Pegá la referencia en el concepto o mensaje: así sabemos que el pago es tuyo.',
      ],
      creditedText: 'Se acredita en minutos, de día y de noche. Cuenta el día en que pagás.',
    },
  },
  checkout: {
    en: {
      name: 'Online payment',
      steps: [
        'Open the payment page by the button.',
        'Pay with a debit card, or with the money of your account there.',
        'Come back here: the payment is shown as soon as it is credited.',
      ],
      creditedText: 'Credited at once. It counts on the day you pay.',
    },
    es: {
      name: 'Pago online',
      steps: [
        'Abrí la página de pago con el botón.',
        'Pagá con tarjeta de débito o con el dinero de tu cuenta.',
        'Volvé acá: el pago aparece apenas se acredita.',
      ],
      creditedText: 'Se acredita al instante. Cuenta el día en que pagás.',
    },
  },
  rapipago: {
    en: { name: 'Cash at Rapipago', steps: slipSteps('Rapipago').en, creditedText: slipCredited.en },
    es: { name: 'Efectivo en Rapipago', steps: slipSteps('Rapipago').es, creditedText: slipCredited.es },
  },
  pagofacil: {
    en: { name: 'Cash at Pago Fácil', steps: slipSteps('Pago Fácil').en, creditedText: slipCredited.en },
    es: { name: 'Efectivo en Pago Fácil', steps: slipSteps('Pago Fácil').es, creditedText: slipCredited.es },
  },
}
