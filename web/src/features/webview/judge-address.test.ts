import { expect, test } from 'vitest'
import { judgeAddress } from './judge-address.ts'

const origin = 'https://hola.example'

test.each([
  ['a page of ours', `${origin}/#/pages/policy/policy?type=terms`, 'ours', '/pages/policy/policy?type=terms'],
  ['the same, without our name', '#/pages/policy/policy?type=terms', 'ours', '/pages/policy/policy?type=terms'],
  ['our own front page', `${origin}/`, 'ours', '/'],
  ['our own front page with a query', `${origin}/?utm=1`, 'ours', '/'],
  ['another site', 'https://www.bcra.gob.ar/a?b=c', 'foreign', 'https://www.bcra.gob.ar/a?b=c'],
  ['another site, without its scheme', '//www.bcra.gob.ar/', 'foreign', 'https://www.bcra.gob.ar/'],
  [
    'a name with letters that look like others',
    'https://h\u043ela.example/',
    'foreign',
    'https://xn--hla-sed.example/',
  ],
])('an address is judged: %s', (_, asked, is, url) => {
  expect(judgeAddress(asked, origin)).toMatchObject({ is, url })
})

test.each([
  ['nothing', undefined],
  ['an empty address', ''],
  ['no address', 'https://'],
  ['a file of ours that is no page', `${origin}/sandbox`],
  ['a call of ours', `${origin}/api/app/home`],
  ['an open line', 'http://www.bcra.gob.ar/'],
  ['our name before another', 'https://hola.example@evil.example/'],
  ['a script', 'javascript:alert(1)'],
  ['a document in the address', 'data:text/html,<b>x</b>'],
  ['a file of the phone', 'file:///sdcard/x'],
  ['what the page made itself', `blob:${origin}/0d1f`],
  ['an intent', 'intent://x#Intent;end'],
])('%s is refused', (_, asked) => {
  expect(judgeAddress(asked, origin)).toEqual({ is: 'refused' })
})
