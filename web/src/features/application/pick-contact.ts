import { checkPhone, formatPhoneTyped } from '@hola/core/identifiers/phone.ts'

/** One entry of the phone's list, as the Contact Picker API gives it. */
type Picked = { readonly name?: readonly string[]; readonly tel?: readonly string[] }

type ContactPicker = { readonly select: (properties: readonly ['name', 'tel']) => Promise<readonly Picked[]> }

/** The system's picker hands over the one contact that is chosen, and nothing else of the list. */
export const contactPicker = (): ContactPicker | undefined => {
  const { contacts } = navigator as Navigator & { readonly contacts?: ContactPicker }
  return typeof contacts?.select === 'function' ? contacts : undefined
}

/** Its name, and the Argentine mobiles among its numbers, each once, as they are typed. */
export const readContact = ({ name = [], tel = [] }: Picked): { name: string; phones: string[] } => {
  const phones = tel.flatMap((typed) => {
    const phone = checkPhone(typed)
    return phone.ok ? [phone.value] : []
  })
  return { name: (name[0] ?? '').trim(), phones: [...new Set(phones)].map(formatPhoneTyped) }
}
