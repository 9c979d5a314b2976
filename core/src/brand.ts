/**
 * Who the lender is. One object, so that a lender can make the product its own by changing this file alone.
 * Everything here is an obvious placeholder: the phones do not ring and the legal entity does not exist.
 */
export const brand = {
  name: 'Hola',
  legalEntity: 'Hola Demo S.A.',
  cuit: '30-00000000-7',
  cuitIsDemo: true,
  /** Number in the central bank's register of non-financial lenders, which every screen with an offer must show. */
  registryNumber: '00000 (demo)',
  address: 'Calle de Ejemplo 123, Ciudad Autónoma de Buenos Aires',
  support: {
    whatsapp: '+54 9 11 0000-0000',
    phone: '0800-000-0000',
    email: 'ayuda@hola.example',
    /** Monday to Friday, whole hours in Argentine time; the words around them belong to the interface. */
    hours: { fromHour: 9, toHour: 20 },
  },
} as const
