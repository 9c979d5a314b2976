// What other rooms may use of this one. Nothing of it is imported past this file.

export {
  deleteKeysBefore,
  insertFieldKey,
  insertFirstKey,
  listFieldKeys,
  loadKeyring,
  matchFieldKeys,
  refreshKeyring,
} from './field-keys.ts'
export type { KnownKey, LearningKeyring } from './keyring.ts'
export { FIRST_KEY_ID, KeysProblem } from './keyring.ts'
export { opens } from './opens.ts'
export type { AssociatedData } from './associated-data.ts'
export type { BlindIndex, Sealer } from './sealer.ts'
export { createSealer, isIndexOf, keyIdOfIndex, keyIdOfSealed } from './sealer.ts'
export { KEYS_LEARNT_WITHIN_MS, watchKeys } from './watch-keys.ts'
