import { centavos } from '@hola/core/money.ts'
import type { Method, Payment, PayOptions } from './repay-data.ts'

export const ORDER_ID = '0197a000-0000-7000-8000-000000000001'
export const PAYMENT_ID = '0197a000-0000-7000-8000-0000000000f1'
export const COUPON_ID = '0197a000-0000-7000-8000-0000000000c7'

const nothing = { cvu: null, alias: null, qr_text: null, checkout_url: null, ticket_url: null, barcode: null }

/** A payment of all by transfer, waiting for the money. */
export const fakePayment = (changes: Partial<Payment> = {}): Payment => ({
  payment_id: PAYMENT_ID,
  state: 'waiting',
  method_id: 'transfer',
  amount_centavos: centavos(14_040_756),
  requested_at: '2027-01-12T13:00:00.000Z',
  expires_at: '2027-01-13T02:59:59.999Z',
  paid_day: null,
  paid_centavos: null,
  reference: '7K3M-X2QP-9RTV',
  instructions: {
    ...nothing,
    cvu: '0000003100012345678907',
    alias: 'hola.demo.pagos',
    qr_text: 'hola-sandbox:cvu=0000003100012345678907&reference=7K3M-X2QP-9RTV&centavos=14040756',
  },
  ...changes,
})

export const fakeCheckout = (): Payment =>
  fakePayment({
    method_id: 'checkout',
    instructions: { ...nothing, checkout_url: 'https://checkout.example/pay-7K3M-X2QP-9RTV' },
  })

export const fakeSlip = (): Payment =>
  fakePayment({
    method_id: 'rapipago',
    instructions: {
      ...nothing,
      ticket_url: 'https://checkout.example/slip-7K3M-X2QP-9RTV',
      barcode: '50565575778890580081578284860014040756',
    },
  })

export const fakeMethods: Method[] = [
  {
    method_id: 'transfer',
    kind: 'transfer',
    name: 'Bank transfer',
    steps: ['Copy the CVU or the alias.', 'Transfer the exact amount.', 'Paste the reference as the concept.'],
    credited_text: 'Credited in minutes, day and night.',
  },
  {
    method_id: 'checkout',
    kind: 'checkout',
    name: 'Online payment',
    steps: ['Open the payment page.', 'Pay with a debit card.'],
    credited_text: 'Credited at once.',
  },
  {
    method_id: 'rapipago',
    kind: 'cash_slip',
    name: 'Cash at Rapipago',
    steps: ['Ask for the slip.', 'Take it to any counter.'],
    credited_text: 'Credited within two business hours.',
  },
  {
    method_id: 'pagofacil',
    kind: 'cash_slip',
    name: 'Cash at Pago Fácil',
    steps: ['Ask for the slip.', 'Take it to any counter.'],
    credited_text: 'Credited within two business hours.',
  },
]

export const fakeOptions = (changes: Partial<PayOptions> = {}): PayOptions => ({
  methods: fakeMethods,
  payable: {
    order_id: ORDER_ID,
    payoff_centavos: centavos(14_040_756),
    partial_payment_min_centavos: centavos(100_000),
    valid_until_at: '2027-01-13T02:59:59.999Z',
  },
  ...changes,
})
