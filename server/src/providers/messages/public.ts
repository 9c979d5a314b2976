// What other rooms may use of this one. Nothing of it is imported past this file.

export { openMessages } from './open-messages.ts'
export type { Message, Messages, SendProblemKind, Sent } from './port.ts'
export { SendProblem } from './port.ts'
export { channels, listMessages, placeOf } from './sandbox-outbox.ts'
export type { MessageProviders } from './settings.ts'
export { messageSettingsTable, readMessageProviders } from './settings.ts'
