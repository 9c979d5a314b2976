import type { ClockMove, ClockRet } from '../server/src/sandbox/shapes.ts'

async function ask(url: string, path: string, body?: unknown): Promise<ClockRet> {
  const answer = await fetch(`${url}/sandbox/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const envelope = (await answer.json()) as { code: string; msg: string; ret: ClockRet }
  if (envelope.code !== '0') throw new Error(`${path}: ${envelope.code} ${envelope.msg}`)
  return envelope.ret
}

export const readClock = (url: string): Promise<ClockRet> => ask(url, 'clock')
export const moveClock = (url: string, move: ClockMove): Promise<ClockRet> => ask(url, 'clock', move)
export const resetClock = (url: string): Promise<ClockRet> => ask(url, 'clock/reset', {})
