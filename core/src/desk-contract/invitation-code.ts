/** Letters and digits that nobody confuses when reading them to somebody. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** How many random bytes a code is made of. */
export const INVITATION_CODE_BYTES = 8

/** Eight characters in two groups, to be read out or typed. */
export const invitationCodeOf = (bytes: Uint8Array): string => {
  const characters = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '')
  return `${characters.slice(0, 4).join('')}-${characters.slice(4).join('')}`
}

/** A code as it may be typed, without what does not count. */
export const plainInvitationCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
