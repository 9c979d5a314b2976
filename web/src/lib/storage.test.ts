import { describe, expect, test } from 'vitest'
import { createStorage } from './storage.ts'
import type { StorageKey } from './storage.ts'

const shelfOf = (entries: Record<string, string> = {}) => {
  const kept = new Map(Object.entries(entries))
  const shelf = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return { kept, storage: createStorage(() => shelf), shelf }
}

describe('what is stored comes back', () => {
  test('token, user id and phone are plain text', () => {
    const { kept, storage } = shelfOf()
    storage.set('token', 'abc')
    storage.set('user-id', '123')
    storage.set('phone', '+5491123456789')
    expect(Object.fromEntries(kept)).toEqual({ token: 'abc', 'user-id': '123', phone: '+5491123456789' })
    expect([storage.get('token'), storage.get('user-id'), storage.get('phone')]).toEqual([
      'abc',
      '123',
      '+5491123456789',
    ])
  })

  test('records are JSON', () => {
    const { kept, storage } = shelfOf()
    const events = [{ key: 'step_basic', time: 1, events: [{ key: 'paste', time: 2 }] }] as const
    storage.set('app-info', { versionName: '9.0.0', versionCode: 9 })
    storage.set('my-loan-index', 1)
    storage.set('event-list', events)
    expect(kept.get('my-loan-index')).toBe('1')
    expect(storage.get('app-info')).toEqual({ versionName: '9.0.0', versionCode: 9 })
    expect(storage.get('my-loan-index')).toBe(1)
    expect(storage.get('event-list')).toEqual(events)
  })

  test('what was removed is gone', () => {
    const { storage } = shelfOf({ token: 'abc' })
    storage.remove('token')
    expect(storage.get('token')).toBeUndefined()
  })
})

describe('what has the wrong shape counts as absent', () => {
  const rows: [StorageKey, string][] = [
    ['token', ''],
    ['browser-token', 'too-short'],
    ['browser-token', `${'a'.repeat(42)} `],
    ['app-info', 'not json'],
    ['app-info', '{"versionName":2}'],
    ['app-info', 'null'],
    ['my-loan-index', '"1"'],
    ['my-loan-index', '1.5'],
    ['event-list', '{}'],
    ['event-list', '[{"key":"a"}]'],
    ['consents', '{"live":{}}'],
    ['sign-code', '{"userId":"a"}'],
    ['unanswered-apply', '{"a":{"apply_id":1}}'],
    ['last-signed', '{"applyId":"a"}'],
    ['unanswered-repay', '{"a b":{"request_id":1}}'],
  ]
  test.each(rows)('%s: %s', (key, stored) => {
    expect(shelfOf({ [key]: stored }).storage.get(key)).toBeUndefined()
  })
})

describe('a browser that does not let us store', () => {
  const forbidden = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }

  test('storage is blocked: values live as long as the page', () => {
    const storage = createStorage(forbidden)
    expect(storage.get('token')).toBeUndefined()
    storage.set('token', 'abc')
    expect(storage.get('token')).toBe('abc')
    storage.remove('token')
    expect(storage.get('token')).toBeUndefined()
  })

  test('storage is full: the new value wins over the old one that could not be replaced', () => {
    const { kept, shelf } = shelfOf({ token: 'old' })
    const storage = createStorage(() => ({
      ...shelf,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }))
    storage.set('token', 'new')
    expect(storage.get('token')).toBe('new')
    storage.remove('token')
    expect(storage.get('token')).toBeUndefined()
    expect(kept.has('token')).toBe(false)
  })

  test('room again: the value goes where other tabs see it', () => {
    const { kept, shelf } = shelfOf()
    let full = true
    const storage = createStorage(() => ({
      ...shelf,
      setItem: (key: string, value: string) => {
        if (full) throw new DOMException('full', 'QuotaExceededError')
        shelf.setItem(key, value)
      },
    }))
    storage.set('phone', 'first')
    full = false
    storage.set('phone', 'second')
    expect(kept.get('phone')).toBe('second')
    kept.set('phone', 'from another tab')
    expect(storage.get('phone')).toBe('from another tab')
  })
})
