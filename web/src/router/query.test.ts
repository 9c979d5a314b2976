import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildUrl, parseQuery, resolveUrl, splitUrl } from './query.ts'

describe('what a page receives', () => {
  test.each<[url: string, query: Record<string, string>]>([
    ['?a=1&b=2', { a: '1', b: '2' }],
    ['?a=x+y', { a: 'x y' }],
    ['?a=b=c', { a: 'b=c' }],
    ['?flag', { flag: '' }],
    ['?a=%26%3D', { a: '&=' }],
    ['?a=100%', { a: '100%' }],
    ['?a=1&a=2', { a: '1,2' }],
    ['?u=https://z/?k=1', { u: 'https://z/?k=1' }],
    ['?a=%2525', { a: '%25' }],
    ['?', {}],
    ['', {}],
    ['?&&a=1&', { a: '1' }],
  ])('the query of %j is read', (url, query) => {
    expect(splitUrl(`/pages/x/x${url}`)).toEqual({ path: '/pages/x/x', query })
  })

  test('a name such as __proto__ is a name like any other', () => {
    expect(Object.entries(parseQuery('__proto__=1'))).toEqual([['__proto__', '1']])
  })

  test('what is built is read back the same, also through the address bar', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' })),
        (query) => {
          const url = buildUrl('/pages/x/x', query)
          expect(splitUrl(url).query).toEqual({ ...query })
          expect(splitUrl(new URL(`https://x.io/#${url}`).hash.slice(1)).query).toEqual({ ...query })
        },
      ),
    )
  })

  test('no text makes the parser throw', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => parseQuery(text)).not.toThrow()
      }),
    )
  })
})

describe('relative urls stand on the folder of the current page', () => {
  test.each([
    ['/pages/a/a', '/pages/index/index', '/pages/a/a'],
    ['pages/x/x', '/pages/index/index', '/pages/index/pages/x/x'],
    ['./step-social?x=../y', '/pages/step/step-basic', '/pages/step/step-social?x=../y'],
    ['../step-social/step-social', '/pages/step/step-basic/step-basic', '/pages/step/step-social/step-social'],
    ['../../../../x', '/pages/index/index', '/x'],
  ])('%s on %s is %s', (url, current, result) => {
    expect(resolveUrl(url, current)).toBe(result)
  })
})
