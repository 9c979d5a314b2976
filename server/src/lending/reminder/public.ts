// What other rooms may use of this one. Nothing of it is imported past this file.

export { messageChoice } from './choices.ts'
export { sendLevelMessage } from './level-message.ts'
export { sendNews } from './send-news.ts'
export { sendReminder } from './send-reminder.ts'
export { sweepReminders } from './sweep.ts'
