import { describe, expect, test } from 'vitest'
import { channelPair } from './event-channel.ts'
import { installRouter, navigateBack, navigateTo, redirectTo, reLaunch, switchTab } from './navigation.ts'
import type { OpenApi, Router } from './router.ts'

const eventChannel = channelPair().opener

/** A router that answers what it is told and notes what it was asked. */
const fakeRouter = (refused?: string) => {
  const asked: unknown[][] = []
  const router: Pick<Router, 'open' | 'back'> = {
    open: async (...call) => {
      asked.push(call)
      return refused === undefined ? { eventChannel } : { refused }
    },
    back: async (...call) => {
      asked.push(call)
      return refused === undefined ? undefined : { refused }
    },
  }
  return { asked, router: router as Router }
}

test('calls before there is a router wait for it', async () => {
  const early = [navigateTo('/pages/sign/sign'), switchTab('/')]
  const { asked, router } = fakeRouter()
  installRouter(router)
  await Promise.all(early)
  expect(asked.map(([api, url]) => [api, url])).toEqual([
    ['navigateTo', '/pages/sign/sign'],
    ['switchTab', '/'],
  ])
})

const calls: Record<OpenApi | 'navigateBack', () => Promise<object>> = {
  navigateTo: () => navigateTo('/pages/sign/sign'),
  redirectTo: () => redirectTo('/pages/sign/sign'),
  reLaunch: () => reLaunch('/pages/sign/sign'),
  switchTab: () => switchTab('/'),
  navigateBack: () => navigateBack(),
}

describe.each(Object.entries(calls))('the call %s', (api, call) => {
  test('success resolves with errMsg', async () => {
    installRouter(fakeRouter().router)
    expect(await call()).toEqual({ errMsg: `${api}:ok`, ...(api === 'navigateTo' ? { eventChannel } : {}) })
  })

  test('a refusal rejects with errMsg', async () => {
    installRouter(fakeRouter('/x locked').router)
    await expect(call()).rejects.toEqual({ errMsg: `${api}:fail /x locked` })
  })

  test('a refusal that nobody looks at is not an unhandled error', async () => {
    const { asked, router } = fakeRouter('/x locked')
    installRouter(router)
    void call()
    // Vitest fails the run for a rejection without a handler.
    await new Promise((resolve) => setTimeout(resolve))
    expect(asked).toHaveLength(1)
  })
})

test('navigateTo hands over the listeners of the opener', async () => {
  const { asked, router } = fakeRouter()
  installRouter(router)
  const chosen = (): void => undefined
  await navigateTo('/pages/sign/sign', { events: { chosen } })
  expect(asked).toEqual([['navigateTo', '/pages/sign/sign', { chosen }]])
})

test.each<[delta: number | string | undefined, steps: number]>([
  [undefined, 1],
  [2, 2],
  ['3', 3],
  ['2 pages', 2],
  ['all', 1],
  [0, 1],
  [-4, 1],
  [Number.NaN, 1],
])('navigateBack with delta %s goes %i back', async (delta, steps) => {
  const { asked, router } = fakeRouter()
  installRouter(router)
  await navigateBack(delta === undefined ? {} : { delta })
  expect(asked).toEqual([[steps]])
})
