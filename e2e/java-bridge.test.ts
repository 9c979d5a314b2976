import { rmSync } from 'node:fs'
import { someOf } from '@hola/core/test-proof.ts'
import { afterAll, expect, inject, test } from 'vitest'
import { installedJdk, noJdk } from '../android/tools/jdk.ts'
import * as scenarios from './bridge-scenarios.ts'
import { compiledBridge, JavaBridge } from './java-bridge.ts'
import { launchBrowser, Phone } from './phone.ts'

// What is tried with the fake bridge, once more with the wrapper's own Java core.

const jdk = installedJdk()
const classes = jdk && compiledBridge(jdk)
const bridges: JavaBridge[] = []

launchBrowser()
afterAll(async () => {
  for (const bridge of bridges) await bridge.stop()
  if (classes) rmSync(classes, { recursive: true })
})

const open = (skip: (why: string) => never): JavaBridge => {
  if (!jdk || !classes) return skip(noJdk)
  const bridge = new JavaBridge(jdk, classes, inject('url'))
  bridges.push(bridge)
  return bridge
}

test.for(someOf('scenarios of the bridge with its Java core', Object.entries(scenarios), 1))(
  'with the Java core: %s',
  async ([, scenario], { skip }) => {
    await expect(scenario(open(skip), inject('url'))).resolves.toBeUndefined()
  },
)

test('aPageOfAnotherOriginIsNotHeard', async ({ skip }) => {
  const bridge = open(skip)
  const phone = await Phone.open()
  const { page, url } = phone
  await bridge.connect(page)
  const clear = (): Promise<void> =>
    page.evaluate(() => window.androidBridge?.postMessage('{"event":"localCache","action":"clear"}'))
  await page.goto('data:text/html,<title>other</title>')
  await clear()
  expect(await bridge.used()).toEqual([])
  await page.goto(url)
  await clear()
  expect(await bridge.used()).toEqual(['cache clear'])
  await phone.close()
})
