import { once } from 'node:events'

/** What a process holds, right after a garbage collection. */
export type Held = { readonly heapBytes: number; readonly resourceCount: number }

type Reply = { readonly id: number; readonly result: Record<string, unknown> }

/** Asks a process that was started with `--inspect` on this port what it holds: nothing of the product is there for it. */
export const openInspector = async (
  port: number,
): Promise<{ readonly look: () => Promise<Held>; readonly close: () => void }> => {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  if (target === undefined) throw new Error('nothing to inspect')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  const waiting = new Map<number, (result: Reply['result']) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as Reply
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  let lastId = 0
  const ask = (method: string, params: object = {}): Promise<Reply['result']> =>
    new Promise((resolve) => {
      lastId += 1
      waiting.set(lastId, resolve)
      socket.send(JSON.stringify({ id: lastId, method, params }))
    })
  return {
    look: async () => {
      await ask('HeapProfiler.collectGarbage')
      const { usedSize } = (await ask('Runtime.getHeapUsage')) as { usedSize: number }
      const counted = await ask('Runtime.evaluate', {
        expression: 'process.getActiveResourcesInfo().length',
        returnByValue: true,
      })
      return { heapBytes: usedSize, resourceCount: (counted['result'] as { value: number }).value }
    },
    close: () => socket.close(),
  }
}
