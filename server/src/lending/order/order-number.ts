/** No letter that is taken for a digit or for another letter when somebody reads it out: no I, L, O, U, no 0 and 1. */
export const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const BASE = BigInt(ALPHABET.length)
const GROUP_LENGTH = 4
const GROUP_COUNT = 3

/** What a person calls her loan: `7K3M-X2QP-9RTV`, made from the order's id and so always the same. */
export const orderNumberOf = (orderId: string): string => {
  let rest = BigInt(`0x${orderId.replaceAll('-', '')}`)
  const letters = Array.from({ length: GROUP_COUNT * GROUP_LENGTH }, () => {
    const letter = ALPHABET.charAt(Number(rest % BASE))
    rest /= BASE
    return letter
  })
  return Array.from({ length: GROUP_COUNT }, (_, group) =>
    letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-')
}
