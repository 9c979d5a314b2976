/** Where a number belongs to the name of the street: Calle 13, Ruta 8, Av. 44. */
const KIND_OF_STREET = /^(?:calle|avenida|av|diagonal|diag|ruta|pasaje|pje|boulevard|bv|camino|manzana|mza)\.?$/i

/** "Av. Corrientes 1234" is a street and a number. Anything that may be a name alone stays as it is. */
export const splitStreet = (typed: string): { readonly street: string; readonly number: string } | undefined => {
  const [, street = '', number = ''] = /^(.*?\S)\s+(?:n(?:ro|[°º])?\.?\s*)?(\d{1,5})$/i.exec(typed.trim()) ?? []
  return street === '' || KIND_OF_STREET.test(street) || !/\p{L}/u.test(street) ? undefined : { street, number }
}
