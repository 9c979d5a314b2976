/** The city of Buenos Aires: everybody knows her barrio, hardly anybody the number of its comuna. */
const CITY_ID = '02'

/** Whether the barrio is looked for in the whole city, and its comuna follows from it. */
export const isCityByBarrio = (address: { readonly province_id: string; readonly locality_kind: string }): boolean =>
  address.province_id === CITY_ID && address.locality_kind !== 'other'
