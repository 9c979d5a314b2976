/**
 * The only apps that the wrapper looks for, by their package names. Android shows it no others (package visibility), and
 * the server keeps no others. A list of everything that is installed is never made.
 */
export const financeApps = [
  'ar.com.bancar.uala',
  'ar.com.personalpay',
  'ar.com.santander.rio.mbanking',
  'com.bbva.nxt_argentina',
  'com.brubank',
  'com.mercadopago.wallet',
  'com.mosync.app_Banco_Galicia',
  'com.playdigital.modo',
  'com.tarjetanaranja.ncuenta',
] as const
