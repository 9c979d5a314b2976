import { api } from '../../lib/api.ts'
import type { Choice } from './fields.tsx'

/** The areas of the country change less often than a page is loaded. */
const known = new Map<string, readonly Area[]>()

/** Listed over several districts, a town says in which of them it lies. */
export type Area = Choice & { readonly districtId?: string | undefined }

/** The areas inside one, or with `every` all towns in it, whatever their district. */
export const loadAreas = async (
  parentId: string | null,
  signal: AbortSignal,
  every = false,
): Promise<readonly Area[]> => {
  const key = `${parentId ?? ''} ${every}`
  const found = known.get(key)
  if (found) return found
  const body = { parent_id: parentId, ...(every && { every_locality: true }) }
  const { areas } = await api.call('app/get_area', body, { signal, quiet: true })
  const choices = areas.map(({ id, name, district_id: districtId }) => ({ id, label: name, districtId }))
  known.set(key, choices)
  return choices
}
