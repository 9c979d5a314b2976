/**
 * The one list of apps that the phone may be asked about, by their names in Google Play: Argentine wallets and banks. The
 * manifest of the Android wrapper names the same ones, so that the phone itself answers about no other, and the server
 * drops whatever is not here.
 */
export const financeApps = [
  { packageName: 'com.mercadopago.wallet', name: 'Mercado Pago' },
  { packageName: 'ar.com.bancar.uala', name: 'Ualá' },
  { packageName: 'com.tarjetanaranja.ncuenta', name: 'Naranja X' },
  { packageName: 'com.playdigital.modo', name: 'MODO' },
  { packageName: 'ar.com.personalpay', name: 'Personal Pay' },
  { packageName: 'ar.com.bancoprovincia.CuentaDNI', name: 'Cuenta DNI' },
  { packageName: 'com.brubank', name: 'Brubank' },
  { packageName: 'com.applemoncash', name: 'Lemon' },
  { packageName: 'air.PrexArgentina', name: 'Prex' },
  { packageName: 'com.banconacion.bnamas', name: 'BNA+' },
  { packageName: 'com.mosync.app_Banco_Galicia', name: 'Galicia' },
  { packageName: 'ar.com.santander.rio.mbanking', name: 'Santander' },
  { packageName: 'com.bbva.nxt_argentina', name: 'BBVA' },
  { packageName: 'com.supervielle', name: 'Supervielle' },
] as const

export type FinanceApp = (typeof financeApps)[number]['packageName']

const known: ReadonlySet<string> = new Set(financeApps.map(({ packageName }) => packageName))

export const isFinanceApp = (packageName: string): packageName is FinanceApp => known.has(packageName)
