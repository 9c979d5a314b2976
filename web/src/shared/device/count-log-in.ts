import { isInWrapper } from '../../bridge/in-wrapper.ts'

/** Tells the wrapper that somebody registered or came back: the name of the event alone, and nobody waits for it. */
export const countLogIn = async (isNew: boolean): Promise<void> => {
  if (isInWrapper()) await (await import('../../bridge/native.ts')).afEvent(isNew ? 'register' : 'log_in')
}
