// What other rooms may use of this one. Nothing of it is imported past this file.

export { mercadoPagoPaymentWebhook } from './payment-webhook.ts'
export type { MercadoPagoSettings } from './settings.ts'
export { MERCADO_PAGO, mercadoPagoRows, readMercadoPago } from './settings.ts'
export { isSigned, signedAtOf } from './signature.ts'
