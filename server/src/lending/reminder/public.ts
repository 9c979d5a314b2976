// What other rooms may use of this one. Nothing of it is imported past this file.

export { messageChoice } from './choices.ts'
export { NEXT_TRY_MS, TRIES_MAX } from './deliver.ts'
export { sendLevelMessage } from './level-message.ts'
export { sendNews } from './send-news.ts'
export { sendReminder } from './send-reminder.ts'
export { listNotices } from './store.ts'
export { sweepReminders } from './sweep.ts'
export type { Around } from './words.ts'
export { inPlainSpaces, messageOf } from './words.ts'
