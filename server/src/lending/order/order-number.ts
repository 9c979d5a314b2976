import { ALPHABET, GROUP_COUNT, GROUP_LENGTH, inGroups } from '@hola/core/identifiers/order-number.ts'

const BASE = BigInt(ALPHABET.length)

/** What a person calls her loan: `7K3M-X2QP-9RTV`, made from the order's id and so always the same. */
export const orderNumberOf = (orderId: string): string => {
  let rest = BigInt(`0x${orderId.replaceAll('-', '')}`)
  const letters = Array.from({ length: GROUP_COUNT * GROUP_LENGTH }, () => {
    const letter = ALPHABET.charAt(Number(rest % BASE))
    rest /= BASE
    return letter
  })
  return inGroups(letters.join(''))
}
