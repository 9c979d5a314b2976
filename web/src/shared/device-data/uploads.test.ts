import { describe, expect, test, vi } from 'vitest'
import { ApiError, type ApiErrorKind } from '../../lib/api-client.ts'
import { createUpload, encodeEvents } from './uploads.ts'

/** S: it arrives. Row 0: no answer. Row 1: code 301. Row 3: logged out. Row 4: refused. */
type Outcome = 'S' | ApiErrorKind

const uploadWith = (outcomes: readonly Outcome[], permit: () => string | undefined = () => 'user-1') => {
  let at = 0
  const send = vi.fn<(data: string) => Promise<void>>(async () => {
    const outcome = outcomes[at] ?? 'S'
    at += 1
    if (outcome !== 'S') throw new ApiError(outcome, 'no')
  })
  const read = vi.fn<() => Promise<string | undefined>>(async () => 'data')
  return { send, read, upload: createUpload({ permit, read, send }) }
}

describe('runtime.md section 9: three attempts at once, the third failure is ignored', () => {
  test.each<[outcomes: readonly Outcome[], calls: number, arrives: boolean]>([
    [['S'], 1, true],
    [['network', 'S'], 2, true],
    [['network', 'network', 'S'], 3, true],
    [['network', 'network', 'network'], 3, false],
    // Never a fourth.
    [['network', 'network', 'network', 'S'], 3, false],
    // A failure is any rejection: rows 0, 1 and 4 of the request table.
    [['timeout', 'silent', 'refused'], 3, false],
    [['silent', 'S'], 2, true],
    [['refused', 'S'], 2, true],
    // Row 3 ends it.
    [['logged_out', 'S'], 1, false],
    [['network', 'logged_out', 'S'], 2, false],
  ])('%j: %i calls, arrives: %s', async (outcomes, calls, arrives) => {
    const { send, read, upload } = uploadWith(outcomes)
    expect(await upload()).toBe(arrives)
    expect(send).toHaveBeenCalledTimes(calls)
    expect(read).toHaveBeenCalledTimes(1)
  })

  test('whoever tries it several times itself is asked once, and not again in this visit', async () => {
    const send = vi.fn<(data: string) => Promise<void>>(() => Promise.reject(new Error('upload_failed')))
    const upload = createUpload({ permit: () => 'user-1', read: async () => 'data', send, attemptsMax: 1 })
    expect(await upload()).toBe(false)
    expect(await upload()).toBe(false)
    expect(send).toHaveBeenCalledTimes(1)
  })

  test('without a consent nothing is read and nothing is sent', async () => {
    const { send, read, upload } = uploadWith(['S'], () => undefined)
    expect(await upload()).toBe(false)
    expect(read).not.toHaveBeenCalled()
    expect(send).not.toHaveBeenCalled()
  })

  test.each([
    ['whoever logged out', undefined],
    ['somebody else who logged in', 'user-2'],
  ])('no attempt is made for %s meanwhile', async (_, next) => {
    let whose: string | undefined = 'user-1'
    const { send, upload } = uploadWith(['network', 'S'], () => whose)
    send.mockImplementationOnce(async () => {
      whose = next
      throw new ApiError('network', 'no')
    })
    expect(await upload()).toBe(false)
    expect(send).toHaveBeenCalledTimes(1)
  })

  test('a log-out while it is read sends nothing', async () => {
    let whose: string | undefined = 'user-1'
    const { send, read, upload } = uploadWith(['S'], () => whose)
    read.mockImplementationOnce(async () => {
      whose = undefined
      return 'data'
    })
    expect(await upload()).toBe(false)
    expect(send).not.toHaveBeenCalled()
  })

  test('one at a time: asking meanwhile joins it, asking afterwards is another', async () => {
    const { send, upload } = uploadWith(['S', 'S'])
    expect(await Promise.all([upload(), upload(), upload()])).toEqual([true, true, true])
    expect(send).toHaveBeenCalledTimes(1)
    await upload()
    expect(send).toHaveBeenCalledTimes(2)
  })

  test('nothing to send, and a reading that fails, are no upload and no error', async () => {
    const { send, read, upload } = uploadWith(['S'])
    read.mockResolvedValueOnce(undefined)
    expect(await upload()).toBe(false)
    read.mockRejectedValueOnce(new Error('androidBridge unsupport'))
    expect(await upload()).toBe(false)
    expect(send).not.toHaveBeenCalled()
  })
})

test('events are the base64 of UTF-8, whatever is in them and however long they are', () => {
  const events = [{ key: 'ñandú 🧉', time: 1 }, ...Array.from({ length: 2000 }, (_, time) => ({ key: 'photos', time }))]
  const bytes = Uint8Array.from(atob(encodeEvents(events)), (letter) => letter.charCodeAt(0))
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(events)
})
