// What other rooms may use of this one. Nothing of it is imported past this file.

export type { Message, Messages, SendProblemKind, Sent } from './port.ts'
export { NO_DELIVERY_ID, SendProblem } from './port.ts'
export type { MessageSettings } from './registry.ts'
export { mailRegistry, openMessages, phoneRegistry } from './registry.ts'
export { channels, listMessages, associatedDataOf } from './sandbox-outbox.ts'
