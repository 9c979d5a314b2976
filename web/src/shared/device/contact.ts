import type { Refused } from '../../bridge/ask.ts'
import { isInWrapper } from '../../bridge/in-wrapper.ts'

/** The one contact that was chosen: its name and its numbers, as the phone wrote them down. */
export type PickedContact = { readonly name: string; readonly phones: readonly string[] }

/** One entry of the phone's list, as the Contact Picker API gives it. */
type Entry = { readonly name?: readonly string[]; readonly tel?: readonly string[] }

type ContactPicker = { readonly select: (properties: readonly ['name', 'tel']) => Promise<readonly Entry[]> }

const browserPicker = (): ContactPicker | undefined => {
  const { contacts } = navigator as Navigator & { readonly contacts?: ContactPicker }
  return typeof contacts?.select === 'function' ? contacts : undefined
}

/** Where it is false, the person types the contact. */
export const canPickContact = (): boolean => isInWrapper() || browserPicker() !== undefined

/** The system's own picker: it hands over the one contact that is chosen, and nothing else of the list. */
export const pickContact = async (): Promise<PickedContact | Refused> => {
  if (isInWrapper()) {
    const contact = await (await import('../../bridge/native.ts')).pickerContact()
    return 'refused' in contact ? contact : { name: contact.name.trim(), phones: [contact.phone] }
  }
  const picker = browserPicker()
  if (!picker) return { refused: 'unavailable' }
  try {
    const [entry] = await picker.select(['name', 'tel'])
    return entry ? { name: (entry.name?.[0] ?? '').trim(), phones: entry.tel ?? [] } : { refused: 'cancelled' }
  } catch {
    return { refused: 'failed' }
  }
}
