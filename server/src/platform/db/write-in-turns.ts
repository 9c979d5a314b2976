import type { Socket } from 'node:net'

/**
 * From here on all that is written to a connection in one turn of the event loop leaves in one piece: statements that are
 * sent together cost one call of the system instead of one each, and the database is woken once. For one that is
 * connected: connecting gives a socket its own way of writing back.
 */
export const writeInTurns = (socket: Socket): void => {
  const write = socket.write.bind(socket) as (...all: unknown[]) => boolean
  let isHolding = false
  socket.write = (...all: unknown[]): boolean => {
    if (!isHolding) {
      isHolding = true
      socket.cork()
      process.nextTick(() => {
        isHolding = false
        socket.uncork()
      })
    }
    return write(...all)
  }
}
