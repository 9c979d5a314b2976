import { beforeEach, describe, expect, test, vi } from 'vitest'

const shelf = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => shelf.get(key) ?? null,
  setItem: (key: string, value: string) => void shelf.set(key, value),
  removeItem: (key: string) => void shelf.delete(key),
})

const { clearDraft, keepDraftsOf, readDraft, takeTexts, writeDraft } = await import('./draft.ts')

const empty = { name: '', address: { street: '' } }
const typed = { name: 'Ana', address: { street: 'Mitre' } }
const savedAt = '2026-11-16T13:31:00.000Z'
const typedAt = '2026-11-16T13:40:00.000Z'

beforeEach(() => shelf.clear())

describe('a draft', () => {
  test('comes back to the person who typed it', () => {
    writeDraft('basic', { userId: 'ana', savedAt, typedAt, values: typed })
    expect(readDraft('basic', { userId: 'ana', savedAt, empty })).toEqual({ values: typed, typedAt })
  })

  test('is not shown to somebody else', () => {
    writeDraft('basic', { userId: 'ana', savedAt, typedAt, values: typed })
    expect(readDraft('basic', { userId: 'eva', savedAt, empty })).toBeUndefined()
  })

  test('of another form is another draft', () => {
    writeDraft('basic', { userId: 'ana', savedAt, typedAt, values: typed })
    expect(readDraft('social', { userId: 'ana', savedAt, empty })).toBeUndefined()
  })

  test.each([
    ['the form was saved elsewhere meanwhile', savedAt, '2026-11-16T14:00:00.000Z'],
    ['the form was saved for the first time elsewhere', null, savedAt],
  ])('goes when %s', (_, before, now) => {
    writeDraft('basic', { userId: 'ana', savedAt: before, typedAt, values: typed })
    expect(readDraft('basic', { userId: 'ana', savedAt: now, empty })).toBeUndefined()
    expect(shelf.has('draft')).toBe(false)
  })

  test('of another version is not read', () => {
    writeDraft('basic', { userId: 'ana', savedAt, typedAt, values: typed })
    shelf.set('draft', (shelf.get('draft') ?? '').replace('"version":1', '"version":0'))
    expect(readDraft('basic', { userId: 'ana', savedAt, empty })).toBeUndefined()
  })

  test.each([
    'nonsense',
    '7',
    'null',
    '{"version":1}',
    '{"version":1,"userId":"ana","forms":7}',
    '{"version":1,"userId":"ana","forms":{"basic":null}}',
  ])('that is no draft counts as none: %s', (stored) => {
    shelf.set('draft', stored)
    expect(readDraft('basic', { userId: 'ana', savedAt, empty })).toBeUndefined()
  })

  test('cleared leaves the others', () => {
    writeDraft('basic', { userId: 'ana', savedAt, typedAt, values: typed })
    writeDraft('social', { userId: 'ana', savedAt: null, typedAt, values: typed })
    clearDraft('basic', 'ana')
    expect(readDraft('basic', { userId: 'ana', savedAt, empty })).toBeUndefined()
    expect(readDraft('social', { userId: 'ana', savedAt: null, empty })).toEqual({ values: typed, typedAt })
    clearDraft('social', 'ana')
    expect(shelf.has('draft')).toBe(false)
  })

  test('survives the same person logging in again, and no other', () => {
    writeDraft('basic', { userId: 'ana', savedAt, typedAt, values: typed })
    keepDraftsOf('ana')
    expect(readDraft('basic', { userId: 'ana', savedAt, empty })).toBeDefined()
    keepDraftsOf('eva')
    expect(shelf.has('draft')).toBe(false)
  })
})

test.each([
  ['an unknown field', { ...typed, admin: 'yes' }, typed],
  ['a field that is missing', { address: { street: 'Mitre' } }, { name: '', address: { street: 'Mitre' } }],
  ['a number for a text', { name: 7, address: { street: 'Mitre' } }, { name: '', address: { street: 'Mitre' } }],
  ['a text for a group', { name: 'Ana', address: 'Mitre' }, { name: 'Ana', address: { street: '' } }],
  ['nothing', undefined, empty],
  ['a list', ['Ana'], empty],
])('a draft gives only the texts that the form has: %s', (_, stored, expected) => {
  expect(takeTexts(empty, stored)).toEqual(expected)
})
