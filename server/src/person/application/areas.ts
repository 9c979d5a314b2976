import { refuse } from '@hola/core/errors.ts'
import type { SavedBasic } from '@hola/core/stored/steps.ts'
import { sayField } from '@hola/i18n/say-field.ts'
import type { District, Province } from '../../platform/reference/public.ts'
import type { Handler } from '../services.ts'
import { inSpanishOrder } from './spanish-order.ts'

type Area = { readonly id: string; readonly name: string }

const inOrder = <One extends Area>(areas: readonly One[]): One[] =>
  areas.toSorted((one, other) => inSpanishOrder(one.name, other.name))

const listed = (areas: readonly Area[]): Area[] => inOrder(areas.map(({ id, name }) => ({ id, name })))

const everyLocality = ({ districts }: Province): (Area & { readonly district_id: string })[] =>
  inOrder(
    districts.flatMap((district) =>
      district.communities.map(({ id, name }) => ({ id, name, district_id: district.id })),
    ),
  )

/**
 * The areas inside an area: the provinces of the country, the districts of a province, the localities of a district; or
 * all localities of a province, for whoever knows the name of hers and not in which district it lies.
 */
export const getArea: Handler<'app/get_area'> = async (
  { services, language },
  { parent_id: parentId, every_locality: isEveryLocality = false },
) => {
  const { provinces } = services.reference
  if (parentId === null) return { level: 'province', areas: listed(provinces) }
  const province = provinces.find(({ id }) => id === parentId)
  if (province !== undefined && isEveryLocality) return { level: 'locality', areas: everyLocality(province) }
  if (province !== undefined) return { level: 'district', areas: listed(province.districts) }
  const district = provinces.flatMap(({ districts }) => districts).find(({ id }) => id === parentId)
  if (district !== undefined) return { level: 'locality', areas: listed(district.communities) }
  return refuse('unknown_option', { field: sayField('address', language) })
}

/**
 * Whether the parts of an address lie within each other, or the first that does not. A place in one's own words is in
 * no list, so there is nothing to look up.
 */
export const locate = (
  address: SavedBasic['address'],
  provinces: readonly Province[],
): 'found' | 'locality_elsewhere' | 'province_id' | 'district_id' | 'locality_id' => {
  const province = provinces.find(({ id }) => id === address.province_id)
  if (province === undefined) return 'province_id'
  const district = province.districts.find(({ id }) => id === address.district_id)
  if (district === undefined) return 'district_id'
  const hasLocality = ({ communities }: District): boolean => communities.some(({ id }) => id === address.locality_id)
  if (address.locality_id === null || hasLocality(district)) return 'found'
  return provinces.some(({ districts }) => districts.some(hasLocality)) ? 'locality_elsewhere' : 'locality_id'
}
