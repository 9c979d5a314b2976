/**
 * Asks for the newest of many wishes, as they come from a finger on a slider: at most one question in `everyMs`. Until
 * the next question is sent the one before may still answer, so that figures follow the finger; from then on it is
 * given up, so that no answer ever comes after a newer one.
 */
export const createNewestAsker = <Wish, Answer>({
  ask,
  onAnswer,
  everyMs,
}: {
  ask: (wish: Wish, signal: AbortSignal) => Promise<Answer | undefined>
  onAnswer: (wish: Wish, answer: Answer) => void
  everyMs: number
}): { wish: (wish: Wish) => void; stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let sent: AbortController | undefined
  let sentAt = Number.NEGATIVE_INFINITY

  const send = async (wish: Wish): Promise<void> => {
    sent?.abort()
    sent = new AbortController()
    sentAt = Date.now()
    const { signal } = sent
    const answer = await ask(wish, signal)
    if (answer !== undefined && !signal.aborted) onAnswer(wish, answer)
  }

  return {
    wish(wish) {
      clearTimeout(timer)
      // A phone's clock may be set back; that must not silence the page.
      const waitMs = Math.min(everyMs, Math.max(0, sentAt + everyMs - Date.now()))
      timer = setTimeout(() => void send(wish), waitMs)
    },
    stop() {
      clearTimeout(timer)
      sent?.abort()
    },
  }
}
