import { expect, test } from 'vitest'
import { cleanStartUrl } from './start-url.ts'

const browser = 'Mozilla/5.0 (Linux; Android 14)'
const wrapper = 'Mozilla/5.0 (Linux; Android 14) HolaApp/2.3.0'
const marker = 'HolaApp/'
const kept = 'kept'

const rows: [row: string, href: string, result: string][] = [
  ['1 bare', 'https://x.io/', kept],
  ['1 empty hash', 'https://x.io/#', kept],
  ['1 root hash', 'https://x.io/#/', kept],
  ['1 empty query', 'https://x.io/?', kept],
  ['2 query', 'https://x.io/?utm=1', 'https://x.io/'],
  ['3 query and root hash', 'https://x.io/?utm=1#/', 'https://x.io/'],
  ['4 folder, query, root hash', 'https://x.io/h5/?utm=1#/', 'https://x.io/h5/'],
  ['5 file and query', 'https://x.io/h5/index.html?a=1', 'https://x.io/h5/index.html'],
  ['6 root route with a query', 'https://x.io/#/?a=1', 'https://x.io/'],
  ['6 empty route with a query', 'https://x.io/#?a=1', 'https://x.io/'],
  ['7 alias of Home', 'https://x.io/#/pages/index/index', kept],
  ['8 deep link', 'https://x.io/#/pages/sign/sign?id=7', kept],
  ['9 deep link and query', 'https://x.io/?utm=1#/pages/sign/sign?id=7', kept],
  ['10 unknown page', 'https://x.io/#/nope', kept],
  ['11 other path', 'https://x.io/extra/path#/', kept],
]

test.each(rows)('row %s: %s → %s', (_row, href, result) => {
  expect(cleanStartUrl(href, browser, marker)).toBe(result === kept ? href : result)
})

test.each(rows)('row 12, inside the wrapper, %s: %s is kept', (_row, href) => {
  expect(cleanStartUrl(href, wrapper, marker)).toBe(href)
})

test('an empty marker does not match every browser', () => {
  expect(cleanStartUrl('https://x.io/?utm=1', browser, '')).toBe('https://x.io/')
})

test('the marker is matched letter by letter, capitals too', () => {
  expect(cleanStartUrl('https://x.io/?utm=1', 'holaapp/2.3.0', marker)).toBe('https://x.io/')
})
