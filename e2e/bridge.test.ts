import { someOf } from '@hola/core/test-proof.ts'
import { expect, inject, test } from 'vitest'
import * as scenarios from './bridge-scenarios.ts'
import { FakeBridge } from './fake-bridge.ts'
import { launchBrowser } from './phone.ts'

// With a wrapper that is made up; java-bridge.test.ts has the real one.

launchBrowser()

test.each(someOf('scenarios of the bridge', Object.entries(scenarios), 3))(
  'with a fake wrapper: %s',
  async (_, scenario) => {
    const url = inject('url')
    const bridge = new FakeBridge(url)
    await expect(scenario(bridge, url)).resolves.toBeUndefined()
    await bridge.stop()
  },
)
