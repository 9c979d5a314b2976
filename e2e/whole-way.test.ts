import { someOf } from '@hola/core/test-proof.ts'
import { expect, test } from 'vitest'
import { byKeyboard } from './by-keyboard.ts'
import { byTheReadme } from './by-the-readme.ts'
import { ownServer } from './own-server.ts'
import { launchBrowser } from './phone.ts'

launchBrowser()
const server = ownServer()

/** Each says what the browser complained of on its way. */
const ways: [string, (url: string) => Promise<readonly string[]>][] = [
  // On a sandbox that nobody has used, as a newcomer finds it.
  ['by the README’s five steps and what the screens say', byTheReadme],
  ['without pointing at anything', byKeyboard],
]

test.each(someOf('ways from a guest to a cleared loan', ways, 1))(
  'from the first page to a loan that is paid off: %s',
  async (_, walk) => {
    expect(await walk(server().url)).toEqual([])
  },
)
