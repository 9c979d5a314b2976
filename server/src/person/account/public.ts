// What other rooms may use of this one. Nothing of it is imported past this file.

export type { Address, AddressKind } from './address.ts'
export { getCodeDelivery, messageWebhooks } from './code-delivery.ts'
export { keyOf, maskAddress, openAddress, sealAddress } from './address.ts'
export { cleanUpCodes } from './code-cleanup.ts'
export { lockIndex } from './code-store.ts'
export { isSameHash } from './code.ts'
export { getCode, getMailCode } from './get-code.ts'
export { getLoginOption } from './get-login-option.ts'
export {
  CLOCK_SKEW_MS,
  CODES_OF_STRANGERS_MAX,
  CODES_PER_ASKER_MAX,
  LIMIT_WINDOW_MS,
  PER_BLOCK_48_MAX,
  PER_BLOCK_56_MAX,
  PER_NETWORK_MAX,
} from './limits.ts'
export { login } from './login.ts'
export { logout } from './logout.ts'
export { CeilingReached, countMessage, readHour, uncountMessage } from './message-ceiling.ts'
export type { NetworkIndexes } from './network.ts'
export { networkIndexesOf, widestOf } from './network.ts'
export type { Owner } from './own-address.ts'
export { findOwner, openOwner, sealOwner, sendToOwner } from './own-address.ts'
export { withoutWords } from './send-code.ts'
export { cleanUpSessions } from './session-cleanup.ts'
export {
  findAccount,
  findBlockedAt,
  findLiveSession,
  hasAccount,
  insertAccount,
  insertAddress,
  listAddressIndexes,
  listAddresses,
  revokeSessions,
  updateBlocked,
  updateLanguage,
} from './store.ts'
export type { SessionToken } from './token.ts'
export { hashToken, newToken, parseSessionToken, parseToken } from './token.ts'
export { useCode } from './use-code.ts'
