import { checkPhone, formatPhoneTyped } from '@hola/core/identifiers/phone.ts'

/** The Argentine mobiles among the numbers of a contact, each once, as they are typed. */
export const mobilesOf = (numbers: readonly string[]): string[] => {
  const phones = numbers.flatMap((typed) => {
    const phone = checkPhone(typed)
    return phone.ok ? [phone.value] : []
  })
  return [...new Set(phones)].map(formatPhoneTyped)
}
