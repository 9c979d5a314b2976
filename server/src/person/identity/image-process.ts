import sharp from 'sharp'
import { cleanImage } from './images.ts'
import type { CleanImage, PhotoKind } from './images.ts'

// The process that decodes what strangers send, one photo at a time. It watches what each costs and ends itself beyond
// the limits, which it is started with; whoever started it takes that for the answer.

export type DecodeLimits = {
  /** For one photo, of all threads. Other than the time of a clock it is the same on a busy machine. */
  readonly cpuMs: number
  readonly rssBytes: number
}

export type DecodeRequest = { readonly kind: PhotoKind; readonly bytes: Uint8Array }
export type DecodeMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'answer'; readonly clean: CleanImage; readonly rssBytes: number }

const WATCH_EVERY_MS = 25

const limits = JSON.parse(process.argv[2] ?? '') as DecodeLimits

// Nothing is decoded twice, and one core is enough for one photo.
sharp.cache(false)
sharp.concurrency(1)

/** At once: an ordinary exit would wait for the decoder's threads, which are what has to stop. */
const end = (): void => void process.kill(process.pid, 'SIGKILL')

const say = (message: DecodeMessage): void => void process.send?.(message)

process.on('disconnect', end)

process.on('message', async ({ kind, bytes }: DecodeRequest) => {
  const cpuBefore = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(cpuBefore)
    if ((user + system) / 1000 > limits.cpuMs || process.memoryUsage.rss() > limits.rssBytes) end()
  }, WATCH_EVERY_MS)
  const clean = await cleanImage(bytes, kind)
  clearInterval(watch)
  say({ type: 'answer', clean, rssBytes: process.memoryUsage.rss() })
})

say({ type: 'ready' })
