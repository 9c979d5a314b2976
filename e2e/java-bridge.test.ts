import { rmSync } from 'node:fs'
import { someOf } from '@hola/core/test-proof.ts'
import { afterAll, expect, inject, test } from 'vitest'
import { installedJdk, noJdk } from '../android/tools/jdk.ts'
import { cachedToolchain, noFrameworks } from '../android/tools/toolchain.ts'
import * as scenarios from './bridge-scenarios.ts'
import { coreProgram, hostProgram, JavaBridge, type BridgeProgram } from './java-bridge.ts'
import { launchBrowser, Phone } from './phone.ts'

// What is tried with the fake bridge, once more with the wrapper's own Java core, and with the whole wrapper.

const jdk = installedJdk()
const core = jdk && coreProgram(jdk)
const tools = cachedToolchain()
let host: BridgeProgram | undefined
const bridges: JavaBridge[] = []

launchBrowser()
afterAll(async () => {
  for (const bridge of bridges) await bridge.stop()
  for (const program of [core, host]) if (program) rmSync(program.folder, { recursive: true })
})

const open = (program: BridgeProgram): JavaBridge => {
  const bridge = new JavaBridge(program, inject('url'))
  bridges.push(bridge)
  return bridge
}

test.for(someOf('scenarios of the bridge with its Java core', Object.entries(scenarios), 1))(
  'with the Java core: %s',
  async ([, scenario], { skip }) => {
    if (!core) return skip(noJdk)
    await expect(scenario(open(core), inject('url'))).resolves.toBeUndefined()
  },
)

// The others look at bytes that a real phone makes anew, or at refusals that its person has to repeat.
const { everyEventIsAnswered, anApplicantUsesThePhone, theWrapperSendsWhatWasAgreedTo } = scenarios
const ofTheHost = Object.entries({ everyEventIsAnswered, anApplicantUsesThePhone, theWrapperSendsWhatWasAgreedTo })

test.for(someOf('scenarios of the bridge with the whole wrapper', ofTheHost, 1))(
  'with the wrapper on Android’s classes: %s',
  async ([, scenario], { skip }) => {
    if (!tools) return skip(noFrameworks)
    host ??= hostProgram(tools)
    const bridge = open(host)
    // Android's framework takes its time to start, and a page does not wait that long for an answer.
    await bridge.used()
    await expect(scenario(bridge, inject('url'))).resolves.toBeUndefined()
  },
)

test('aPageOfAnotherOriginIsNotHeard', async ({ skip }) => {
  if (!core) return skip(noJdk)
  const bridge = open(core)
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
